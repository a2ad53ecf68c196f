import { EmailLayout, P, TypedText } from '../mail/layout'
import type { Email } from '../mail/outbox.server'
import { siteSettings } from '../site/settings'

/** Characters of the message beside the subject in the list of a mail program. */
const PREVIEW_CHARACTERS = 90

/** The e-mail with what the office writes to one person; the person's reply goes to the office. */
export function personMessage(
  { firstName, lastName, email }: { firstName: string; lastName: string; email: string },
  { subject, text }: { subject: string; text: string },
  officeEmail: string,
): Email {
  return {
    kind: 'person-message',
    to: { name: `${firstName} ${lastName}`, address: email },
    replyTo: officeEmail,
    subject,
    content: (
      <EmailLayout
        title={subject}
        preview={text.slice(0, PREVIEW_CHARACTERS)}
        reason={`Ricevi questa email perché hai un account sul sito di ${siteSettings().company.name}.`}
      >
        <P>Ciao {firstName},</P>
        <TypedText text={text} />
      </EmailLayout>
    ),
  }
}
