import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation, useRevalidator } from 'react-router'
import { signInForThisPage } from '../../accounts/destination.rules'
import { OWNER_FIELD } from '../../ui/forms/form'
import { LEFT_PAGE, sendForm } from '../../ui/forms/upload'
import type { Toast } from '../../ui/toast'
import { explainDocumentRefusal, MAX_FILE_BYTES, MAX_FILES } from '../rules'
import {
  CANCELLED,
  resultOf,
  toastOfResults,
  type UploadAnswer,
  type UploadResult,
  wasAdded,
  wasCancelled,
} from './upload.rules'

/**
 * A file of the form. `size`: in bytes, 0 if it is not known; `fraction`: how much of it was sent, 0 to 1, undefined
 * before; `done`: it has a result.
 */
export type UploadItem = UploadResult & { key: number; size: number; fraction?: number; done?: boolean }

/** Why the sending of files was aborted, besides `LEFT_PAGE` and a click on 'Interrompi'. */
const SIGNED_OUT = 'signed out'

/**
 * The uploads of a form: its files, the problem with its fields, and the toast about what was added. `action`: the
 * address to which the files are sent; `form`: its element; `onAdded`: called once all files are added; `result`: the
 * answer to a form that was posted without the script; `onRefusedChange`: as in `UploadForm`.
 */
export function useUploads(
  action: string,
  form: RefObject<HTMLFormElement | null>,
  {
    result,
    onAdded,
    onRefusedChange,
  }: {
    result: UploadAnswer | undefined
    onAdded: () => void
    onRefusedChange: (isRefused: boolean) => void
  },
) {
  const [items, setItems] = useState<UploadItem[]>(
    result?.results.map((upload, key) => ({ ...upload, key, size: 0, done: true })) ?? [],
  )
  // An object, so that the same sentence takes the focus again.
  const [problem, setProblem] = useState(result?.problem ? { sentence: result.problem } : undefined)
  const [toast, setToast] = useState<Toast>()
  const [isBusy, setBusy] = useState(false)
  const sending = useRef<AbortController>(null)
  const { revalidate } = useRevalidator()
  useEffect(
    () => () => {
      sending.current?.abort(LEFT_PAGE)
      onRefusedChange(false)
    },
    [onRefusedChange],
  )
  const { key: visit } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new visit removes the toast, nothing else does
  useEffect(() => setToast(undefined), [visit])

  const showChosenFiles = () => {
    const files = filesOf(new FormData(form.current ?? undefined))
    setProblem(undefined)
    onRefusedChange(false)
    setItems(files.map(({ name, size }, key) => ({ key, name, size })))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: files that were chosen before the script had loaded
  useEffect(() => {
    if (filesOf(new FormData(form.current ?? undefined)).length > 0) showChosenFiles()
  }, [])

  const changeItem = (key: number, facts: Partial<UploadItem>) =>
    setItems((before) => before.map((item) => (item.key === key ? { ...item, ...facts } : item)))

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const form = event.currentTarget
    const scrollYBefore = window.scrollY
    const fields = new FormData(form)
    const files = filesOf(fields)
    const refusal = files.length === 0 ? 'no-file' : files.length > MAX_FILES ? 'too-many' : null
    setProblem(refusal ? { sentence: explainDocumentRefusal({ refusal }) } : undefined)
    setToast(undefined)
    onRefusedChange(refusal !== null)
    setItems(refusal ? [] : files.map(({ name, size }, key) => ({ key, name, size })))
    if (refusal) return

    sending.current = new AbortController()
    setBusy(true)
    const results: UploadResult[] = []
    for (const [key, file] of files.entries()) {
      const onProgress = (fraction: number) => changeItem(key, { fraction })
      const result = await sendFile(action, file, fields, { sending: sending.current, onProgress })
      changeItem(key, { done: true, ...result })
      results.push(result)
    }
    const { signal } = sending.current
    if (results.every(wasAdded)) onAdded()
    if (signal.reason === LEFT_PAGE) return
    if (signal.reason === SIGNED_OUT) return window.location.assign(signInForThisPage())
    setBusy(false)
    onRefusedChange(!results.every((result) => wasAdded(result) || wasCancelled(result)))
    if (results.every(wasAdded)) form.reset()
    else keepFilesNotAdded(form, files, results)
    const focused = window.scrollY === scrollYBefore ? document.activeElement : null
    if (shouldRevalidate(results)) await revalidate()
    if (!results.some(wasAdded) && signal.aborted) return
    flushSync(() => setToast(toastOfResults(results)))
    // The toast must not move the focused button out of view, unless the person has scrolled meanwhile.
    focused?.scrollIntoView({ block: 'nearest' })
  }

  return {
    items,
    problem,
    toast,
    isBusy,
    showChosenFiles,
    send,
    cancel: () => sending.current?.abort(),
  }
}

/** Removes the added files from the file field, so that the others can be sent again. */
function keepFilesNotAdded(form: HTMLFormElement, files: File[], results: UploadResult[]) {
  const remaining = new DataTransfer()
  for (const [i, file] of files.entries()) if (!results[i] || !wasAdded(results[i])) remaining.items.add(file)
  const fileField = form.elements.namedItem('file') as HTMLInputElement
  fileField.files = remaining.files
}

/** The chosen files. A file field without a file sends an empty one without a name. */
const filesOf = (fields: FormData) =>
  fields
    .getAll('file')
    .filter((file): file is File => file instanceof File && (file.name !== '' || file.size > 0))

/**
 * Whether the page is to be read again: a file was added, and no later one failed to reach the site. If the site cannot
 * be reached, the revalidation would replace the form by an error page.
 */
function shouldRevalidate(results: UploadResult[]): boolean {
  const last = results.findLast((result) => wasAdded(result) || result.unreached)
  return last !== undefined && wasAdded(last)
}

/** Sends one file with the fields of the form, unless it is too large or the sending was cancelled. */
async function sendFile(
  action: string,
  file: File,
  fields: FormData,
  { sending, onProgress }: { sending: AbortController; onProgress: (fraction: number) => void },
): Promise<UploadResult> {
  const { name } = file
  const { signal } = sending
  if (signal.aborted) return { name, sentence: CANCELLED }
  if (file.size > MAX_FILE_BYTES) return { name, sentence: explainDocumentRefusal({ refusal: 'too-large' }) }
  const form = new FormData()
  for (const field of [OWNER_FIELD, 'description', 'visibility'])
    form.set(field, String(fields.get(field) ?? ''))
  form.set('file', file)
  onProgress(0)
  try {
    const { status, body } = await sendForm(action, form, { onProgress, signal })
    if (status === 401) sending.abort(SIGNED_OUT)
    return { name, ...resultOf(status, body as UploadAnswer | null) }
  } catch {
    if (signal.aborted) return { name, sentence: CANCELLED }
    return { name, sentence: explainDocumentRefusal({ refusal: 'upload-failed' }), unreached: true }
  }
}
