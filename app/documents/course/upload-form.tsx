import { type FormEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { href, useLocation, useRevalidator } from 'react-router'
import { signInForThisPage } from '../../accounts/destination.rules'
import { formatBytes, formatFileSize } from '../../italian/file-sizes'
import { formatCount } from '../../italian/numbers'
import { ErrorSummary } from '../../ui/forms/error-summary'
import { Field } from '../../ui/forms/field'
import { FileField } from '../../ui/forms/file-field'
import { OWNER_FIELD, OwnerField } from '../../ui/forms/form'
import { sendForm, UploadButtons, UploadProgress } from '../../ui/forms/upload'
import { Toasts } from '../../ui/overlays/toasts'
import type { Toast } from '../../ui/toast'
import {
  ACCEPTED,
  ACCEPTED_IN_WORDS,
  DESCRIPTION_LIMIT,
  explainDocument,
  MAX_FILE_BYTES,
  MAX_FILES,
  MAX_TOTAL_BYTES,
  refusalOf,
  type Visibility,
} from '../rules'
import { VisibilityField } from './visibility-field'

/** `sentence`: why the file was refused; `unreached`: no response. */
export type UploadResult = { name: string; sentence?: string; unreached?: true }
type ActionResult = { results: UploadResult[]; problem?: string; facts?: FileFacts }
export type FileFacts = { description: string; visibility: Visibility }
type Item = UploadResult & { key: number; size: number; part?: number; done?: boolean }

const CANCELLED = 'Interrotto.'
const SIGNED_OUT = 'signed out'
const LEFT = 'left'

export const wasAdded = ({ sentence }: UploadResult) => sentence === undefined
const wasCancelled = ({ sentence }: UploadResult) => sentence === CANCELLED

/** The result of all files, or the reason for a single refused one. */
export function uploaded(results: UploadResult[]): Toast {
  const added = results.filter(wasAdded).length
  const cancelled = results.filter(wasCancelled).length
  if (added === 0) {
    const description = results[0]?.sentence ?? ''
    return { tone: 'destructive', title: 'Errore durante il caricamento', description }
  }
  return {
    tone: 'success',
    title: added === 1 ? 'Documento caricato' : 'Documenti caricati',
    description: [
      formatCount(added, 'file', 'file'),
      furtherFiles(results.length - added - cancelled, 'non accettato', 'non accettati'),
      furtherFiles(cancelled, 'interrotto', 'interrotti'),
    ]
      .filter(Boolean)
      .join(', '),
  }
}

/** Keeps only refused files in the chooser. */
function keepRefused(form: HTMLFormElement, files: File[], results: UploadResult[]) {
  const remaining = new DataTransfer()
  for (const [i, file] of files.entries()) if (!results[i] || !wasAdded(results[i])) remaining.items.add(file)
  const chooser = form.elements.namedItem('file') as HTMLInputElement
  chooser.files = remaining.files
}

const furtherFiles = (count: number, singular: string, plural: string) =>
  count > 0 && formatCount(count, singular, plural)

type UploadFormProps = {
  /** Of the address that takes the files: the course, and the page to return to. */
  query: string
  /** Of the form that was posted without a script. */
  result: ActionResult | undefined
  onOutcome: (refused: boolean) => void
}

/**
 * A script sends the files one by one with their progress, and asks about them once they are chosen; without one the
 * form is posted.
 */
export function UploadForm({ query, result, onOutcome }: UploadFormProps) {
  const action = href('/admin/documents') + query
  const { items, problem, toast, isBusy, form, choose, send, cancel } = useUploads(action, result, onOutcome)
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
        ref={form}
        onSubmit={send}
      >
        <OwnerField />
        <ErrorSummary result={problem} errors={problem ? { file: problem.sentence } : {}} />
        <FileField
          label="File"
          name="file"
          accept={ACCEPTED}
          error={problem?.sentence}
          hint={`${ACCEPTED_IN_WORDS}. Al massimo ${MAX_FILES} file alla volta, ${formatBytes(MAX_FILE_BYTES)} ciascuno e ${formatBytes(MAX_TOTAL_BYTES)} in tutto. Dalle foto viene tolto il luogo dello scatto.`}
          disabled={isBusy}
          onChange={choose}
        />
        {items.length > 0 && <Items items={items} isBusy={isBusy} />}
        <div className="form form-2 upload-facts">
          <Field
            label="Descrizione"
            name="description"
            optional
            maxLength={DESCRIPTION_LIMIT}
            defaultValue={result?.facts?.description}
          />
          <VisibilityField chosen={result?.facts?.visibility ?? 'iscritti'} />
          <UploadButtons label="Carica" busy={isBusy} onCancel={cancel} />
        </div>
      </form>
    </section>
  )
}

/** The state of the uploads of a form: its files, the problem with its fields, the toast about what was added. */
function useUploads(action: string, result: ActionResult | undefined, onOutcome: (refused: boolean) => void) {
  const [items, setItems] = useState<Item[]>(
    result?.results.map((upload, key) => ({ ...upload, key, size: 0, done: true })) ?? [],
  )
  // An object, so that the same sentence takes the focus again.
  const [problem, setProblem] = useState(result?.problem ? { sentence: result.problem } : undefined)
  const [toast, setToast] = useState<Toast>()
  const [isBusy, setBusy] = useState(false)
  const sending = useRef<AbortController>(null)
  const form = useRef<HTMLFormElement>(null)
  const { revalidate } = useRevalidator()
  useEffect(
    () => () => {
      sending.current?.abort(LEFT)
      onOutcome(false)
    },
    [onOutcome],
  )
  const { key: visit } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new visit removes the toast, nothing else does
  useEffect(() => setToast(undefined), [visit])

  const choose = () => {
    const files = filesOf(new FormData(form.current ?? undefined))
    setProblem(undefined)
    onOutcome(false)
    setItems(files.map(({ name, size }, key) => ({ key, name, size })))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: files that were chosen before the script had loaded
  useEffect(() => {
    if (filesOf(new FormData(form.current ?? undefined)).length > 0) choose()
  }, [])

  const change = (key: number, facts: Partial<Item>) =>
    setItems((before) => before.map((item) => (item.key === key ? { ...item, ...facts } : item)))

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const form = event.currentTarget
    const place = window.scrollY
    const fields = new FormData(form)
    const files = filesOf(fields)
    const refusal = files.length === 0 ? 'no-file' : files.length > MAX_FILES ? 'too-many' : null
    setProblem(refusal ? { sentence: explainDocument({ refusal }) } : undefined)
    setToast(undefined)
    onOutcome(refusal !== null)
    setItems(refusal ? [] : files.map(({ name, size }, key) => ({ key, name, size })))
    if (refusal) return

    sending.current = new AbortController()
    setBusy(true)
    const results: UploadResult[] = []
    for (const [key, file] of files.entries()) {
      const onProgress = (part: number) => change(key, { part })
      const result = await sendFile(action, file, fields, { sending: sending.current, onProgress })
      change(key, { done: true, ...result })
      results.push(result)
    }
    const { signal } = sending.current
    if (signal.reason === LEFT) return
    if (signal.reason === SIGNED_OUT) return window.location.assign(signInForThisPage())
    setBusy(false)
    onOutcome(!results.every((result) => wasAdded(result) || wasCancelled(result)))
    if (results.every(wasAdded)) form.reset()
    else keepRefused(form, files, results)
    const focused = window.scrollY === place ? document.activeElement : null
    if (isReachable(results)) await revalidate()
    if (!results.some(wasAdded) && signal.aborted) return
    flushSync(() => setToast(uploaded(results)))
    // Keeps the focused button visible beside the toast.
    focused?.scrollIntoView({ block: 'nearest' })
  }

  return { items, problem, toast, isBusy, form, choose, send, cancel: () => sending.current?.abort() }
}

/** A chooser without a file sends an empty one without a name. */
const filesOf = (fields: FormData) =>
  fields
    .getAll('file')
    .filter((file): file is File => file instanceof File && (file.name !== '' || file.size > 0))

/** The last answer came from the site: without one, a revalidation would replace the form by an error page. */
function isReachable(results: UploadResult[]): boolean {
  const last = results.findLast((result) => wasAdded(result) || result.unreached)
  return last !== undefined && wasAdded(last)
}

/** Sends one file with the fields of the form, unless it is too large or the sending was cancelled. */
async function sendFile(
  action: string,
  file: File,
  fields: FormData,
  { sending, onProgress }: { sending: AbortController; onProgress: (part: number) => void },
): Promise<UploadResult> {
  const { name } = file
  const { signal } = sending
  if (signal.aborted) return { name, sentence: CANCELLED }
  if (file.size > MAX_FILE_BYTES) return { name, sentence: explainDocument({ refusal: 'too-large' }) }
  const form = new FormData()
  for (const field of [OWNER_FIELD, 'description', 'visibility'])
    form.set(field, String(fields.get(field) ?? ''))
  form.set('file', file)
  onProgress(0)
  try {
    const { status, body } = await sendForm(action, form, { onProgress, signal })
    if (status === 401) sending.abort(SIGNED_OUT)
    return { name, ...resultOf(status, body as ActionResult | null) }
  } catch {
    if (signal.aborted) return { name, sentence: CANCELLED }
    return { name, sentence: explainDocument({ refusal: 'upload-failed' }), unreached: true }
  }
}

/** `body`: null from a proxy, which answers without JSON. */
function resultOf(status: number, body: ActionResult | null): Omit<UploadResult, 'name'> {
  if (!body) {
    const sentence = explainDocument({ refusal: refusalOf(status) })
    return status > 500 ? { sentence, unreached: true } : { sentence }
  }
  const sentence = body.problem ?? body.results[0]?.sentence
  return sentence === undefined ? {} : { sentence }
}

function Items({ items, isBusy }: { items: Item[]; isBusy: boolean }) {
  return (
    <ul className="upload-items" aria-label="File scelti">
      {items.map(({ key, name, size, part, done, sentence }) => (
        <li key={key}>
          <b>{name}</b> {size > 0 && <span className="num quiet">{formatFileSize(size)}</span>}
          {!done && part !== undefined && <UploadProgress name={name} part={part} />}
          {!done && part === undefined && isBusy && <span className="quiet">In attesa</span>}
          {done && !sentence && <span className="state state-approved">Caricato</span>}
          {sentence && <span className="error">{sentence}</span>}
        </li>
      ))}
    </ul>
  )
}
