import type { Balance } from '../../enrolments/dues/rules'
import { courseRows, type EnrolmentFacts, emailToPerson, transferRows } from '../../enrolments/emails'
import { SeePayments } from '../../enrolments/payment.emails'
import { capitalize } from '../../italian/words'
import { FactRows, P } from '../../mail/layout'
import type { Email } from '../../mail/outbox.server'
import { bankAccount } from '../../site/bank-account.server'
import { siteSettings } from '../../site/settings'
import { type DueReminder, REMINDER_LETTERS, reminderWords } from './rules'

/** The e-mail that reminds a person of a due. Replies go to the office. `day`: today, YYYY-MM-DD. */
export function paymentReminder(
  facts: EnrolmentFacts,
  enrolmentId: string,
  { reminder, balance, day }: { reminder: DueReminder; balance: Balance; day: string },
  officeEmail: string,
): Email {
  const { person, course, reference, origin } = facts
  const account = bankAccount()
  const { title, greets, paragraphs } = reminderWords(reminder, balance, person, siteSettings(), day)
  const email = emailToPerson(facts, REMINDER_LETTERS[reminder.kind], title, {
    preview: capitalize(paragraphs[greets ? 0 : 1] ?? title),
    toMany: true,
    greets,
    children: (
      <>
        {paragraphs.map((paragraph) => (
          <P key={paragraph}>{paragraph}</P>
        ))}
        <FactRows
          rows={[...courseRows(course), ...(account ? transferRows(account, person, reference) : [])]}
        />
        <SeePayments origin={origin} enrolment={enrolmentId} />
      </>
    ),
  })
  return { ...email, replyTo: officeEmail }
}
