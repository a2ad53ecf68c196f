import { useState } from 'react'
import { filledPieces, type PlaceholderValues, type Recipient, recipientName } from './rules'
import '../ui/letter.css'

/**
 * Shows the message as one of its recipients gets it, who is chosen in a select. `readAs`: the id of the enrolment of
 * the recipient who is shown at first, '' for the first one; `sender`: name and address; `formId`: of the form of the
 * message, to which the select belongs; `files`: names of the attachments. `summary` of the course: as
 * `editionSummary`.
 */
export function MessagePreview({
  course,
  recipients,
  readAs,
  sender,
  formId,
  files,
  subject,
  text,
}: {
  course: { title: string; summary: string }
  recipients: Recipient[]
  readAs: string
  sender: string
  formId: string
  files: string[]
  subject: string
  text: string
}) {
  const [recipientId, setRecipientId] = useState(readAs)
  const recipient = recipients.find(({ id }) => id === recipientId) ?? recipients[0]
  const values = { nome: recipient?.firstName ?? 'Nome', corso: course.title }
  return (
    <section className="message-preview" aria-labelledby="anteprima">
      <header>
        <label htmlFor="readAs" id="anteprima">
          Come lo riceve
        </label>
        {recipient && (
          <select
            className="input"
            name="readAs"
            form={formId}
            id="readAs"
            value={recipient.id}
            onChange={({ target }) => setRecipientId(target.value)}
          >
            {recipients.map((recipient) => (
              <option key={recipient.id} value={recipient.id}>
                {recipientName(recipient)}
              </option>
            ))}
          </select>
        )}
        <button
          className="button button-small without-script"
          type="submit"
          form={formId}
          name="intent"
          value="refresh"
        >
          Aggiorna
        </button>
      </header>
      <div className="message-letter">
        <p className="letter-note">Da {sender}</p>
        <p className="letter-subject">
          {subject ? (
            <FilledText text={subject} values={values} />
          ) : (
            <span className="quiet">(senza oggetto)</span>
          )}
          <small>{course.summary}</small>
        </p>
        {text
          .trim()
          .split(/\n\s*\n/)
          .map((paragraph, number) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs may repeat, and have no identity
            <p key={number} className="letter-text">
              <FilledText text={paragraph} values={values} />
            </p>
          ))}
        {files.length > 0 && <p className="letter-note">Allegati: {files.join(', ')}</p>}
      </div>
    </section>
  )
}

/** The text with its placeholders replaced; what replaces them is marked. */
function FilledText({ text, values }: { text: string; values: PlaceholderValues }) {
  return filledPieces(text, values).map(({ text, isFilled }, number) =>
    isFilled ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces may repeat, and have no identity
      <span key={number} className="filled-in">
        {text}
      </span>
    ) : (
      text
    ),
  )
}
