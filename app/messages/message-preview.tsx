import { useState } from 'react'
import { filledPieces, type Reader, readerName } from './rules'
import '../ui/letter.css'

/**
 * Shows the message as one of its recipients gets it. `readers`: the recipients; `readAs`: the id of the enrolment of
 * the one shown at first, '' for the first; `sender`: name and address; `form`: id of the form of the message; `files`:
 * names of the attachments. `summary` of the course: as `editionSummary`.
 */
export function MessagePreview({
  course,
  readers,
  readAs,
  sender,
  form,
  files,
  subject,
  text,
}: {
  course: { title: string; summary: string }
  readers: Reader[]
  readAs: string
  sender: string
  form: string
  files: string[]
  subject: string
  text: string
}) {
  const [readerId, setReaderId] = useState(readAs)
  const reader = readers.find(({ id }) => id === readerId) ?? readers[0]
  const facts = { nome: reader?.firstName ?? 'Nome', corso: course.title }
  return (
    <section className="message-preview" aria-labelledby="anteprima">
      <header>
        <label htmlFor="readAs" id="anteprima">
          Come lo riceve
        </label>
        {reader && (
          <select
            className="input"
            name="readAs"
            form={form}
            id="readAs"
            value={reader.id}
            onChange={({ target }) => setReaderId(target.value)}
          >
            {readers.map((reader) => (
              <option key={reader.id} value={reader.id}>
                {readerName(reader)}
              </option>
            ))}
          </select>
        )}
        <button
          className="button button-small without-script"
          type="submit"
          form={form}
          name="intent"
          value="look"
        >
          Aggiorna
        </button>
      </header>
      <div className="message-letter">
        <p className="letter-from">Da {sender}</p>
        <p className="letter-subject">
          {subject ? (
            <FilledText text={subject} facts={facts} />
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
              <FilledText text={paragraph} facts={facts} />
            </p>
          ))}
        {files.length > 0 && <p className="letter-from">Allegati: {files.join(', ')}</p>}
      </div>
    </section>
  )
}

function FilledText({ text, facts }: { text: string; facts: Parameters<typeof filledPieces>[1] }) {
  return filledPieces(text, facts).map(({ text, isFilled }, number) =>
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
