import { href, Link } from 'react-router'
import { personPage } from '../accounts/pages.rules'
import { PhoneLinks } from '../accounts/phone-links'
import { isToActivate, ROLE_LABELS } from '../accounts/rules'
import { ageInWords, isLate } from '../enrolments/review/queue.rules'
import { stateLabel } from '../enrolments/rules'
import { formatEurosInBrief } from '../italian/prices'
import { Form, Submit } from '../ui/forms/form'
import { MailLink } from '../ui/mail-link'
import { More } from '../ui/overlays/more'
import { TableHead } from '../ui/tables/table-head'
import type { ListedPerson } from './people.queries.server'

/** The people of a page, each with the most urgent enrolment. */
export function PeopleTable({ people, now }: { people: ListedPerson[]; now: Date }) {
  return (
    <table className="table dense stack people">
      <TableHead columns={['Persona', 'Telefono', 'Azienda', 'Adesso']} hidden="Azioni" />
      <tbody>
        {people.map((person) => (
          <tr key={person.id}>
            <td>
              <Link className="person-name" to={personPage(person.id)}>
                {`${person.lastName} ${person.firstName}`}
              </Link>
              <MailLink className="people-email" address={person.email} />
              <PersonState person={person} />
            </td>
            <td data-label="Telefono">{person.phone && <PhoneLinks phone={person.phone} />}</td>
            <td data-label="Azienda">{person.company}</td>
            <td data-label="Adesso">
              <UrgentEnrolment person={person} now={now} />
            </td>
            <td className="people-acts">
              <PersonActs person={person} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The role, or that the e-mail is not confirmed; nothing for a member with a confirmed e-mail. */
function PersonState({ person }: { person: ListedPerson }) {
  if (person.role !== 'member') return <small>{ROLE_LABELS[person.role]}</small>
  if (person.emailVerified) return null
  return <small className="unconfirmed">{isToActivate(person) ? 'Da attivare' : 'Email da confermare'}</small>
}

/**
 * The state and course of the most urgent enrolment, with a link to the others. Late dues take its place,
 * unless it is a request that waits for a decision: then they are a second line.
 */
function UrgentEnrolment({ person, now }: { person: ListedPerson; now: Date }) {
  const { enrolment, lateSum } = person
  if (!enrolment) return null
  const { status, awaitsAnswerSince, isUndecided, isArchived, others } = enrolment
  const isAwaitingDecision = isUndecided && !isArchived
  const isLateSumFirst = lateSum !== undefined && !isAwaitingDecision
  return (
    <>
      {isAwaitingDecision ? (
        <span className={`state ${isLate(awaitsAnswerSince, now) ? 'state-late' : ''}`.trimEnd()}>
          {[stateLabel(status), ageInWords(awaitsAnswerSince, now)].join(' ')}
        </span>
      ) : isLateSumFirst ? (
        <span className="state state-late">{formatEurosInBrief(lateSum.euros)} scaduti</span>
      ) : (
        <span className="people-state">{stateLabel(status)}</span>
      )}
      <small className="people-course">
        <span>{isLateSumFirst ? titleOf(lateSum) : titleOf(enrolment)}</span>{' '}
        {others > 0 && (
          <Link to={`${personPage(person.id)}#iscrizioni`}>
            {others === 1 ? 'e un altro' : `e altri ${others}`}
            <span className="visually-hidden">{`: iscrizioni di ${person.firstName} ${person.lastName}`}</span>
          </Link>
        )}
      </small>
      {lateSum && !isLateSumFirst && (
        <small className="people-course">
          <span>
            <b className="few">{formatEurosInBrief(lateSum.euros)} scaduti</b>, {titleOf(lateSum)}
          </span>
        </small>
      )}
    </>
  )
}

const titleOf = ({ course, isArchived }: { course: string; isArchived: boolean }) =>
  isArchived ? `${course} (eliminato)` : course

function PersonActs({ person }: { person: ListedPerson }) {
  const { id, email, firstName, lastName } = person
  const name = `${firstName} ${lastName}`
  return (
    <div className="row-actions">
      <Link
        className="button button-small"
        to={`${href('/admin/iscrivi')}?${new URLSearchParams({ email })}`}
        aria-label={`Iscrivi a un corso: ${name}`}
      >
        Iscrivi
      </Link>
      <More of={name}>
        <Link to={href('/admin/people/:person/scrivi', { person: id })}>Scrivi</Link>
        <Link to={href('/admin/people/:person/dati', { person: id })}>Correggi i dati</Link>
        {isToActivate(person) && (
          <Form method="post" action={personPage(id)}>
            <Submit className="" name="intent" value="invite" busy="Invio in corso...">
              Invia di nuovo l’invito
            </Submit>
          </Form>
        )}
      </More>
    </div>
  )
}
