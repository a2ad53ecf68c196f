import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { AUTH_PATHS } from '../accounts/rules'
import { ErrorSummary, type FieldErrors } from '../ui/error-summary'
import { Field } from '../ui/field'
import { OwnerField } from '../ui/form'
import type { Toast } from '../ui/toast'
import { sendForm, UploadButtons, UploadProgress } from '../ui/upload'
import { explain, type FileRefusal, MAX_FILE_BYTES, megabytes, refusalOf, uploadToast } from './rules'

export type BrochureRefused = { errors: FieldErrors; toast: Toast }

const refused = (refusal: FileRefusal): BrochureRefused => ({
  errors: { file: explain({ refusal }) },
  toast: { tone: 'destructive', ...uploadToast(refusal) },
})

/** A script shows the progress and can cancel; without one the form is posted. */
export function BrochureForm({
  action,
  problem,
  onProblem,
}: {
  action: string
  problem: BrochureRefused | undefined
  onProblem: (problem: BrochureRefused | undefined) => void
}) {
  const [chosen, setChosen] = useState<File>()
  const [part, setPart] = useState<number>()
  const sending = useRef<AbortController>(null)
  const navigate = useNavigate()
  useEffect(() => () => sending.current?.abort(), [])

  const busy = part !== undefined

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const form = new FormData(event.currentTarget)
    if (chosen && chosen.size > MAX_FILE_BYTES) return onProblem(refused('too-large'))
    sending.current = new AbortController()
    const { signal } = sending.current
    onProblem(undefined)
    setPart(0)
    try {
      const { status, answer } = await sendForm(action, form, { onProgress: setPart, signal })
      if (status === 401) return window.location.assign(AUTH_PATHS.signIn)
      const told = (answer ?? refused(refusalOf(status))) as BrochureRefused | { location: string }
      if ('location' in told) return navigate(told.location, { preventScrollReset: true })
      onProblem(told)
    } catch {
      if (!signal.aborted) onProblem(refused('upload-failed'))
    }
    setPart(undefined)
  }

  return (
    <form method="post" action={action} encType="multipart/form-data" className="form" onSubmit={send}>
      <OwnerField />
      <ErrorSummary of={problem} errors={problem?.errors} />
      <Field
        label="File PDF"
        name="file"
        type="file"
        accept="application/pdf,.pdf"
        error={problem?.errors.file}
        hint={chosen ? `${chosen.name}, ${megabytes(chosen.size)}` : 'Al massimo 10 MB.'}
        disabled={busy}
        onChange={(event) => setChosen(event.target.files?.[0])}
      />
      {busy && <UploadProgress name={chosen?.name ?? 'PDF'} part={part} />}
      <UploadButtons label="Carica PDF" busy={busy} onCancel={() => sending.current?.abort()} />
    </form>
  )
}
