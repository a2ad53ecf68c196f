import { href, Link } from 'react-router'
import { mayDemote, mayEndSessions, mayPromote } from '../accounts/rules'
import { ROLE_LABELS } from '../audit/codes.rules'
import { inWords } from '../audit/rules'
import { formatDate } from '../italian/dates'
import { MailLink } from '../ui/mail-link'
import { TableHead } from '../ui/tables/table-head'
import type { ListedPerson } from './people.queries.server'
import { addressOf, type PeopleList } from './people-list'

export function PeopleTable({
  people,
  me,
  list,
  administrators,
}: {
  people: ListedPerson[]
  me: string
  list: PeopleList
  administrators: number
}) {
  return (
    <table className="table dense stack fixed people">
      <TableHead
        columns={['Nome, email', 'Telefono, azienda', 'Iscrizioni', 'Ruolo, registrazione', 'Azioni']}
      />
      <tbody>
        {people.map((person) => (
          <tr key={person.id}>
            <td>
              <Link className="people-name" to={href('/admin/people/:person', { person: person.id })}>
                {`${person.lastName} ${person.firstName}`}
              </Link>
              <MailLink className="people-email" address={person.email} />
              <small className={person.emailVerified ? undefined : 'unconfirmed'}>
                {person.emailVerified ? 'Email confermata' : 'Da confermare'}
              </small>
            </td>
            <td data-label="Telefono, azienda">
              <span className="num">{person.phone ?? (person.company ? '' : '–')}</span>
              {person.company && <small>{person.company}</small>}
            </td>
            <td data-label="Iscrizioni">
              <Enrolments person={person} list={list} />
            </td>
            <td data-label="Ruolo, registrazione">
              {ROLE_LABELS[person.role]}
              <small className="num">{formatDate(person.createdAt, 'dd/MM/yyyy')}</small>
            </td>
            <td data-label="Azioni">
              <RoleStep person={person} list={list} administrators={administrators} />
              {person.secondFactor && <SecondFactorStep person={person} list={list} />}
              {mayEndSessions({ id: me }, person).ok && <EndSessionsStep person={person} list={list} />}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Enrolments({ person, list }: { person: ListedPerson; list: PeopleList }) {
  const total = person.enrolments.reduce((sum, { courses }) => sum + courses, 0)
  if (total === 0) return '–'
  const states = person.enrolments.map(({ status, courses }) =>
    `${inWords('status', status)} ${courses}`.replaceAll(' ', '\u00a0'),
  )
  return (
    <Link
      className="people-enrolments"
      to={addressOf({ ...list, apri: 'iscrizioni', persona: person.id })}
      preventScrollReset
    >
      {states.join(', ')}
      <span className="visually-hidden">{`: iscrizioni di ${person.firstName} ${person.lastName}`}</span>
    </Link>
  )
}

function SecondFactorStep({ person, list }: { person: ListedPerson; list: PeopleList }) {
  const { search } = new URL(addressOf(list), 'http://site')
  return (
    <Link
      className="link row-step"
      to={`${href('/admin/people/:person/due-passaggi', { person: person.id })}${search}`}
      preventScrollReset
      aria-label={`Disattiva i due passaggi: ${person.firstName} ${person.lastName}`}
    >
      Disattiva i due passaggi
    </Link>
  )
}

function EndSessionsStep({ person, list }: { person: ListedPerson; list: PeopleList }) {
  return (
    <Link
      className="link row-step"
      to={addressOf({ ...list, apri: 'accessi', persona: person.id })}
      preventScrollReset
      aria-label={`Scollega i dispositivi: ${person.firstName} ${person.lastName}`}
    >
      Scollega i dispositivi
    </Link>
  )
}

/** The step that the role allows, or the reason for none. */
function RoleStep({
  person,
  list,
  administrators,
}: {
  person: ListedPerson
  list: PeopleList
  administrators: number
}) {
  const admin = person.role === 'admin'
  const label = admin ? 'Togli da amministratore' : 'Rendi amministratore'
  const { ok } = admin ? mayDemote(person, administrators) : mayPromote(person)
  if (!ok) return <small>{admin ? 'Unico amministratore' : 'Prima deve confermare l’email'}</small>
  return (
    <Link
      className="link row-step"
      to={addressOf({ ...list, apri: admin ? 'togli' : 'promuovi', persona: person.id })}
      preventScrollReset
      aria-label={`${label}: ${person.firstName} ${person.lastName}`}
    >
      {label}
    </Link>
  )
}
