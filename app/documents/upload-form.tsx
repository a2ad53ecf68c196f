import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { ErrorSummary } from '../ui/error-summary'
import { Field } from '../ui/field'
import { sendForm, UploadProgress } from '../ui/upload'
import { ACCEPTED, DESCRIPTION_LIMIT, explain, fileSize, MAX_FILE_BYTES, MAX_FILES } from './rules'
import { VisibilityField } from './visibility-field'

/** What came of a file: nothing to say, or the sentence that refuses it. */
export type UploadResult = { name: string; sentence?: string }
type Answer = { results: UploadResult[]; problem?: string }
type Item = UploadResult & { key: number; size: number; part?: number; done?: boolean }

const CANCELLED = 'Annullato.'

/**
 * Adds files to a course. Natively all go in one form; a script sends them one after another, shows how far each
 * has come, and goes on after one that is refused.
 */
export function UploadForm({
  course,
  answer,
}: {
  course: { id: string; title: string }
  answer: Answer | undefined
}) {
  const [told, setTold] = useState<{ problem?: string } | undefined>(answer)
  const [items, setItems] = useState<Item[]>(
    answer?.results.map((result, key) => ({ ...result, key, size: 0, done: true })) ?? [],
  )
  const [busy, setBusy] = useState(false)
  const sending = useRef<AbortController>(null)
  const { revalidate } = useRevalidator()
  useEffect(() => () => sending.current?.abort(), [])
  const action = `/admin/documents?corso=${course.id}`

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const fields = new FormData(form)
    const files = fields.getAll('file').filter((file) => file instanceof File && (file.name || file.size))
    setTold(undefined)
    setItems((files as File[]).map(({ name, size }, key) => ({ key, name, size })))
    const refusal = files.length === 0 ? 'no-file' : files.length > MAX_FILES ? 'too-many' : null
    if (refusal) {
      setItems([])
      return setTold({ problem: explain({ refusal }) })
    }
    sending.current = new AbortController()
    setBusy(true)
    const added = await sendEach(files as File[], fields, sending.current.signal)
    setBusy(false)
    if (added === files.length) form.reset()
    await revalidate()
  }

  async function sendEach(files: File[], fields: FormData, signal: AbortSignal): Promise<number> {
    const last = files.findLastIndex((file) => file.size <= MAX_FILE_BYTES)
    let added = 0
    for (const [key, file] of files.entries()) {
      const tell = (news: Partial<Item>) =>
        setItems((before) => before.map((item) => (item.key === key ? { ...item, ...news } : item)))
      const form = new FormData()
      for (const name of ['description', 'visibility']) form.set(name, String(fields.get(name) ?? ''))
      form.set('before', String(added))
      if (key !== last) form.set('more', '1')
      form.set('file', file)
      const sentence = signal.aborted
        ? CANCELLED
        : file.size > MAX_FILE_BYTES
          ? explain({ refusal: 'too-large' })
          : await sendOne(form, signal, (part) => tell({ part }))
      tell({ done: true, ...(sentence !== undefined && { sentence }) })
      if (sentence === undefined) added += 1
    }
    return added
  }

  /** The sentence that refuses the file, if any. */
  async function sendOne(form: FormData, signal: AbortSignal, onProgress: (part: number) => void) {
    onProgress(0)
    try {
      const { status, answer, location } = await sendForm(action, form, { onProgress, signal })
      const told = answer as Answer | null
      if (!told && status === 413) return explain({ refusal: 'too-large' })
      if (!told) {
        sending.current?.abort() // nobody is signed in any more
        window.location.assign(location)
        return explain({ refusal: 'upload-failed' })
      }
      return told.problem ?? told.results[0]?.sentence
    } catch {
      return signal.aborted ? CANCELLED : explain({ refusal: 'upload-failed' })
    }
  }

  return (
    <section className="upload" aria-labelledby="carica">
      <h3 id="carica">Carica documenti</h3>
      <form
        method="post"
        action={action}
        encType="multipart/form-data"
        className="form form-2"
        onSubmit={send}
      >
        <div className="form">
          <ErrorSummary of={told} errors={told?.problem ? { file: told.problem } : {}} />
          <Field
            label="File"
            name="file"
            type="file"
            multiple
            accept={ACCEPTED}
            error={told?.problem}
            hint={`PDF, Word, Excel, PowerPoint, OpenDocument, PNG, JPEG, testo o CSV. Al massimo ${MAX_FILES} file alla volta, 10 MB ciascuno.`}
            disabled={busy}
          />
          <Field label="Descrizione" name="description" optional maxLength={DESCRIPTION_LIMIT} />
        </div>
        <VisibilityField chosen="iscritti" />
        {items.length > 0 && <Items items={items} />}
        <div className="actions full">
          <button className="button button-main button-dense" type="submit" disabled={busy}>
            {busy ? 'Caricamento...' : 'Carica'}
          </button>
          {busy && (
            <button className="button" type="button" onClick={() => sending.current?.abort()}>
              Annulla
            </button>
          )}
        </div>
      </form>
    </section>
  )
}

function Items({ items }: { items: Item[] }) {
  return (
    <ul className="upload-items full" aria-label="File scelti">
      {items.map(({ key, name, size, part, done, sentence }) => (
        <li key={key}>
          <b>{name}</b> {size > 0 && <span className="num quiet">{fileSize(size)}</span>}
          {!done && part !== undefined && <UploadProgress name={name} part={part} />}
          {!done && part === undefined && <span className="quiet">In attesa</span>}
          {done && !sentence && <span className="state state-approved">Caricato</span>}
          {sentence && <span className="error">{sentence}</span>}
        </li>
      ))}
    </ul>
  )
}
