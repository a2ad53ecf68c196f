import { Link } from 'react-router'
import { StateOrEndingLabel } from '../enrolments/state-label'
import { withArticle } from '../italian/articles'
import { formatDate } from '../italian/dates'
import { formatPriceInBrief } from '../italian/prices'
import { withEdition } from '../ui/edition'
import { DueChips } from './due-chips'
import type { PayerById } from './queries.server'
import { ReceiptLink } from './receipt-link'
import { METHOD_LABELS } from './rules'

/**
 * The facts of an enrolment: person, course, dues unless the enrolment has ended, and payments. `changePage`: the
 * address of the form that writes or changes the dues, for a link to it.
 */
export function PayerHead({
  payer: { person, course, status, ending, isWithoutDues, balance, payments },
  changePage,
}: {
  payer: PayerById
  changePage?: string
}) {
  return (
    <dl className="facts">
      <div>
        <dt>Persona</dt>
        <dd>
          <b>{`${person.firstName} ${person.lastName}`}</b>, {person.company ?? person.email}
        </dd>
      </div>
      <div>
        <dt>Corso</dt>
        <dd>
          <span className="payer-course">
            {withEdition(course)} <StateOrEndingLabel status={status} ending={ending} />
          </span>
        </dd>
      </div>
      {!ending && (isWithoutDues || balance.dues.length > 0) && (
        <div>
          <dt>Rate</dt>
          <dd>
            {isWithoutDues ? 'Senza rate' : <DueChips dues={balance.dues} />}
            {changePage && (
              <Link className="payment-line" to={changePage}>
                {isWithoutDues ? 'Scrivi le rate' : 'Cambia le rate'}
              </Link>
            )}
          </dd>
        </div>
      )}
      {payments.length > 0 && (
        <div>
          <dt>Già registrati</dt>
          <dd>
            {payments.map(({ id, amount, receivedOn, method, note }) => (
              <span key={id} className="num payment-line">
                {formatPriceInBrief(amount)} {withArticle('il', formatDate(receivedOn, 'd MMM yyyy'))},{' '}
                {METHOD_LABELS[method].toLowerCase()}
                {note && `: ${note}`}{' '}
                {amount > 0 && <ReceiptLink paymentId={id} of={formatDate(receivedOn, 'd MMM yyyy')} />}
              </span>
            ))}
          </dd>
        </div>
      )}
    </dl>
  )
}
