import { withArticle } from '../italian/articles'
import { formatDate } from '../italian/dates'
import { ActionButton, EmailLayout, FactRows, P, Quote, TextLink, TypedText } from '../mail/layout'
import type { Email } from '../mail/outbox.server'
import { letterSubject, OpeningParagraph } from '../mail/wording'
import { siteSettings } from '../site/settings'
import { replyLink, type Submission, subjectOfReply, typedWords } from './rules'

/** Characters of a reply beside the subject in the list of a mail program. */
const PREVIEW_CHARACTERS = 120

/** Sends a message to the office; a reply goes to the visitor. `page`: the address of the message, if it is stored. */
export function contactForOffice(submission: Submission, officeEmail: string, page?: string): Email {
  const { name, surname, email, phone, message } = submission
  const title = 'Nuova richiesta di contatto'
  const fullName = `${name} ${surname}`.trim()
  return {
    kind: 'contact-for-office',
    to: { name: siteSettings().company.name, address: officeEmail },
    replyTo: email,
    subject: `${title}: ${fullName}`,
    content: (
      <EmailLayout
        title={title}
        preview={`${fullName} ha scritto dal modulo dei contatti.`}
        reason="Ricevi questa email perché questo è l’indirizzo della segreteria."
      >
        <FactRows
          rows={[
            ['Nome', fullName],
            ['Email', email],
            ['Telefono', phone],
          ]}
          links={false}
        />
        <TypedText text={message} links={false} />
        {/* The link has the encoded message, so that the text version leaves it out. */}
        <div data-skip-in-text="true">
          <ActionButton href={replyLink(submission)}>Rispondi</ActionButton>
        </div>
        <P quiet>Puoi anche rispondere a questa email: la risposta arriva a chi ha scritto.</P>
        {page && (
          <P>
            <TextLink href={page}>Apri la richiesta</TextLink>
          </P>
        )}
      </EmailLayout>
    ),
  }
}

/** Confirms to the sender that a message came. It has no typed text, since the address may belong to someone else. */
export function contactReceived({ email }: Pick<Submission, 'email'>): Email {
  const title = letterSubject('contact-received')
  return {
    kind: 'contact-received',
    to: { name: '', address: email },
    subject: `${title}: ${siteSettings().company.name}`,
    content: (
      <EmailLayout
        title={title}
        preview="La segreteria ti risponde per email o al telefono."
        reason={`Ricevi questa email perché questo indirizzo è stato scritto nel modulo dei contatti di ${siteSettings().company.name}.`}
      >
        <OpeningParagraph letter="contact-received" />
        <P>Se preferisci parlarne subito, il numero è {siteSettings().company.phone}.</P>
        <P quiet>Non hai scritto tu? Puoi ignorare questa email.</P>
      </EmailLayout>
    ),
  }
}

/** The reply of the office, with the message below it; the visitor's answer to it goes to `officeEmail`. */
export function contactReply(
  contact: Omit<Submission, 'phone'> & { createdAt: Date },
  text: string,
  officeEmail: string,
): Email {
  const { name, surname, email, message, createdAt } = contact
  const words = typedWords(message)
  const title = subjectOfReply(message)
  return {
    kind: 'contact-reply',
    to: { name: `${name} ${surname}`.trim(), address: email },
    replyTo: officeEmail,
    subject: title,
    content: (
      <EmailLayout
        title={title}
        preview={text.slice(0, PREVIEW_CHARACTERS)}
        reason={`Ricevi questa email perché hai scritto a ${siteSettings().company.name} dal modulo dei contatti.`}
      >
        <TypedText text={text} />
        {words && (
          <>
            <P quiet>Ci avevi scritto {withArticle('il', formatDate(createdAt, 'd MMMM yyyy'))}:</P>
            <Quote>
              <TypedText text={words} links={false} quiet />
            </Quote>
          </>
        )}
      </EmailLayout>
    ),
  }
}
