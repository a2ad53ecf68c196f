import {
  type Balance,
  balanceInWords,
  duesInWords,
  openDuesOf,
  PAY_AFTER_CONFIRMATION,
} from '../../enrolments/dues/rules'
import { courseRows, type EnrolmentFacts, emailToPerson, transferRows } from '../../enrolments/emails'
import { SeePayments } from '../../enrolments/payment.emails'
import { formatPrice } from '../../italian/prices'
import { uncapitalize } from '../../italian/words'
import { FactRows, P } from '../../mail/layout'
import type { Email } from '../../mail/outbox.server'
import { bankAccount } from '../../site/bank-account.server'

/**
 * The e-mail to a person about their plan. `price`: in euros, null without one; `balance`: with the dues of the plan;
 * `replacesDues`: the enrolment had other dues or another price before. While the edition waits for its minimum, the
 * e-mail asks for no payment.
 */
export function planChanged(
  facts: EnrolmentFacts,
  enrolmentId: string,
  { price, balance, replacesDues }: { price: number | null; balance: Balance; replacesDues: boolean },
): Email {
  const { course, person, reference, origin } = facts
  const openDues = openDuesOf(balance)
  const duesToPay = course.condition === null ? openDues : []
  const account = duesToPay.length > 0 ? bankAccount() : null
  const isFree = balance.owed === 0
  const isConditional = openDues.length > duesToPay.length
  const sentence = [
    isFree && 'Per questo corso non devi pagare nulla.',
    isConditional && `${course.condition} ${PAY_AFTER_CONFIRMATION}`,
    !isConditional && (!isFree || balance.credit > 0) && balanceInWords(balance),
  ]
    .filter(Boolean)
    .join(' ')
  return emailToPerson(
    facts,
    'dues-changed',
    replacesDues ? 'Le rate sono cambiate' : 'Come pagare il corso',
    {
      preview: sentence,
      children: (
        <>
          <P>
            {replacesDues && !isFree
              ? `abbiamo cambiato le rate del tuo corso. ${sentence}`
              : uncapitalize(sentence)}
          </P>
          <FactRows
            rows={[
              ...courseRows(course),
              ['Prezzo', price === null ? null : formatPrice(price)],
              ['Da pagare', duesToPay.length > 0 ? duesInWords(duesToPay) : null],
              ...(account ? transferRows(account, person, reference) : []),
            ]}
          />
          {account && <P>Copia la causale così com’è: ci fa riconoscere il tuo pagamento.</P>}
          <SeePayments origin={origin} enrolment={enrolmentId} />
        </>
      ),
    },
  )
}
