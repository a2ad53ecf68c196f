import { useCallback, useContext, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { signInForThisPage } from '../../accounts/destination.rules'
import { formatTime } from '../../italian/times'
import { forgetDraft, readDraft, storeDraft } from '../../ui/forms/drafts'
import { OWNER_FIELD, OwnerContext } from '../../ui/forms/form'
import type { CurrentMarks, MarkAnswer } from './form.server'
import {
  isInMinutes,
  MARK_FIELDS,
  type MarkText,
  markField,
  markInWords,
  type RegisterLesson,
  type RegisterResult,
  readMark,
  shownRowField,
  writeShownRow,
} from './rules'

type Rows = Record<string, MarkText>
/** A row that is not saved yet. `shown`: what was saved of it when it was marked. */
type PendingMark = { text: MarkText; shown: MarkText | undefined }
/** Pending rows by enrolment, as this device keeps them. */
type MarksDraft = Record<string, PendingMark>

/** Milliseconds between attempts to send marks that could not be sent. */
const RETRY_INTERVAL = 10_000
/** Milliseconds between readings of the marks of colleagues. */
const READ_INTERVAL = 30_000

/** What the page says about saving. `notes`: about marks of colleagues; `signIn`: link after the session has ended. */
type MarkMessage = { problem?: string; notes?: string[]; savedAt?: Date; signIn?: string }

/** Whether a row says 'in part' and is not ready to be sent: a field is empty, or its times are the whole lesson. */
function isIncomplete(text: MarkText, lesson: RegisterLesson): boolean {
  const { presence, arrived, left, minutes } = text
  if (presence !== 'partial') return false
  if (isInMinutes(text, lesson)) return !minutes
  return (
    !arrived || !left || (arrived === formatTime(lesson.startTime) && left === formatTime(lesson.endTime))
  )
}

/**
 * Saves the marks of an open register, each as soon as it is made. A mark that could not be sent stays on this device
 * and is sent again. While the page is visible, it reads the marks of colleagues again and again.
 * @param address to which marks are posted, and from which they are read
 * @param stored the saved marks that the page was loaded with, by enrolment
 * @param result of a form that was refused, or failed, without a script; its rows, which the user changed, are sent now
 * @returns `rowOf`: what a row shows, `savedOf`: what is saved of it; `isUnfinished`: whether the user has to complete
 * or correct a row; `isSaved`: whether what a row shows is saved; `unsent`: enrolments whose mark could not be sent;
 * `change`: takes a row as the user changed it, and sends it once it is complete
 */
export function useMarks(
  address: string,
  lesson: RegisterLesson,
  stored: Rows,
  result: RegisterResult | undefined,
) {
  const owner = useContext(OwnerContext)
  const { pathname } = useLocation()
  const sentRows = Object.entries(result?.rows ?? {})
  const changedRows = sentRows.filter(([id, text]) => !isSameRow(text, stored[id], lesson))
  // A row with errors means no mark, and may be the same in that.
  const [rows, setRows] = useState<Rows>(() =>
    Object.fromEntries([...changedRows, ...sentRows.filter(([id]) => result?.errors?.[id])]),
  )
  const [saved, setSaved] = useState<Rows>({})
  const [unsent, setUnsent] = useState<string[]>([])
  const [errors, setErrors] = useState(result?.errors ?? {})
  const [message, setMessage] = useState<MarkMessage>({})
  // A ref, since `sendPending` needs the latest values without waiting for a rendering. `pending`: rows that are not
  // saved yet; `saved`: rows that were saved here, or read from the server, since the page was loaded. Both by
  // enrolment. `isBusy`: rows are being sent.
  const { current: sending } = useRef({
    pending: new Map(
      changedRows.map(([id, text]): [string, PendingMark] => [id, { text, shown: stored[id] }]),
    ),
    saved: {} as Rows,
    isBusy: false,
  })

  const sendPending = useCallback(async () => {
    if (sending.isBusy) return
    sending.isBusy = true
    for (let [first] = sending.pending; first; [first] = sending.pending) {
      const [id, mark] = first
      const { text } = mark
      keepPending(owner, pathname, sending.pending)
      const answer = await sendMark(address, { id, ...mark, owner })
      if (answer === 'unreached') break
      if (answer === 'signed-out') {
        setMessage({ problem: 'La sessione è finita: accedi di nuovo.', signIn: signInForThisPage() })
        break
      }
      if (answer === 'not-allowed') {
        setMessage({ problem: 'Non puoi più segnare questo registro: chiedi alla segreteria.' })
        break
      }
      const latest = sending.pending.get(id)
      if (latest === mark) sending.pending.delete(id)
      else if (latest && answer.ok) sending.pending.set(id, { ...latest, shown: text })
      setErrors(({ [id]: _, ...others }) => ({ ...others, ...(!answer.ok && answer.errors) }))
      if (answer.ok) {
        sending.saved = { ...sending.saved, [id]: text }
        setSaved(sending.saved)
        setMessage({ savedAt: new Date(answer.savedAt), notes: answer.notes })
      } else if (answer.problem) {
        // The row shows the saved mark again.
        if (!sending.pending.has(id)) setRows(({ [id]: _, ...others }) => others)
        setMessage({ problem: `Un segno non è salvato: ${answer.problem}. Ricarica la pagina.` })
      }
    }
    sending.isBusy = false
    setUnsent([...sending.pending.keys()])
    keepPending(owner, pathname, sending.pending)
  }, [address, owner, pathname, sending])

  // Sends once what an earlier visit of the page could not send, and what a refused form did not save. A ref, since
  // `sendPending` changes when the page is loaded again, and must not be called again then.
  const latestSend = useRef(sendPending)
  latestSend.current = sendPending
  useEffect(() => {
    const marks = Object.entries(readDraft<MarksDraft>(owner, pathname) ?? {})
    for (const [id, mark] of marks) sending.pending.set(id, mark)
    setRows((rows) => ({ ...rows, ...Object.fromEntries(marks.map(([id, { text }]) => [id, text])) }))
    if (sending.pending.size > 0) latestSend.current()
  }, [owner, pathname, sending])

  // A mark that is being sent is not saved yet: leaving the page asks first.
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (sending.pending.size > 0) event.preventDefault()
    }
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [sending])

  useEffect(() => {
    if (unsent.length === 0) return
    const timer = setInterval(sendPending, RETRY_INTERVAL)
    addEventListener('online', sendPending)
    return () => {
      clearInterval(timer)
      removeEventListener('online', sendPending)
    }
  }, [unsent, sendPending])

  const readColleaguesMarks = useCallback(async () => {
    if (document.visibilityState !== 'visible' || sending.pending.size > 0) return
    const before = sending.saved
    const current = await readCurrentMarks(address)
    if (!current) return
    if (current.isClosed) return setMessage({ problem: 'Il registro è stato chiuso: ricarica la pagina.' })
    // Rows that were marked here while the answer was on its way are newer than it.
    const isNewer = (id: string) => sending.pending.has(id) || sending.saved[id] !== before[id]
    const changed = Object.entries(current.rows).filter(
      ([id, text]) => !isNewer(id) && !isSameRow(text, before[id] ?? stored[id], lesson),
    )
    if (changed.length === 0) return
    const notes = changed.flatMap(([id, text]) => {
      const wasMarked = (before[id] ?? stored[id])?.presence
      return wasMarked ? [changeInWords(current.names[id], text, lesson)] : []
    })
    sending.saved = { ...sending.saved, ...Object.fromEntries(changed) }
    setSaved(sending.saved)
    // A row that shows its saved mark shows the colleague's instead; a row that is being typed stays.
    const replaced = new Set(changed.map(([id]) => id))
    setRows((rows) =>
      Object.fromEntries(
        Object.entries(rows).filter(([id, text]) => !replaced.has(id) || text !== before[id]),
      ),
    )
    if (notes.length > 0) setMessage({ notes })
  }, [address, lesson, sending, stored])

  useEffect(() => {
    const timer = setInterval(readColleaguesMarks, READ_INTERVAL)
    document.addEventListener('visibilitychange', readColleaguesMarks)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', readColleaguesMarks)
    }
  }, [readColleaguesMarks])

  const savedOf = (id: string) => saved[id] ?? stored[id]
  const rowOf = (id: string) => rows[id] ?? savedOf(id)
  const isUnfinished = (id: string) => {
    const changedRow = rows[id]
    return changedRow !== undefined && readMark(changedRow, lesson).errors !== undefined
  }
  return {
    rowOf,
    savedOf,
    isUnfinished,
    isSaved: (id: string) => !isUnfinished(id) && isSameRow(rowOf(id), savedOf(id), lesson),
    errors,
    unsent,
    message,
    change(id: string, text: MarkText) {
      setRows((rows) => ({ ...rows, [id]: text }))
      if (isIncomplete(text, lesson)) return
      const shown = sending.pending.get(id)?.shown ?? sending.saved[id] ?? stored[id]
      sending.pending.set(id, { text, shown })
      sendPending()
    },
  }
}

/** Keeps the pending rows of a page on this device for who made them; without pending rows it forgets them. */
function keepPending(owner: string | undefined, page: string, pending: Map<string, PendingMark>) {
  if (pending.size > 0) storeDraft(owner, page, Object.fromEntries(pending) satisfies MarksDraft)
  else forgetDraft(owner, page)
}

/** Whether two rows mean the same mark in different spellings: '14.00' and '14:00' are the same. */
function isSameRow(row: MarkText | undefined, other: MarkText | undefined, lesson: RegisterLesson): boolean {
  const markOf = (text: MarkText | undefined) => JSON.stringify((text && readMark(text, lesson).mark) ?? null)
  return markOf(row) === markOf(other)
}

/** Says what a colleague has changed: 'Anna Conti ha segnato Giulia Rossi: Assente.' */
function changeInWords(
  names: CurrentMarks['names'][string] | undefined,
  text: MarkText,
  lesson: RegisterLesson,
): string {
  const { mark } = readMark(text, lesson)
  const by = names?.by ?? 'Un utente eliminato'
  return mark
    ? `${by} ha segnato ${names?.person}: ${markInWords(mark, lesson)}.`
    : `Il segno di ${names?.person} è stato tolto.`
}

const JSON_HEADERS = { Accept: 'application/json' }

/** Reads the current marks; null if the server cannot be reached or refuses, so that the page stays as it is. */
async function readCurrentMarks(address: string): Promise<CurrentMarks | null> {
  try {
    const response = await fetch(address, { headers: JSON_HEADERS })
    return response.ok && !response.redirected ? await response.json() : null
  } catch {
    return null
  }
}

/**
 * A row of the form to save. `id`: of the enrolment; `owner`: as in `OwnerContext`.
 */
type MarkToSend = PendingMark & { id: string; owner: string | undefined }

/**
 * Sends a row to be saved. 'unreached': the server does not answer, has a fault or is busy, so that it is sent again.
 */
async function sendMark(
  address: string,
  { id, text, shown, owner }: MarkToSend,
): Promise<MarkAnswer | 'unreached' | 'signed-out' | 'not-allowed'> {
  const body = new URLSearchParams(owner ? { [OWNER_FIELD]: owner } : {})
  for (const name of MARK_FIELDS) body.set(markField(name, id), text[name])
  if (shown) body.set(shownRowField(id), writeShownRow(shown))
  try {
    // `keepalive` sends the mark even if the page is left meanwhile.
    const response = await fetch(address, { method: 'POST', headers: JSON_HEADERS, body, keepalive: true })
    if (response.status === 401) return 'signed-out'
    if (response.status === 403) return 'not-allowed'
    if (response.status >= 500 || response.status === 429) return 'unreached'
    // The guards answer this script with 401 or 403. After a redirect the response is a page, and nothing is saved.
    if (response.redirected) return 'signed-out'
    return await response.json()
  } catch {
    return 'unreached'
  }
}
