import { useEffect, useRef, useState } from 'react'
import { Link, useNavigation } from 'react-router'
import { ACCEPTED_EXTENSIONS, ACCEPTED_IN_WORDS } from '../documents/rules'
import { formatBytes, formatFileSize } from '../italian/file-sizes'
import { formatCount } from '../italian/numbers'
import { EnterButton } from '../ui/forms/enter-button'
import { ErrorSummary, type FieldErrors } from '../ui/forms/error-summary'
import { CheckField, Field, TextArea } from '../ui/forms/field'
import { FileField } from '../ui/forms/file-field'
import { Form, Submit } from '../ui/forms/form'
import { useKeptText } from '../ui/forms/kept-text'
import { PlaceholderButtons } from '../ui/forms/placeholder-buttons'
import { changedField, useRemainingErrors } from '../ui/forms/remaining-errors'
import { Dock } from '../ui/overlays/dock'
import type { Toast } from '../ui/toast'
import { MessagePreview } from './message-preview'
import type { Attachment } from './queries.server'
import { RecipientFields, useRecipientChoice } from './recipients'
import {
  ATTACHMENT_LIMITS,
  type ComposedMessage,
  explainMessageRefusal,
  MESSAGE_LIMITS,
  type MessageRefusal,
  PLACEHOLDERS,
  REFUSED_FILE_FIELD,
  type Recipient,
  WITHOUT_FILE_FIELD,
} from './rules'

/** The answer to a form whose message was not sent: by another button, or with errors. */
export type ComposeResult = {
  typed: ComposedMessage
  attachments: Attachment[]
  errors: FieldErrors
  toasts?: Toast[]
}

const FORM_ID = 'messaggio'

/**
 * The form of a message: recipients, text and attachments, with a preview for one of the recipients.
 * `possibleRecipients`: everybody to whom it can be sent; `initial`: what the form contains at first; `sender`: name
 * and address; `undoMinutes`: after which the message leaves, 0 for at once; `backTo`: the page of the messages;
 * `result`: the last answer of the server to the form.
 */
export function ComposeForm({
  course,
  possibleRecipients,
  initial,
  sender,
  undoMinutes,
  backTo,
  result,
}: {
  course: { id: string; title: string; summary: string }
  possibleRecipients: Recipient[]
  initial: ComposedMessage
  sender: string
  undoMinutes: number
  backTo: string
  result: ComposeResult | undefined
}) {
  const typed = result?.typed ?? initial
  const choice = useRecipientChoice(possibleRecipients, typed)
  const { recipients } = choice
  const { ref, onInput } = useKeptText(result, undefined, {
    chosen: {
      choice: { audience: choice.audience, to: choice.to },
      initial: { audience: initial.audience, to: initial.to },
      restore: choice.restore,
    },
  }).props
  const [errors, clearError] = useRemainingErrors(result, result?.errors ?? {})
  const [previewContent, setPreviewContent] = useState({ subject: typed.subject, text: typed.text })
  const updatePreview = () => {
    const fields = new FormData(ref.current ?? undefined)
    setPreviewContent({ subject: String(fields.get('subject')), text: String(fields.get('text')) })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: kept text returns into the fields after the first drawing
  useEffect(updatePreview, [])
  const { formData } = useNavigation()
  const isAttaching = formData?.get('intent') === 'attach'
  return (
    <div className="compose">
      <Form
        id={FORM_ID}
        ref={ref}
        method="post"
        encType="multipart/form-data"
        className="form"
        noValidate
        preventScrollReset
        onInput={() => {
          onInput()
          updatePreview()
        }}
        onChange={(event) => {
          const field = changedField(event)
          clearError(field === 'audience' ? 'to' : field)
        }}
      >
        <EnterButton name="intent" value="refresh" />
        <ErrorSummary result={result} errors={errors} />
        <input type="hidden" name="key" value={typed.key} />
        <RecipientFields choice={choice} error={errors.to} />
        <Field
          label="Oggetto"
          name="subject"
          maxLength={MESSAGE_LIMITS.subject}
          defaultValue={typed.subject}
          error={errors.subject}
        />
        <div className="compose-text">
          <TextArea
            label="Messaggio"
            name="text"
            rows={9}
            maxLength={MESSAGE_LIMITS.text}
            defaultValue={typed.text}
            error={errors.text}
            hint={
              <span className="without-script">
                Al posto di [{Object.values(PLACEHOLDERS).join('] e [')}] ciascuno legge i suoi.
              </span>
            }
          />
          <PlaceholderButtons placeholders={PLACEHOLDERS} />
        </div>
        <Attachments
          key={result?.attachments.map(({ id }) => id).join()}
          attachments={result?.attachments ?? []}
          isChecking={isAttaching}
          isSending={formData !== undefined}
          error={errors.file}
        />
      </Form>
      <MessagePreview
        course={course}
        recipients={recipients}
        readAs={typed.readAs}
        sender={sender}
        formId={FORM_ID}
        files={(result?.attachments ?? []).map(({ fileName }) => fileName)}
        {...previewContent}
      />
      <Dock label="Invio">
        <div className="save-bar compose-bar">
          <p aria-live="polite">
            <b>
              {recipients.length === 0
                ? 'A nessuno'
                : `A ${formatCount(recipients.length, 'persona', 'persone')}`}
            </b>
            <small>
              {isAttaching
                ? 'Gli allegati si stanno caricando…'
                : undoMinutes > 0
                  ? `Parte ${formatCount(undoMinutes, 'minuto', 'minuti')} dopo: fino ad allora si ripristina.`
                  : 'Parte subito.'}
            </small>
          </p>
          <div className="actions">
            <Link className="link" to={backTo}>
              Indietro
            </Link>
            <Submit
              className="button"
              form={FORM_ID}
              name="intent"
              value="trial"
              busy="Invio in corso..."
              disabled={isAttaching}
            >
              Invia una prova a me
            </Submit>
            <Submit
              className="button button-main"
              form={FORM_ID}
              name="intent"
              value="send"
              busy="Invio in corso..."
              disabled={isAttaching}
            >
              {recipients.length > 0 ? `Invia a ${recipients.length}` : 'Invia'}
            </Submit>
          </div>
        </div>
      </Dock>
    </div>
  )
}

/** Why files that were chosen together cannot be attached, as far as a script can tell; undefined if they can. */
function refusalOfFiles(files: File[]): MessageRefusal | undefined {
  if (files.length > ATTACHMENT_LIMITS.files) return 'too-many-files'
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  return bytes > ATTACHMENT_LIMITS.bytes ? 'too-large-files' : undefined
}

/**
 * The attachments. A script uploads a file as soon as it is chosen; without one the next pressed button sends it with
 * the form. `isChecking`: whether files are being uploaded; `isSending`: whether the form is being sent, so that it
 * cannot be sent with another file.
 */
function Attachments({
  attachments,
  isChecking,
  isSending,
  error,
}: {
  attachments: Attachment[]
  isChecking: boolean
  isSending: boolean
  error: string | undefined
}) {
  const addButton = useRef<HTMLButtonElement>(null)
  const [problem, setProblem] = useState<string>()
  return (
    <div className="compose-files">
      <FileField
        label="Allegati"
        name="file"
        optional
        accept={ACCEPTED_EXTENSIONS}
        disabled={isSending}
        error={problem ?? error}
        hint={
          isChecking
            ? 'Controllo del file…'
            : `${ACCEPTED_IN_WORDS}. Al massimo ${ATTACHMENT_LIMITS.files} file, ${formatBytes(ATTACHMENT_LIMITS.bytes)} in tutto.`
        }
        onChange={({ target }) => {
          if (!target.files?.length) return
          const refusal = refusalOfFiles([...target.files])
          setProblem(refusal && explainMessageRefusal(refusal))
          if (refusal) {
            target.value = ''
            target.focus()
          } else target.form?.requestSubmit(addButton.current)
        }}
      />
      <p className="visually-hidden" aria-live="assertive">
        {problem}
      </p>
      {(problem ?? error) && (
        <>
          <input type="hidden" name={REFUSED_FILE_FIELD} value="1" />
          <CheckField name={WITHOUT_FILE_FIELD}>Invia senza il file rifiutato</CheckField>
        </>
      )}
      <button
        ref={addButton}
        className="button button-small without-script"
        type="submit"
        name="intent"
        value="attach"
      >
        Aggiungi
      </button>
      {attachments.length > 0 && (
        <ul className="attached" aria-label="Allegati">
          {attachments.map(({ id, fileName, fileSize }) => (
            <li key={id}>
              <input type="hidden" name="attached" value={id} />
              <span className="attached-name">{fileName}</span>{' '}
              <span className="quiet num">{formatFileSize(fileSize)}</span>
              <button
                className="link"
                type="submit"
                name="remove"
                value={id}
                disabled={isSending}
                aria-label={`Togli ${fileName}`}
              >
                Togli
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
