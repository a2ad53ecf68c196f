import { type FormEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation, useRevalidator } from 'react-router'
import { signInForThisPage } from '../accounts/destination.rules'
import { formatCount, formatFileSize } from '../italian/numbers'
import { ErrorSummary } from '../ui/error-summary'
import { Field } from '../ui/field'
import { OWNER_FIELD, OwnerField } from '../ui/form'
import { type Toast, Toasts } from '../ui/toast'
import { sendForm, UploadButtons, UploadProgress } from '../ui/upload'
import {
  ACCEPTED,
  DESCRIPTION_LIMIT,
  explain,
  MAX_FILE_BYTES,
  MAX_FILES,
  refusalOf,
  type Visibility,
} from './rules'
import { VisibilityField } from './visibility-field'
import '../ui/state.css'

/** `sentence`: why the file was refused; `unreached`: no response. */
export type UploadResult = { name: string; sentence?: string; unreached?: true }
type Answer = { results: UploadResult[]; problem?: string; facts?: Facts }
export type Facts = { description: string; visibility: Visibility }
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
      others(results.length - added - cancelled, 'non accettato', 'non accettati'),
      others(cancelled, 'interrotto', 'interrotti'),
    ]
      .filter(Boolean)
      .join(', '),
  }
}

/** Keeps only refused files in the chooser. */
function keepRefused(form: HTMLFormElement, files: File[], results: UploadResult[]) {
  const rest = new DataTransfer()
  for (const [i, file] of files.entries()) if (!results[i] || !wasAdded(results[i])) rest.items.add(file)
  const chooser = form.elements.namedItem('file') as HTMLInputElement
  chooser.files = rest.files
}

const others = (count: number, one: string, many: string) => count > 0 && formatCount(count, one, many)

/** A script sends the files one by one with their progress; without one the form is posted. */
export function UploadForm({
  course,
  answer,
  onOutcome,
}: {
  course: { id: string; title: string }
  answer: Answer | undefined
  onOutcome: (refused: boolean) => void
}) {
  const [told, setTold] = useState<{ problem?: string } | undefined>(answer)
  const [items, setItems] = useState<Item[]>(
    answer?.results.map((result, key) => ({ ...result, key, size: 0, done: true })) ?? [],
  )
  const [toast, setToast] = useState<Toast>()
  const [busy, setBusy] = useState(false)
  const sending = useRef<AbortController>(null)
  const { revalidate } = useRevalidator()
  useEffect(
    () => () => {
      sending.current?.abort(LEFT)
      onOutcome(false)
    },
    [onOutcome],
  )
  const { key: visit } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the toast goes with every new visit, and with nothing else
  useEffect(() => setToast(undefined), [visit])
  const action = `/admin/documents?corso=${course.id}`

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const form = event.currentTarget
    const place = window.scrollY
    const fields = new FormData(form)
    const files = fields.getAll('file').filter((file) => file instanceof File && (file.name || file.size))
    setTold(undefined)
    setToast(undefined)
    onOutcome(false)
    setItems((files as File[]).map(({ name, size }, key) => ({ key, name, size })))
    const refusal = files.length === 0 ? 'no-file' : files.length > MAX_FILES ? 'too-many' : null
    if (refusal) {
      setItems([])
      onOutcome(true)
      return setTold({ problem: explain({ refusal }) })
    }
    sending.current = new AbortController()
    const { signal } = sending.current
    setBusy(true)
    const results = await sendEach(files as File[], fields, signal)
    if (signal.reason === LEFT) return
    if (signal.reason === SIGNED_OUT) return window.location.assign(signInForThisPage())
    setBusy(false)
    onOutcome(!results.every((result) => wasAdded(result) || wasCancelled(result)))
    if (results.every(wasAdded)) form.reset()
    else keepRefused(form, files as File[], results)
    // Without a response, a revalidation would replace the form by an error page.
    const last = results.findLast((result) => wasAdded(result) || result.unreached)
    const focused = window.scrollY === place ? document.activeElement : null
    if (last && wasAdded(last)) await revalidate()
    if (!results.some(wasAdded) && signal.aborted) return
    flushSync(() => setToast(uploaded(results)))
    // Keeps the focused button visible beside the toast.
    focused?.scrollIntoView({ block: 'nearest' })
  }

  async function sendEach(files: File[], fields: FormData, signal: AbortSignal): Promise<UploadResult[]> {
    const results: UploadResult[] = []
    for (const [key, file] of files.entries()) {
      const tell = (news: Partial<Item>) =>
        setItems((before) => before.map((item) => (item.key === key ? { ...item, ...news } : item)))
      const form = new FormData()
      for (const name of [OWNER_FIELD, 'description', 'visibility'])
        form.set(name, String(fields.get(name) ?? ''))
      form.set('file', file)
      const outcome = signal.aborted
        ? { sentence: CANCELLED }
        : file.size > MAX_FILE_BYTES
          ? { sentence: explain({ refusal: 'too-large' }) }
          : await sendOne(form, signal, (part) => tell({ part }))
      const result = { name: file.name, ...outcome }
      tell({ done: true, ...result })
      results.push(result)
    }
    return results
  }

  async function sendOne(
    form: FormData,
    signal: AbortSignal,
    onProgress: (part: number) => void,
  ): Promise<Omit<UploadResult, 'name'>> {
    onProgress(0)
    try {
      const { status, answer } = await sendForm(action, form, { onProgress, signal })
      if (status === 401) sending.current?.abort(SIGNED_OUT)
      const told = answer as Answer | null
      // A proxy answers without JSON.
      if (!told)
        return {
          sentence: explain({ refusal: refusalOf(status) }),
          ...(status > 500 && { unreached: true }),
        }
      const sentence = told.problem ?? told.results[0]?.sentence
      return sentence === undefined ? {} : { sentence }
    } catch {
      if (signal.aborted) return { sentence: CANCELLED }
      return { sentence: explain({ refusal: 'upload-failed' }), unreached: true }
    }
  }

  return (
    <section className="upload" aria-labelledby="carica">
      <h3 id="carica">Carica documenti</h3>
      {toast && <Toasts toasts={[toast]} />}
      <form
        method="post"
        action={action}
        encType="multipart/form-data"
        className="form form-2"
        onSubmit={send}
      >
        <OwnerField />
        <div className="form">
          <ErrorSummary of={told} errors={told?.problem ? { file: told.problem } : {}} />
          <Field
            label="File"
            name="file"
            type="file"
            multiple
            accept={ACCEPTED}
            error={told?.problem}
            hint={`PDF, Word, Excel, PowerPoint, OpenDocument, PNG, JPEG, testo o CSV. Al massimo ${MAX_FILES} file alla volta, 10 MB ciascuno e 60 MB in tutto. Dalle foto viene tolto il luogo dello scatto.`}
            disabled={busy}
          />
          <Field
            label="Descrizione"
            name="description"
            optional
            maxLength={DESCRIPTION_LIMIT}
            defaultValue={answer?.facts?.description}
          />
        </div>
        <VisibilityField chosen={answer?.facts?.visibility ?? 'iscritti'} />
        {items.length > 0 && <Items items={items} />}
        <UploadButtons label="Carica" busy={busy} onCancel={() => sending.current?.abort()} />
      </form>
    </section>
  )
}

function Items({ items }: { items: Item[] }) {
  return (
    <ul className="upload-items full" aria-label="File scelti">
      {items.map(({ key, name, size, part, done, sentence }) => (
        <li key={key}>
          <b>{name}</b> {size > 0 && <span className="num quiet">{formatFileSize(size)}</span>}
          {!done && part !== undefined && <UploadProgress name={name} part={part} />}
          {!done && part === undefined && <span className="quiet">In attesa</span>}
          {done && !sentence && <span className="state state-approved">Caricato</span>}
          {sentence && <span className="error">{sentence}</span>}
        </li>
      ))}
    </ul>
  )
}
