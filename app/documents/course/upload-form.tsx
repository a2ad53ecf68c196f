import { href } from 'react-router'
import { formatBytes, formatFileSize } from '../../italian/file-sizes'
import { ErrorSummary } from '../../ui/forms/error-summary'
import { Field } from '../../ui/forms/field'
import { FileField } from '../../ui/forms/file-field'
import { OwnerField } from '../../ui/forms/form'
import { useKeptText } from '../../ui/forms/kept-text'
import { UploadButtons, UploadProgress } from '../../ui/forms/upload'
import { Toasts } from '../../ui/overlays/toasts'
import {
  ACCEPTED_EXTENSIONS,
  ACCEPTED_IN_WORDS,
  DESCRIPTION_LIMIT,
  MAX_FILE_BYTES,
  MAX_FILES,
  MAX_TOTAL_BYTES,
} from '../rules'
import type { UploadAnswer } from './upload.rules'
import { type UploadItem, useUploads } from './use-uploads'
import { VisibilityField } from './visibility-field'
import '../../ui/office-state.css'

type UploadFormProps = {
  /** The id of the course. */
  courseId: string
  /** The query of the address to which files are sent: the course, and the page to return to. */
  query: string
  /** The answer to a form that was posted without the script; else undefined. */
  result: UploadAnswer | undefined
  /**
   * Called with true when the form or a file is refused, and with false when that is over: after an attempt without a
   * refusal, when other files are chosen, and when the form disappears.
   */
  onRefusedChange: (isRefused: boolean) => void
}

/**
 * A form for documents. The script lists the chosen files and sends them one by one, showing the progress; without the
 * script the form is posted.
 */
export function UploadForm({ courseId, query, result, onRefusedChange }: UploadFormProps) {
  const action = href('/admin/documents') + query
  const formPage = href('/admin/courses/:course/documenti', { course: courseId })
  const keptText = useKeptText(result, {}, { formPage })
  const { items, problem, toast, isBusy, showChosenFiles, send, cancel } = useUploads(
    action,
    keptText.props.ref,
    { result, onAdded: keptText.forget, onRefusedChange },
  )
  return (
    <section className="upload" aria-labelledby="carica">
      <h3 id="carica" className="visually-hidden">
        Carica documenti
      </h3>
      {toast && <Toasts toasts={[toast]} />}
      <form
        method="post"
        action={action}
        encType="multipart/form-data"
        className="form"
        onSubmit={send}
        {...keptText.props}
      >
        <OwnerField />
        <ErrorSummary result={problem} errors={problem ? { file: problem.sentence } : {}} />
        <FileField
          label="File"
          name="file"
          accept={ACCEPTED_EXTENSIONS}
          error={problem?.sentence}
          hint={`${ACCEPTED_IN_WORDS}. Al massimo ${MAX_FILES} file alla volta, ${formatBytes(MAX_FILE_BYTES)} ciascuno e ${formatBytes(MAX_TOTAL_BYTES)} in tutto. Dalle foto viene tolto il luogo dello scatto.`}
          disabled={isBusy}
          onChange={showChosenFiles}
        />
        {items.length > 0 && <UploadList items={items} isBusy={isBusy} />}
        <div className="form form-2 upload-facts">
          <Field
            label="Descrizione"
            name="description"
            optional
            maxLength={DESCRIPTION_LIMIT}
            defaultValue={result?.facts?.description}
          />
          <VisibilityField chosen={result?.facts?.visibility ?? 'iscritti'} />
          <UploadButtons
            label="Carica"
            busy={isBusy}
            isSent={items.at(-1)?.fraction === 1}
            onCancel={cancel}
          />
        </div>
      </form>
    </section>
  )
}

function UploadList({ items, isBusy }: { items: UploadItem[]; isBusy: boolean }) {
  return (
    <ul className="upload-items" aria-label="File scelti">
      {items.map(({ key, name, size, fraction, done, sentence }) => (
        <li key={key}>
          <b>{name}</b> {size > 0 && <span className="num quiet">{formatFileSize(size)}</span>}
          {!done && fraction !== undefined && <UploadProgress name={name} fraction={fraction} />}
          {!done && fraction === undefined && isBusy && <span className="quiet">In attesa</span>}
          {done && !sentence && <span className="state state-uploaded">Caricato</span>}
          {sentence && <span className="error">{sentence}</span>}
        </li>
      ))}
    </ul>
  )
}
