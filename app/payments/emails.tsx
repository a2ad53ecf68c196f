import { href } from 'react-router'
import { type Balance, balanceInWords, toEuros } from '../enrolments/dues/rules'
import { courseRows, type EnrolmentFacts, toThePerson } from '../enrolments/emails'
import { withArticle } from '../italian/articles'
import { formatDate } from '../italian/dates'
import { formatEuros } from '../italian/prices'
import { ActionButton, FactRows, OfficeAddress, P } from '../mail/layout'
import type { Email } from '../mail/outbox.server'
import type { TypedPayment } from './rules'

/** To the person, when money of theirs has come, or has gone back. `balance`: after it. */
export function paymentRegistered(
  facts: EnrolmentFacts,
  enrolmentId: string,
  { cents, receivedOn }: TypedPayment,
  balance: Balance,
): Email {
  const isRefund = cents < 0
  const sum = formatEuros(toEuros(Math.abs(cents)))
  const day = withArticle('il', formatDate(receivedOn, 'd MMMM yyyy'))
  const title = isRefund ? 'Il tuo rimborso è partito' : 'Abbiamo ricevuto il tuo pagamento'
  return toThePerson(facts, isRefund ? 'payment-returned' : 'payment-received', title, {
    preview: isRefund ? `Ti abbiamo restituito ${sum}.` : `${sum}, ${day}.`,
    children: (
      <>
        <P>
          {isRefund
            ? `${day} ti abbiamo restituito ${sum}: il bonifico arriva in uno o due giorni lavorativi.`
            : `${day} abbiamo ricevuto ${sum}.`}
        </P>
        {!isRefund && balance.owed > 0 && <P>{balanceInWords(balance)}</P>}
        <FactRows rows={courseRows(facts.course)} />
        {!isRefund && <P>La fattura la emette l’amministrazione.</P>}
        <ActionButton
          href={`${facts.origin}${href('/dashboard/iscrizioni/:enrolment', { enrolment: enrolmentId })}`}
        >
          Vedi i pagamenti
        </ActionButton>
        <P quiet>
          Qualcosa non torna? Scrivi a <OfficeAddress />.
        </P>
      </>
    ),
  })
}
