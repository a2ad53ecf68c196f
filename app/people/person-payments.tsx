import { href, Link } from 'react-router'
import { toEuros } from '../enrolments/dues/rules'
import { withArticle } from '../italian/articles'
import { formatDate } from '../italian/dates'
import { formatEurosInBrief } from '../italian/prices'
import { capitalize } from '../italian/words'
import type { PersonPayment } from '../payments/queries.server'
import { ReceiptLink } from '../payments/receipt-link'
import { formatterOfColumn, METHOD_IN_WORDS, timeSinceDue } from '../payments/rules'
import { Icon, IconDrawing } from '../ui/icon'
import type { DetailedEnrolment } from './enrolments.queries.server'
import { type UnpaidDue, unpaidDues } from './person.rules'

const CLOCK_PATH = 'M10 3.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM10 6.5V10l2.5 2'

/**
 * The dues that a person has not paid in full, the earliest first, then the payments and refunds. `most`: how many
 * payments are shown, with a link to the list if there are more; `today`: YYYY-MM-DD.
 */
export function PersonPayments({
  enrolments,
  payments,
  most,
  person,
  today,
}: {
  enrolments: DetailedEnrolment[]
  payments: PersonPayment[]
  most: number
  person: { firstName: string; lastName: string }
  today: string
}) {
  const dues = unpaidDues(enrolments)
  if (dues.length + payments.length === 0) return null
  const openCents = dues.reduce((sum, due) => sum + due.open, 0)
  const shownPayments = payments.slice(0, most)
  const formatAmount = formatterOfColumn([
    ...dues.map((due) => toEuros(due.open)),
    ...shownPayments.map(({ amount }) => amount),
  ])
  return (
    <section aria-labelledby="pagamenti">
      <div className="who-section">
        <h2 id="pagamenti">Pagamenti</h2>
        {openCents > 0 && <span className="quiet">da versare {formatEurosInBrief(toEuros(openCents))}</span>}
      </div>
      <ul className="who-money">
        {dues.map((due) => (
          <DueRow
            key={`${due.enrolment} ${due.number}`}
            due={due}
            amountInWords={formatAmount(toEuros(due.open))}
            today={today}
          />
        ))}
        {shownPayments.map((payment) => (
          <PaymentRow key={payment.id} payment={payment} amountInWords={formatAmount(payment.amount)} />
        ))}
      </ul>
      {payments.length > most && (
        <Link
          className="link"
          to={`${href('/admin/pagamenti')}?${new URLSearchParams({ stato: 'incassati', q: `${person.firstName} ${person.lastName}` })}`}
        >
          Tutti gli incassi
        </Link>
      )}
    </section>
  )
}

/** 'rata 2 di 3' for 'la rata 2 di 3'. */
const withoutArticle = (name: string) => name.replace(/^(?:il|la) /, '')

function DueRow({
  due: { name, course, dueOn, state },
  amountInWords,
  today,
}: {
  due: UnpaidDue
  amountInWords: string
  today: string
}) {
  const isLate = state === 'late'
  const day = withArticle('il', formatDate(dueOn, 'd MMMM yyyy'))
  return (
    <li>
      <span className={isLate ? 'who-sign who-late' : 'who-sign'}>
        <IconDrawing path={CLOCK_PATH} />
      </span>
      <div>
        {capitalize(withoutArticle(name))}, {course}
        <small className={isLate ? 'who-late' : undefined}>
          {isLate ? `scadeva ${day}, ${timeSinceDue(dueOn, today)}` : `scade ${day}`}
        </small>
      </div>
      <b className="num">{amountInWords}</b>
    </li>
  )
}

function PaymentRow({
  payment: { id, amount, receivedOn, method, course },
  amountInWords,
}: {
  payment: PersonPayment
  amountInWords: string
}) {
  const isRefund = amount < 0
  const kindAndMethod = `${isRefund ? 'Rimborso' : 'Incasso'} ${METHOD_IN_WORDS[method]}`.trim()
  const day = formatDate(receivedOn, 'd MMMM yyyy')
  return (
    <li>
      <span className="who-sign">
        <Icon name={isRefund ? 'undo' : 'check'} />
      </span>
      <div>
        {kindAndMethod}, {course}
        <small>
          {day}
          {!isRefund && (
            <>
              {' · '}
              <ReceiptLink paymentId={id} of={`${kindAndMethod}, ${day}`} />
            </>
          )}
        </small>
      </div>
      <span className="num">{amountInWords}</span>
    </li>
  )
}
