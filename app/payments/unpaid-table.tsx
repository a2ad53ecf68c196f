import { Fragment } from 'react'
import { Link } from 'react-router'
import { paymentFormPage } from '../enrolments/pages.rules'
import { withArticle } from '../italian/articles'
import { formatDate, isSameYear } from '../italian/dates'
import { formatCount } from '../italian/numbers'
import { formatEuros } from '../italian/prices'
import { ChooseAll, RowChoice } from '../ui/tables/chosen-rows'
import { TableHead } from '../ui/tables/table-head'
import type { UnpaidEnrolment } from './list.queries.server'
import { PayerCells } from './payer-cells'
import { remindersInWords } from './reminders/rules'
import { formatterOfColumn, timeSinceDue } from './rules'
import './payments.css'

/**
 * Enrolments with open dues, each with a box and a link to the form that registers a payment. `page`: the address that
 * the form leads back to; `isByCompany`: whether companies have a head.
 */
export function UnpaidTable({
  rows,
  day,
  page,
  isByCompany,
}: {
  rows: UnpaidEnrolment[]
  day: string
  page: string
  isByCompany: boolean
}) {
  const inEuros = formatterOfColumn(rows.map(({ open }) => open))
  return (
    <table className="table dense stack payment-table payers">
      <TableHead
        columns={['Chi paga', 'Per che cosa', 'Scadenza', 'Importo']}
        hidden="Azioni"
        choice={<ChooseAll label="Scegli tutte" />}
      />
      <tbody>
        {rows.map((row, index) => (
          <Fragment key={row.id}>
            {isByCompany && row.groupKey !== rows[index - 1]?.groupKey && <GroupHead {...row} />}
            <UnpaidRow row={row} sum={inEuros(row.open)} day={day} page={page} />
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}

function GroupHead({ payingCompany, group }: UnpaidEnrolment) {
  return (
    <tr className="payment-group">
      <th scope="rowgroup" colSpan={5}>
        {payingCompany ?? 'Senza azienda'}{' '}
        <small className="num">
          {`${formatEuros(group.euros)}, ${formatCount(group.count, 'iscrizione', 'iscrizioni')}`}
        </small>
      </th>
    </tr>
  )
}

function UnpaidRow({
  row,
  sum,
  day,
  page,
}: {
  row: UnpaidEnrolment
  sum: string
  day: string
  page: string
}) {
  const { id, payingCompany, person, course } = row
  const name = `${person.firstName} ${person.lastName}`
  return (
    <tr>
      <PayerCells
        person={person}
        course={course}
        company={payingCompany}
        choice={<RowChoice id={id} name={name} of={`${name}, ${course.title}`} />}
      />
      <td data-label="Scadenza">
        <DueDay row={row} day={day} />
      </td>
      <td data-label="Importo" className="num">
        {sum}
      </td>
      <td className="payment-acts">
        <Link
          className="button button-small"
          to={paymentFormPage(id, page)}
          aria-label={`Registra un incasso: ${person.lastName} ${person.firstName}, ${course.title}`}
        >
          Registra
        </Link>
      </td>
    </tr>
  )
}

/** The day of the first open due, how long it is late, and the reminders. */
function DueDay({ row: { dueOn, reminders, nextReminderOn }, day }: { row: UnpaidEnrolment; day: string }) {
  const reminderWords = remindersInWords(reminders, nextReminderOn)
  if (!dueOn || dueOn >= day)
    return (
      <>
        <span className="num">scade {withArticle('il', formatDate(dueOn, 'd MMM yyyy'))}</span>
        {reminderWords && <small>{reminderWords}</small>}
      </>
    )
  return (
    <>
      <b className="payment-late">{timeSinceDue(dueOn, day)}</b> ·{' '}
      <span className="num">{formatDate(dueOn, isSameYear(dueOn, day) ? 'd MMM' : 'd MMM yyyy')}</span>
      <small>{reminderWords || 'nessun promemoria'}</small>
    </>
  )
}
