import { Fragment } from 'react'
import { Link } from 'react-router'
import { paymentFormPage } from '../enrolments/pages.rules'
import { withArticle } from '../italian/articles'
import { formatDate } from '../italian/dates'
import { formatCount } from '../italian/numbers'
import { formatEuros, formatPriceInBrief } from '../italian/prices'
import { ChooseAll, RowChoice } from '../ui/tables/chosen-rows'
import { TableHead } from '../ui/tables/table-head'
import type { UnpaidEnrolment } from './list.queries.server'
import { PayerCells } from './payer-cells'
import { remindersInWords } from './reminders/rules'
import { formatterOfColumn, timeSinceDue } from './rules'
import './payments.css'

/**
 * Enrolments with open dues, each with a link to the form that registers a payment. `page`: the address that the form
 * leads back to; `isChoosable`: whether the rows have boxes; `isByCompany`: whether companies have a head.
 */
export function UnpaidTable({
  rows,
  day,
  page,
  isChoosable = false,
  isByCompany = false,
}: {
  rows: UnpaidEnrolment[]
  day: string
  page: string
  isChoosable?: boolean
  isByCompany?: boolean
}) {
  const inEuros = formatterOfColumn(rows.map(({ open }) => open))
  return (
    <table className={`table dense stack payment-table ${isChoosable ? 'payers' : ''}`.trimEnd()}>
      <TableHead
        columns={['Chi paga', 'Per che cosa', 'Scadenza', isChoosable ? 'Importo' : 'Da versare']}
        hidden="Azioni"
        choice={isChoosable && <ChooseAll label="Scegli tutte" />}
      />
      <tbody>
        {rows.map((row, index) => (
          <Fragment key={row.id}>
            {isByCompany && startsGroup(row, rows[index - 1]) && <GroupHead {...row} />}
            <UnpaidRow row={row} sum={inEuros(row.open)} day={day} page={page} isChoosable={isChoosable} />
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}

/** Whether a row is the first of its company; the rows of a company follow each other. */
const startsGroup = (row: UnpaidEnrolment, previous: UnpaidEnrolment | undefined) =>
  !previous || row.groupKey !== previous.groupKey

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
  isChoosable,
}: {
  row: UnpaidEnrolment
  sum: string
  day: string
  page: string
  isChoosable: boolean
}) {
  const { id, payingCompany, person, course } = row
  const name = `${person.firstName} ${person.lastName}`
  return (
    <tr>
      <PayerCells
        person={person}
        course={course}
        company={payingCompany}
        choice={isChoosable && <RowChoice id={id} name={name} of={`${name}, ${course.title}`} />}
      />
      <td data-label="Scadenza">
        <DueDay row={row} day={day} namesLateSum={!isChoosable} />
      </td>
      <td data-label={isChoosable ? 'Importo' : 'Da versare'} className="num">
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

/**
 * The day of the first open due, how long it is late, and the reminders. `namesLateSum`: whether the sum comes first.
 */
function DueDay({
  row: { dueOn, late, reminders, nextReminderOn },
  day,
  namesLateSum,
}: {
  row: UnpaidEnrolment
  day: string
  namesLateSum: boolean
}) {
  const reminderWords = remindersInWords(reminders, nextReminderOn)
  if (!dueOn || dueOn >= day)
    return (
      <>
        <span className="num">scade {withArticle('il', formatDate(dueOn, 'd MMM yyyy'))}</span>
        {reminderWords && <small>{reminderWords}</small>}
      </>
    )
  const dueDay = formatDate(dueOn, isInYearOf(dueOn, day) ? 'd MMM' : 'd MMM yyyy')
  if (namesLateSum)
    return (
      <>
        <b className="payment-late">
          {formatPriceInBrief(late)} scaduti {withArticle('dal', dueDay)}
        </b>
        <small>
          {timeSinceDue(dueOn, day)} · {reminderWords || NO_REMINDER}
        </small>
      </>
    )
  return (
    <>
      <b className="payment-late">{timeSinceDue(dueOn, day)}</b> · <span className="num">{dueDay}</span>
      <small>{reminderWords || NO_REMINDER}</small>
    </>
  )
}

const NO_REMINDER = 'nessun promemoria'

const isInYearOf = (date: string, day: string) => date.slice(0, 4) === day.slice(0, 4)
