import { href } from 'react-router'
import { type Balance, balanceInWords, duesInWords, openDuesOf } from '../../enrolments/dues/rules'
import { courseRows, type EnrolmentFacts, emailToPerson, transferRows } from '../../enrolments/emails'
import { formatPrice } from '../../italian/prices'
import { ActionButton, FactRows, OfficeMailLink, P } from '../../mail/layout'
import type { Email } from '../../mail/outbox.server'
import { bankAccount } from '../../site/bank-account.server'

/**
 * The e-mail to a person about a new or changed plan. `price`: in euros, null without one; `balance`: with the new
 * dues; `isFirst`: the enrolment had no dues before.
 */
export function planChanged(
  facts: EnrolmentFacts,
  enrolmentId: string,
  { price, balance, isFirst }: { price: number | null; balance: Balance; isFirst: boolean },
): Email {
  const { course, person, reference, origin } = facts
  const openDues = openDuesOf(balance)
  const account = openDues.length > 0 ? bankAccount() : null
  const isFree = balance.owed === 0
  const sentence = isFree ? 'Per questo corso non devi pagare nulla.' : balanceInWords(balance)
  return emailToPerson(facts, 'dues-changed', isFirst ? 'Come pagare il corso' : 'Le rate sono cambiate', {
    preview: sentence,
    children: (
      <>
        <P>{isFirst || isFree ? sentence : `Abbiamo cambiato le rate del tuo corso. ${sentence}`}</P>
        <FactRows
          rows={[
            ...courseRows(course),
            ['Prezzo', price === null ? null : formatPrice(price)],
            ['Da pagare', openDues.length > 0 ? duesInWords(openDues) : null],
            ...(account ? transferRows(account, person, reference) : []),
          ]}
        />
        {account && <P>Copia la causale così com’è: ci fa riconoscere il tuo pagamento.</P>}
        <ActionButton
          href={`${origin}${href('/dashboard/iscrizioni/:enrolment', { enrolment: enrolmentId })}`}
        >
          Vedi i pagamenti
        </ActionButton>
        <P quiet>
          Qualcosa non torna? Scrivi a <OfficeMailLink />.
        </P>
      </>
    ),
  })
}
