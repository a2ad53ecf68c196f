import type { ReactNode } from 'react'
import { href, Link } from 'react-router'
import { PhoneLinks } from '../../../accounts/phone-links'
import { formatDate } from '../../../italian/dates'
import { ordinal } from '../../../italian/numbers'
import { formatMoment } from '../../../italian/times'
import { firstPhoneLink } from '../../../parsing/phone.rules'
import { Form, Submit } from '../../../ui/forms/form'
import { MailAddress } from '../../../ui/mail-link'
import { TableHead } from '../../../ui/tables/table-head'
import { type Intent, openerOf, questionAddress } from '../../review/buttons.rules'
import { waitingListPage } from '../../waiting-list.rules'
import type { Listed } from '../list.queries.server'
import './list-table.css'

type Props = { list: Listed[]; course: { id: string }; next: string | null; isByPhone: boolean }

export function WaitingTable({ list, course, next, isByPhone }: Props) {
  return (
    <table className="table dense stack waiting-list">
      <TableHead columns={['Posto', 'Persona', 'Da quando', 'Nota']} hidden="Azioni" />
      <tbody>
        {list.map((row, index) => (
          <tr key={row.id}>
            <td className="num">
              <b>{ordinal(index + 1)}</b>
            </td>
            <td>
              <Person {...row} />
            </td>
            <td className="num" data-label="Da quando">
              {formatDate(row.since, 'd MMM yyyy, HH:mm')}
            </td>
            <td data-label="Nota">
              <Notes row={row} isNext={row.id === next} />
            </td>
            <td className="waiting-do">
              <RowActions row={row} course={course} isByPhone={isByPhone} isFirst={index === 0} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type WithName = Pick<Listed, 'personId' | 'name' | 'email' | 'phone' | 'company'>

function Person({ personId, name, email, phone, company }: WithName) {
  return (
    <>
      <Link className="person-name" to={href('/admin/people/:person', { person: personId })}>
        {name}
      </Link>
      {company && <small>{company}</small>}
      <small>
        <a href={`mailto:${email}`}>
          <MailAddress address={email} />
        </a>
      </small>
      {phone && (
        <small>
          <PhoneLinks phone={phone} />
        </small>
      )}
    </>
  )
}

function Notes({ row, isNext }: { row: Listed; isNext: boolean }) {
  const { admitted, moveReason, offeredUntil } = row
  const notes: ReactNode[] = [
    offeredUntil && <b>Posto offerto fino a {formatMoment(offeredUntil)}</b>,
    isNext && <b>La prossima offerta</b>,
    !admitted && 'Da ammettere',
    moveReason && `Spostata avanti: ${moveReason}`,
  ].filter(Boolean)
  return notes.length === 0 ? 'Ammessa' : notes.map((note, index) => <p key={String(index)}>{note}</p>)
}

type RowProps = Omit<Props, 'list' | 'next'> & { row: Listed; isFirst: boolean }

function RowActions({ row, course, isByPhone, isFirst }: RowProps) {
  const page = waitingListPage(course.id)
  const step = (intent: Intent, label: string) => (
    <Form method="post" action={questionAddress(page, intent, row.id)} preventScrollReset>
      <input type="hidden" name="intent" value={intent} />
      <Submit
        id={openerOf(intent, row.id)}
        className="link waiting-step"
        name="enrolment"
        value={row.id}
        busy="Salvo..."
        aria-label={`${label}: ${row.name}`}
      >
        {label}
      </Submit>
    </Form>
  )
  const question = (intent: 'offer' | 'move', label: string) => (
    <Link
      className="link waiting-step"
      to={questionAddress(page, intent, row.id)}
      preventScrollReset
      aria-label={`${label}: ${row.name}`}
    >
      {label}
    </Link>
  )
  if (row.offeredUntil && !isByPhone) return step('approve', 'Approva')
  const firstNumber = firstPhoneLink(row.phone ?? '')
  return (
    <>
      {isByPhone && firstNumber && (
        <a className="link waiting-step" href={firstNumber} aria-label={`Chiama: ${row.name}`}>
          Chiama
        </a>
      )}
      {!row.admitted && step('admit', 'Ammetti')}
      {isByPhone ? step('approve', 'Approva') : question('offer', 'Offri il posto')}
      {row.moveReason && step('move-back', 'Rimetti al suo posto')}
      {!row.moveReason && !isFirst && !row.offeredUntil && question('move', 'Sposta in cima')}
    </>
  )
}

export function MissedOffers({ people }: { people: (WithName & { id: string })[] }) {
  return (
    <section className="fields" aria-labelledby="scadute">
      <h3 id="scadute">Offerta scaduta</h3>
      <p className="quiet">
        {people.length === 1
          ? 'Non ha risposto in tempo e non è più in lista. Può rientrare dalla sua area personale.'
          : 'Non hanno risposto in tempo e non sono più in lista. Possono rientrare dalla loro area personale.'}
      </p>
      <ul className="missed-offers">
        {people.map(({ id, ...person }) => (
          <li key={id}>
            <Person {...person} />
          </li>
        ))}
      </ul>
    </section>
  )
}
