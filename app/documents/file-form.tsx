import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { signInForThisPage } from '../accounts/destination.rules'
import { ErrorSummary, type FieldErrors } from '../ui/forms/error-summary'
import { Field } from '../ui/forms/field'
import { OwnerField } from '../ui/forms/form'
import { useKeptText } from '../ui/forms/kept-text'
import { LEFT_PAGE, sendForm, UploadButtons, UploadProgress } from '../ui/forms/upload'
import type { Toast } from '../ui/toast'
import {
  explainDocumentRefusal,
  type FileRefusal,
  MAX_FILE_BYTES,
  refusalOfStatus,
  toastOfRefusal,
} from './rules'

/** Why the form of a file was refused. `kind` and `alt`: as chosen and typed in a form that has them. */
export type FileFormProblem = { errors: FieldErrors; toast: Toast; kind?: string; alt?: string }

/**
 * The last problem of a form with a file, of an answer of the server or of an upload by the script, and a function that
 * sets it.
 */
export function useFileProblem(answer: FileFormProblem | undefined) {
  const [lastAnswer, setLastAnswer] = useState(answer)
  const [problem, setProblem] = useState(answer)
  if (answer !== lastAnswer) {
    setLastAnswer(answer)
    setProblem(answer)
  }
  return [problem, setProblem] as const
}

/** The problem for a refusal that the script finds by itself, or that stands for a response without a sentence. */
const problemOf = (refusal: FileRefusal): FileFormProblem => ({
  errors: { file: explainDocumentRefusal({ refusal }) },
  toast: { tone: 'destructive', ...toastOfRefusal(refusal) },
})

/**
 * A form with one file. A script shows the progress and can cancel; without one the form is posted. `hint`: until a
 * file is chosen; `formatSize`: a number of bytes in words; `submitLabel`: the words of the button; `storedText`: the
 * stored texts that its fields edit, by field; `onProblem`: gets the problem that the script finds or the server
 * answers, and undefined when a new attempt begins.
 */
export function FileForm({
  action,
  label,
  accept,
  hint,
  formatSize,
  submitLabel,
  storedText,
  problem,
  onProblem,
  children,
}: {
  action: string
  label: string
  accept: string
  hint: string
  formatSize: (bytes: number) => string
  submitLabel: string
  storedText?: Record<string, string>
  problem: FileFormProblem | undefined
  onProblem: (problem: FileFormProblem | undefined) => void
  children?: ReactNode
}) {
  const [chosen, setChosen] = useState<File>()
  const [fraction, setFraction] = useState<number>()
  const sending = useRef<AbortController>(null)
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const keptText = useKeptText(problem, storedText)
  useEffect(() => () => sending.current?.abort(LEFT_PAGE), [])

  const busy = fraction !== undefined

  async function post(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const form = new FormData(event.currentTarget)
    if (chosen && chosen.size > MAX_FILE_BYTES) return onProblem(problemOf('too-large'))
    sending.current = new AbortController()
    const { signal } = sending.current
    onProblem(undefined)
    setFraction(0)
    try {
      const { status, body } = await sendForm(action, form, { onProgress: setFraction, signal })
      if (signal.reason === LEFT_PAGE) return
      if (status === 401) return window.location.assign(signInForThisPage())
      const outcome = (body ?? problemOf(refusalOfStatus(status))) as FileFormProblem | { location: string }
      if ('location' in outcome) {
        keptText.forget()
        return navigate(outcome.location, { preventScrollReset: true })
      }
      // As `loadAfterConflict` does for forms that the router sends.
      if (status === 409) await revalidate()
      onProblem(outcome)
    } catch {
      if (!signal.aborted) onProblem(problemOf('upload-failed'))
    }
    setFraction(undefined)
  }

  return (
    <form
      method="post"
      action={action}
      encType="multipart/form-data"
      className="form"
      onSubmit={post}
      {...keptText.props}
    >
      <OwnerField />
      <ErrorSummary result={problem} errors={problem?.errors} />
      {children}
      <Field
        label={label}
        name="file"
        type="file"
        accept={accept}
        error={problem?.errors.file}
        hint={chosen ? `${chosen.name}, ${formatSize(chosen.size)}` : hint}
        disabled={busy}
        onChange={(event) => setChosen(event.target.files?.[0])}
      />
      {busy && <UploadProgress name={chosen?.name ?? label} fraction={fraction} />}
      <UploadButtons
        label={submitLabel}
        busy={busy}
        isSent={fraction === 1}
        onCancel={() => sending.current?.abort()}
      />
    </form>
  )
}
