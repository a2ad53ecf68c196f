import { type EnrolmentFacts, emailToPerson } from '../enrolments/emails'
import { DashboardButton, TypedText } from '../mail/layout'
import type { Email } from '../mail/outbox.server'
import { fillIn, type MessageContent } from './rules'

/** How many characters of the text mail programs get to show beside the subject, in the list of e-mails. */
const PREVIEW_LENGTH = 90

/** The e-mail with a message of the office to one person of an edition. Replies go to the office. */
export function editionMessage(
  { person, course, origin }: EnrolmentFacts,
  { attachments, ...content }: MessageContent,
  officeEmail: string,
): Email {
  const values = { nome: person.firstName, corso: course.title }
  const [subject, text] = [fillIn(content.subject, values), fillIn(content.text, values)]
  const email = emailToPerson({ person, course, origin }, 'edition-message', subject, {
    preview: text.slice(0, PREVIEW_LENGTH),
    toMany: true,
    greets: false, // the typed text has its own greeting
    children: (
      <>
        <TypedText text={text} />
        <DashboardButton origin={origin} />
      </>
    ),
  })
  return { ...email, replyTo: officeEmail, attachments }
}

/** A trial of the e-mail of `editionMessage`, sent to the member of staff who writes it. */
export function messageTrial(
  author: { firstName: string; lastName: string; email: string },
  facts: EnrolmentFacts,
  content: MessageContent,
  officeEmail: string,
): Email {
  const email = editionMessage(facts, content, officeEmail)
  return {
    ...email,
    kind: 'message-trial',
    to: { name: `${author.firstName} ${author.lastName}`, address: author.email },
    subject: `Prova: ${email.subject}`,
    toMany: false,
  }
}
