import { ErrorSummary } from '../../ui/error-summary'
import { TextArea } from '../../ui/field'
import { Form } from '../../ui/form'
import { Submit } from '../../ui/submit'
import { replyLink } from '../rules'
import type { contactById } from './queries.server'
import { NOTE_MAX } from './rules'

/** A refused note, and the reason. */
export type NoteAnswer = { errors?: { note: string }; note?: string }

export function ContactSteps({
  contact,
  address,
  answer,
}: {
  contact: NonNullable<Awaited<ReturnType<typeof contactById>>>
  address: string
  answer: NoteAnswer | undefined
}) {
  const { note, handledAt } = contact
  const wrongNote = answer?.errors?.note
  return (
    <Form method="post" action={address} className="form" preventScrollReset>
      <ErrorSummary of={answer} errors={answer?.errors} />
      <TextArea
        label="Nota della segreteria"
        name="note"
        error={wrongNote}
        hint={wrongNote && `La nota salvata: ${note ?? 'nessuna'}`}
        optional
        rows={3}
        maxLength={NOTE_MAX}
        defaultValue={answer?.note ?? note ?? ''}
      />
      <input type="hidden" name="before" value={note ?? ''} />
      <div className="actions">
        {handledAt ? (
          <Submit name="intent" value="reopen" busy="Salvataggio...">
            Riapri
          </Submit>
        ) : (
          <Submit
            className="button button-main button-dense"
            name="intent"
            value="handle"
            busy="Salvataggio..."
          >
            Segna come gestita
          </Submit>
        )}
        <a className="button" href={replyLink(contact)}>
          Rispondi
        </a>
        <Submit name="intent" value="note" busy="Salvataggio...">
          Salva nota
        </Submit>
      </div>
    </Form>
  )
}
