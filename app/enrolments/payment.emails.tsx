import { href } from 'react-router'
import { withArticle } from '../italian/articles'
import { formatDate } from '../italian/dates'
import { formatEuros } from '../italian/prices'
import { ActionButton, FactRows, OfficeMailLink, P } from '../mail/layout'
import type { Email } from '../mail/outbox.server'
import { type Balance, balanceInWords, paidInWords, toEuros } from './dues/rules'
import { courseRows, type EnrolmentFacts, emailToPerson } from './emails'
import { REFUND_FOLLOWS, type Refund, refundStatusInWords, refundWithReason } from './refund.rules'
import type { Ending } from './rules'

/** What an e-mail says of a payment. `cents`: negative for a refund; `receivedOn`: YYYY-MM-DD. */
export type PaymentFacts = { cents: number; receivedOn: string; method: string }

/**
 * How an enrolment ended, and what is to be given back of its payments. `endedOn`: YYYY-MM-DD; `before`, `after`: the
 * refund before and after the payment that the e-mail is about.
 */
export type EndWithRefund = {
  ending: Exclude<Ending, 'transferred'>
  endedOn: string
  before: Refund
  after: Refund
}

/**
 * The e-mail to a person whose payment has arrived, or whose refund has left. `balance`: the balance after the payment;
 * `end`: how the enrolment ended, if it did; its dues then no longer count.
 */
export function paymentRegistered(
  facts: EnrolmentFacts,
  enrolmentId: string,
  payment: PaymentFacts,
  { balance, end }: { balance: Balance; end?: EndWithRefund | undefined },
): Email {
  const { cents, receivedOn } = payment
  const isRefund = cents < 0
  const sum = formatEuros(toEuros(Math.abs(cents)))
  const day = withArticle('il', formatDate(receivedOn, 'd MMMM yyyy'))
  const title = isRefund ? 'Il tuo rimborso è partito' : 'Abbiamo ricevuto il tuo pagamento'
  return emailToPerson(facts, isRefund ? 'payment-returned' : 'payment-received', title, {
    preview: isRefund ? `Ti abbiamo restituito ${sum}.` : `${sum}, ${day}.`,
    children: (
      <>
        <P>{isRefund ? sentRefundInWords(payment, end) : `${day} abbiamo ricevuto ${sum}.`}</P>
        {!isRefund && end && (
          <P>
            La tua iscrizione è finita. {refundStatusInWords(end.after)} {REFUND_FOLLOWS}
          </P>
        )}
        {!isRefund && !end && balance.owed > 0 && (
          <P>
            {/* While the edition waits for its minimum, nobody is asked for the next due. */}
            {facts.course.condition && balance.next ? `${paidInWords(balance)}.` : balanceInWords(balance)}
          </P>
        )}
        <FactRows rows={courseRows(facts.course)} />
        {!isRefund && <P>La fattura la emette l’amministrazione.</P>}
        <SeePayments origin={facts.origin} enrolment={enrolmentId} />
      </>
    ),
  })
}

/**
 * The end of an e-mail about payments: a button to those of the enrolment, and whom to write to. `enrolment`: an id.
 */
export function SeePayments({ origin, enrolment }: { origin: string; enrolment: string }) {
  return (
    <>
      <ActionButton href={`${origin}${href('/dashboard/iscrizioni/:enrolment', { enrolment })}`}>
        Vedi i pagamenti
      </ActionButton>
      <P quiet>
        Qualcosa non torna? Scrivi a <OfficeMailLink />.
      </P>
    </>
  )
}

/** Says when a refund left; also why, if it is the first one and its amount is what the terms propose. */
function sentRefundInWords(
  { cents, receivedOn, method }: PaymentFacts,
  end: EndWithRefund | undefined,
): string {
  const day = withArticle('il', formatDate(receivedOn, 'd MMMM yyyy'))
  const isProposed = end?.before.returned === 0 && end.before.total === -cents
  const sentence = isProposed
    ? `${refundWithReason(end, end.before)} ${method === 'transfer' ? 'Il bonifico è partito' : 'Il rimborso è avvenuto'} ${day}`
    : `${day} ti abbiamo restituito ${formatEuros(toEuros(-cents))}`
  const arrival = isProposed ? 'arriva' : 'il bonifico arriva'
  return method === 'transfer' ? `${sentence}: ${arrival} in uno o due giorni lavorativi.` : `${sentence}.`
}
