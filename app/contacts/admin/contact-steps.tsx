import { ErrorSummary } from '../../ui/forms/error-summary'
import { TextArea } from '../../ui/forms/field'
import { Form, Submit } from '../../ui/forms/form'
import { useKeptText } from '../../ui/forms/kept-text'
import { replyLink } from '../rules'
import type { contactById } from './queries.server'
import { CONTACT_NOTE_MAX, REPLY_MAX } from './rules'

/**
 * A note or reply that was not saved, with what was typed. `before`: the stored note that the next attempt replaces;
 * undefined for the one that the page shows. `replyKey`: after a fault, that of the form, since the reply may be stored
 * all the same.
 */
export type ContactFormResult = {
  errors?: { note?: string; reply?: string }
  note?: string | undefined
  before?: string | undefined
  reply?: string
  replyKey?: string
}

/**
 * The form about a message: its reply, the note, and whether it is handled. It is one form, so that each button sends
 * what is typed in the other field too. `address`: to which it is posted.
 */
export function ContactSteps({
  contact,
  address,
  result,
}: {
  contact: NonNullable<Awaited<ReturnType<typeof contactById>>> & { replyKey: string; replies: unknown[] }
  address: string
  result: ContactFormResult | undefined
}) {
  const { note, handledAt } = contact
  const errors = result?.errors
  const keptText = useKeptText(result, { note: note ?? '' }).props
  return (
    <Form
      method="post"
      action={address}
      className="form contact-steps"
      preventScrollReset
      noValidate
      {...keptText}
    >
      <ErrorSummary result={result} errors={errors} />
      <div className="form">
        <TextArea
          label="Rispondi qui"
          name="reply"
          error={errors?.reply}
          hint={`Arriva a ${contact.email} con il suo messaggio sotto${handledAt ? '' : '; la richiesta diventa gestita'}.`}
          rows={3}
          maxLength={REPLY_MAX}
          defaultValue={result?.reply ?? ''}
        />
        <input type="hidden" name="key" value={result?.replyKey ?? contact.replyKey} />
        <input type="hidden" name="shownReplies" value={contact.replies.length} />
        <div className="actions">
          <Submit name="intent" value="reply" busy="Invio in corso...">
            Invia la risposta
          </Submit>
          <a className="link" href={replyLink(contact)}>
            Rispondi con il tuo programma di posta
          </a>
        </div>
      </div>
      <TextArea
        label="Nota della segreteria"
        name="note"
        error={errors?.note}
        hint={errors?.note && `La nota salvata: ${note ?? 'nessuna'}`}
        optional
        rows={2}
        maxLength={CONTACT_NOTE_MAX}
        defaultValue={result?.note ?? note ?? ''}
      />
      <input type="hidden" name="before" value={result?.before ?? note ?? ''} />
      <div className="actions">
        {handledAt ? (
          <Submit name="intent" value="reopen" busy="Salvataggio...">
            Riapri
          </Submit>
        ) : (
          <Submit className="button button-main" name="intent" value="handle" busy="Salvataggio...">
            Segna come gestita
          </Submit>
        )}
        <Submit name="intent" value="note" busy="Salvataggio...">
          Salva nota
        </Submit>
      </div>
    </Form>
  )
}
