import { Fragment } from 'react'
import { href, Link } from 'react-router'
import { personPage } from '../../accounts/pages.rules'
import { PhoneLinks } from '../../accounts/phone-links'
import { isDeletedAccount } from '../../accounts/rules'
import { withArticle } from '../../italian/articles'
import { formatDate } from '../../italian/dates'
import { formatEurosInBrief } from '../../italian/prices'
import { Form, Submit } from '../../ui/forms/form'
import { Gauge } from '../../ui/gauges'
import { MailLink } from '../../ui/mail-link'
import { More } from '../../ui/overlays/more'
import { queryWith } from '../../ui/query'
import { ChooseAll, RowChoice } from '../../ui/tables/chosen-rows'
import { TableHead } from '../../ui/tables/table-head'
import { type AttendanceRequirement, attendedInWords, thresholdStateOf } from '../attendance/rules'
import { paidOfOwed, toCents } from '../dues/rules'
import { mayCancel } from '../end.rules'
import { QUESTION_PARAMETERS, questionAddress } from '../review/buttons.rules'
import type { ButtonResult } from '../review/form-actions.server'
import { StateOrEndingLabel } from '../state-label'
import { isRosterStep, type RosterStep, stateLabelAfter, stepButtonLabel, stepsFrom } from '../steps.rules'
import { InlineQuestion } from './inline-question'
import type { RosterPerson } from './queries.server'

/** `hasBegun`: the first day of the edition has come; `isClosed`: it was deleted or cancelled. */
type Course = { id: string; startDate: string | null; hasBegun: boolean; isClosed: boolean }

/** The query of the page without the question about a participant; the steps share the parameter of the question. */
export const withoutQuestion = (search: string) => queryWith(search, { [QUESTION_PARAMETERS.start]: null })

/** The fragment of the address that leads to the row of an enrolment. */
export const rosterAnchor = (enrolment: string) => `#iscritto-${enrolment}`

/**
 * The participants of a page. `question`: about one of them, below their row; `chosenIds`: whose rows are chosen at
 * first; `page`: the address without the question.
 */
export function RosterTable({
  people,
  course,
  requirement,
  question,
  chosenIds,
  page,
}: {
  people: RosterPerson[]
  course: Course
  requirement: AttendanceRequirement
  question: ButtonResult['question']
  chosenIds: string[]
  page: string
}) {
  if (people.length === 0) return null
  const [first] = people
  // If all have the same state, and there is nothing else to say about any, a phone does not show the state.
  const areAlike = people.every(
    ({ status, ending, newDatesAnswer, hasCertificate, soFar }) =>
      status === first?.status && !ending && !newDatesAnswer && !hasCertificate && soFar === 0,
  )
  const hasPaidColumn = people.some(({ owed }) => (owed ?? 0) > 0)
  return (
    <table
      className={`table dense stack unstacked-on-paper roster ${areAlike ? 'roster-alike' : ''}`.trimEnd()}
    >
      <TableHead
        columns={['Persona', 'Azienda e telefono', 'Stato', ...(hasPaidColumn ? ['Versato'] : [])]}
        hidden="Azioni"
        choice={<ChooseAll label="Scegli tutti" />}
      />
      <tbody>
        {people.map((person) => {
          const step =
            question?.request.id === person.id && isRosterStep(question.intent) ? question.intent : undefined
          const steps = step || course.isClosed ? [] : stepsFrom(person.status, course.hasBegun)
          return (
            <Fragment key={person.id}>
              <Row
                person={person}
                isAsked={step !== undefined}
                isChosen={chosenIds.includes(person.id)}
                steps={steps}
                course={course}
                requirement={requirement}
                hasPaidColumn={hasPaidColumn}
                page={page}
              />
              {step && (
                <Question
                  person={person}
                  step={step}
                  course={course}
                  columnCount={hasPaidColumn ? 5 : 4}
                  page={page}
                />
              )}
            </Fragment>
          )
        })}
      </tbody>
    </table>
  )
}

/**
 * The row of a participant. `isAsked`: a question follows below the row; the question then has the id to which
 * `rosterAnchor` leads.
 */
function Row({
  person,
  isAsked,
  isChosen,
  steps,
  course,
  requirement,
  hasPaidColumn,
  page,
}: {
  person: RosterPerson
  isAsked: boolean
  isChosen: boolean
  steps: RosterStep[]
  course: Course
  requirement: AttendanceRequirement
  hasPaidColumn: boolean
  page: string
}) {
  const name = `${person.firstName} ${person.lastName}`
  const hasAccount = !isDeletedAccount(person.email)
  return (
    <tr id={isAsked ? undefined : rosterAnchor(person.id).slice(1)} tabIndex={-1}>
      <td className="roster-person">
        <RowChoice id={person.id} name={name} of={name} isChosen={isChosen} />
        {hasAccount ? (
          <>
            <Link className="person-name" to={personPage(person.personId)}>
              {`${person.lastName} ${person.firstName}`}
            </Link>
            <MailLink address={person.email} />
          </>
        ) : (
          <b>{name}</b>
        )}
      </td>
      <td data-label="Azienda e telefono">
        {person.company}
        {person.phone && (
          <small className="num">
            <PhoneLinks phone={person.phone} />
          </small>
        )}
        {!person.company && !person.phone && <span className="roster-none">–</span>}
      </td>
      <td data-label="Stato">
        <StateOrEndingLabel status={person.status} ending={person.ending} />
        {person.newDatesAnswer && <small>{NEW_DATES_ANSWERS[person.newDatesAnswer]}</small>}
        {person.soFar > 0 && (
          <small className="num">
            {[attendedInWords(person), THRESHOLD_WORDS[thresholdStateOf(person, requirement)]]
              .filter(Boolean)
              .join(', ')}
          </small>
        )}
        {person.hasCertificate && <small>Attestato consegnato</small>}
      </td>
      {hasPaidColumn && (
        <td data-label="Versato" className={isSettled(person) ? 'num roster-settled' : 'num'}>
          <Paid person={person} />
        </td>
      )}
      <td className="roster-acts">
        <RowActs person={person} name={name} steps={steps} course={course} page={page} />
      </td>
    </tr>
  )
}

const isSettled = ({ owed, paid }: RosterPerson) => owed !== null && paid !== null && paid >= owed

/** What a participant has paid, '450 di 1.250 €', and what is late. */
function Paid({ person: { owed, paid, late } }: { person: RosterPerson }) {
  if (!owed) return paid ? formatEurosInBrief(paid) : <span className="roster-none">–</span>
  return (
    <>
      {paidOfOwed({ owed: toCents(owed), paid: toCents(paid ?? 0) })} €
      <Gauge part={Math.min(1, Math.max(0, (paid ?? 0) / owed))} />
      {late > 0 && <small className="few">{formatEurosInBrief(late)} scaduti</small>}
    </>
  )
}

/** What the office may do about one participant. */
function RowActs({
  person: { id, personId, email, status, ending, newDatesAnswer },
  name,
  steps,
  course: { id: course, isClosed },
  page,
}: {
  person: RosterPerson
  name: string
  steps: RosterStep[]
  course: Course
  page: string
}) {
  const mayEnd = !isClosed && mayCancel(status).ok
  return (
    <More of={name}>
      {steps.map((step) => (
        // With the fragment, the page that follows opens at this row.
        <Form
          key={step}
          method="post"
          action={questionAddress(page, step, id) + rosterAnchor(id)}
          preventScrollReset
        >
          <input type="hidden" name="intent" value={step} />
          <Submit className="" name="enrolment" value={id} busy="Salvo...">
            {stepButtonLabel(step)}
          </Submit>
        </Form>
      ))}
      {newDatesAnswer && !isClosed && (
        <Link to={href('/admin/iscrizioni/:enrolment/rinvio', { enrolment: id })}>Registra la risposta…</Link>
      )}
      {(steps.length > 0 || newDatesAnswer) && <hr />}
      {!isDeletedAccount(email) && (
        <>
          <Link to={personPage(personId)}>Apri la scheda della persona</Link>
          {!isClosed && !ending && (
            <Link to={`${href('/admin/courses/:course/messaggi/nuovo', { course })}?a=${id}`}>Scrivi</Link>
          )}
          <Link to={href('/admin/iscrizioni/:enrolment/incasso', { enrolment: id })}>
            Registra un incasso…
          </Link>
          {!ending && <Link to={href('/admin/iscrizioni/:enrolment/rate', { enrolment: id })}>Rate…</Link>}
          {!ending && (
            <Link to={href('/admin/iscrizioni/:enrolment/documento', { enrolment: id })}>
              Dai un documento…
            </Link>
          )}
        </>
      )}
      {mayEnd && (
        <>
          <Link to={href('/admin/iscrizioni/:enrolment/sposta', { enrolment: id })}>
            Sposta in un’altra edizione…
          </Link>
          <hr />
          <Link className="more-grave" to={href('/admin/iscrizioni/:enrolment/disdici', { enrolment: id })}>
            Disdici l’iscrizione…
          </Link>
        </>
      )}
    </More>
  )
}

const THRESHOLD_WORDS = { reached: 'soglia raggiunta', lost: 'non arriva alla soglia', open: '' }

const NEW_DATES_ANSWERS = { resta: 'Resta con le nuove date', aperta: 'Non ha risposto sulle nuove date' }

/** Asks whether to take a step although the course has not begun. */
function Question({
  person,
  step,
  course,
  columnCount,
  page,
}: {
  person: RosterPerson
  step: RosterStep
  course: Course
  columnCount: number
  page: string
}) {
  const anchor = rosterAnchor(person.id)
  const start = course.startDate
    ? ` (prima sessione ${withArticle('il', formatDate(course.startDate, 'd MMMM yyyy'))})`
    : ''
  return (
    <tr>
      <td colSpan={columnCount}>
        <InlineQuestion
          page={page + anchor}
          id={anchor.slice(1)}
          text={`Il corso non è ancora iniziato${start}. Segnare ${person.firstName} ${person.lastName} come «${stateLabelAfter(step)}»?`}
          button={stepButtonLabel(step)}
          name="enrolment"
          value={person.id}
        >
          <input type="hidden" name="intent" value={step} />
          <input type="hidden" name="early" value="1" />
        </InlineQuestion>
      </td>
    </tr>
  )
}
