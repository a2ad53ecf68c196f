import { Fragment, type ReactNode } from 'react'
import { href, Link } from 'react-router'
import { paymentFormPage } from '../enrolments/pages.rules'
import { withArticle } from '../italian/articles'
import { formatDate } from '../italian/dates'
import { formatCount } from '../italian/numbers'
import { formatEuros, formatPriceInBrief } from '../italian/prices'
import { editionLine } from '../ui/edition'
import { ChooseAll, RowChoice } from '../ui/tables/chosen-rows'
import { TableHead } from '../ui/tables/table-head'
import { PayerContact, PayerName } from './payer-name'
import type { UnpaidEnrolment } from './queries.server'
import { remindersInWords } from './reminders/rules'
import { formatterOfColumn, timeSinceDue } from './rules'
import './payments.css'

/**
 * Enrolments with open dues, each with a link to the form that registers a payment. `page`: address where that form
 * leads back to; `isChoosable`: whether the rows have boxes; `isByCompany`: whether companies have a head.
 */
export function OpenPayments({
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
        {rows.map((row, place) => (
          <Fragment key={row.id}>
            {isByCompany && startsGroup(row, rows[place - 1]) && <GroupHead {...row} />}
            <OpenRow row={row} sum={inEuros(row.open)} day={day} page={page} isChoosable={isChoosable} />
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}

/** Whether a row is the first of its company; the rows of a company follow each other. */
const startsGroup = (row: UnpaidEnrolment, before: UnpaidEnrolment | undefined) =>
  !before || row.groupKey !== before.groupKey

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

function OpenRow({
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
        <DueDay row={row} day={day} saysSum={!isChoosable} />
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

/** The day of the first open due, since when it is late, and the reminders. `saysSum`: whether it names the late sum. */
function DueDay({
  row: { since, late, reminders, nextReminder },
  day,
  saysSum,
}: {
  row: UnpaidEnrolment
  day: string
  saysSum: boolean
}) {
  const reminded = remindersInWords(reminders, nextReminder)
  if (!since || since >= day)
    return (
      <>
        <span className="num">scade {withArticle('il', formatDate(since, 'd MMM yyyy'))}</span>
        {reminded && <small>{reminded}</small>}
      </>
    )
  const dueOn = formatDate(since, isOfYear(since, day) ? 'd MMM' : 'd MMM yyyy')
  if (saysSum)
    return (
      <>
        <b className="payment-late">
          {formatPriceInBrief(late)} scaduti {withArticle('dal', dueOn)}
        </b>
        <small>
          {timeSinceDue(since, day)} · {reminded || NO_REMINDER}
        </small>
      </>
    )
  return (
    <>
      <b className="payment-late">{timeSinceDue(since, day)}</b> · <span className="num">{dueOn}</span>
      <small>{reminded || NO_REMINDER}</small>
    </>
  )
}

const NO_REMINDER = 'nessun promemoria'

const isOfYear = (date: string, day: string) => date.slice(0, 4) === day.slice(0, 4)

/** The first two cells of a row: who pays, and for which edition. `choice`: the box of the row. */
export function PayerCells({
  person,
  course,
  company = person.company,
  choice,
}: Pick<UnpaidEnrolment, 'person' | 'course'> & { company?: string | null; choice?: ReactNode }) {
  return (
    <>
      <td>
        {choice}
        <PayerName person={person} />
        <PayerContact company={company} phone={person.phone} />
      </td>
      <td data-label="Corso">
        <Link to={href('/admin/courses/:course/pagamenti', { course: course.id })}>{course.title}</Link>
        <small>{editionLine(course)}</small>
      </td>
    </>
  )
}
