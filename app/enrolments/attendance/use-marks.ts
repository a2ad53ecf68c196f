import { useCallback, useContext, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { signInForThisPage } from '../../accounts/destination.rules'
import { formatTime } from '../../italian/times'
import { forgetDraft, readDraft, storeDraft } from '../../ui/forms/drafts'
import { OWNER_FIELD, OwnerContext } from '../../ui/forms/form'
import type { CurrentRegister, MarkAnswer } from './form.server'
import type { RegisterPerson } from './queries.server'
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
  writeMark,
  writeShownRow,
} from './rules'

type Rows = Record<string, MarkText>
/** A row that is not saved yet. `shown`: what was saved of it when it was marked. */
type PendingMark = { text: MarkText; shown: MarkText | undefined }

/** Milliseconds between attempts to send marks that could not be sent, and between readings of those of colleagues. */
const INTERVAL = 10_000

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
 * `change`: takes a row as the user changed it; `send`: sends a changed row if it is complete
 */
export function useMarks(
  address: string,
  lesson: RegisterLesson,
  stored: Rows,
  result: RegisterResult | undefined,
) {
  const owner = useContext(OwnerContext)
  const { pathname } = useLocation()
  const [rows, setRows] = useState<Rows>(result?.rows ?? {})
  const [saved, setSaved] = useState<Rows>({})
  const [unsent, setUnsent] = useState<string[]>([])
  const [errors, setErrors] = useState(result?.errors ?? {})
  const [message, setMessage] = useState<MarkMessage>({})
  // A ref, since `sendPending` needs the latest values without waiting for a rendering. `pending`: rows that are not
  // saved yet; `saved`: rows that were saved here, or read from the server, since the page was loaded. Both by
  // enrolment. `isBusy`: rows are being sent.
  const { current: sending } = useRef({
    pending: new Map(
      Object.entries(rows).map(([id, text]): [string, PendingMark] => [id, { text, shown: stored[id] }]),
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
      const answer = await sendMark(address, id, mark, owner)
      if (answer.ok === null) {
        if (answer.message) setMessage(answer.message)
        break
      }
      const latest = sending.pending.get(id)
      if (latest === mark) sending.pending.delete(id)
      else if (latest && answer.ok) sending.pending.set(id, { ...latest, shown: text })
      setErrors(({ [id]: _, ...others }) => ({ ...others, ...(!answer.ok && answer.errors) }))
      // A row that is saved, or cannot be, shows the saved mark; one that was changed since or has an error stays.
      if (!answer.ok && !answer.problem) continue
      setRows(({ [id]: row, ...others }) =>
        row === text ? others : { ...others, ...(row && { [id]: row }) },
      )
      if (answer.ok) {
        sending.saved = { ...sending.saved, [id]: text }
        setSaved(sending.saved)
        setMessage({ savedAt: new Date(answer.savedAt), notes: answer.notes })
      } else setMessage({ problem: `Un segno non è salvato: ${answer.problem}. Ricarica la pagina.` })
    }
    sending.isBusy = false
    setUnsent([...sending.pending.keys()])
    keepPending(owner, pathname, sending.pending)
  }, [address, owner, pathname, sending])

  // Sends what an earlier visit of the page could not send, and what a refused form did not save.
  useEffect(() => {
    const marks = Object.entries(readDraft<Record<string, PendingMark>>(owner, pathname) ?? {})
    for (const [id, mark] of marks) sending.pending.set(id, mark)
    setRows((rows) => ({ ...rows, ...Object.fromEntries(marks.map(([id, { text }]) => [id, text])) }))
    if (sending.pending.size > 0) sendPending()
  }, [owner, pathname, sending, sendPending])

  const readMarksOfColleagues = useCallback(async () => {
    if (document.visibilityState !== 'visible' || sending.pending.size > 0) return
    const before = sending.saved
    const register = await readCurrentRegister(address)
    // What was marked here while the answer was on its way is newer than it.
    if (!register || sending.pending.size > 0 || sending.saved !== before) return
    if (register.isClosed) return setMessage({ problem: 'Il registro è stato chiuso: ricarica la pagina.' })
    const shownOf = (id: string) => before[id] ?? stored[id]
    const changed = register.people.filter(
      ({ id, mark }) => !isSameRow(writeMark(mark, lesson), shownOf(id), lesson),
    )
    if (changed.length === 0) return
    const changedRows = changed.map(({ id, mark }) => [id, writeMark(mark, lesson)])
    sending.saved = { ...before, ...Object.fromEntries(changedRows) }
    setSaved(sending.saved)
    const notes = changed
      .filter(({ id }) => shownOf(id)?.presence)
      .map((person) => changeInWords(person, lesson))
    if (notes.length > 0) setMessage({ notes })
  }, [address, lesson, sending, stored])

  useEffect(() => {
    const act = () => (sending.pending.size > 0 ? sendPending() : readMarksOfColleagues())
    const actInSight = () => document.visibilityState === 'visible' && act()
    // A mark that is being sent is not saved yet: leaving the page asks first.
    const warn = (event: BeforeUnloadEvent) => {
      if (sending.pending.size > 0) event.preventDefault()
    }
    const timer = setInterval(act, INTERVAL)
    addEventListener('online', act)
    addEventListener('beforeunload', warn)
    document.addEventListener('visibilitychange', actInSight)
    return () => {
      clearInterval(timer)
      removeEventListener('online', act)
      removeEventListener('beforeunload', warn)
      document.removeEventListener('visibilitychange', actInSight)
    }
  }, [readMarksOfColleagues, sending, sendPending])

  const savedOf = (id: string) => saved[id] ?? stored[id]
  return {
    rowOf: (id: string) => rows[id] ?? savedOf(id),
    savedOf,
    isUnfinished: (id: string) => rows[id] !== undefined && readMark(rows[id], lesson).errors !== undefined,
    isSaved: (id: string) => rows[id] === undefined,
    errors,
    unsent,
    message,
    change: (id: string, text: MarkText) => setRows((rows) => ({ ...rows, [id]: text })),
    send(id: string, text = rows[id]) {
      if (!text || isIncomplete(text, lesson)) return
      const shown = sending.pending.get(id)?.shown ?? sending.saved[id] ?? stored[id]
      sending.pending.set(id, { text, shown })
      sendPending()
    },
  }
}

/** Keeps the pending rows of a page on this device for who made them; without pending rows it forgets them. */
function keepPending(owner: string | undefined, page: string, pending: Map<string, PendingMark>) {
  if (pending.size > 0) storeDraft(owner, page, Object.fromEntries(pending))
  else forgetDraft(owner, page)
}

/** Whether two rows mean the same mark in different spellings: '14.00' and '14:00' are the same. */
function isSameRow(row: MarkText | undefined, other: MarkText | undefined, lesson: RegisterLesson): boolean {
  const markOf = (text: MarkText | undefined) => JSON.stringify((text && readMark(text, lesson).mark) ?? null)
  return markOf(row) === markOf(other)
}

/** Says what a colleague has changed: 'Anna Conti ha segnato Giulia Rossi: Assente.' */
function changeInWords(
  { firstName, lastName, mark, markerName }: RegisterPerson,
  lesson: RegisterLesson,
): string {
  const by = markerName ?? 'Un utente eliminato'
  return mark
    ? `${by} ha segnato ${firstName} ${lastName}: ${markInWords(mark, lesson)}.`
    : `Il segno di ${firstName} ${lastName} è stato tolto.`
}

const JSON_HEADERS = { Accept: 'application/json' }

/** Reads the register; null if the server cannot be reached or refuses, so that the page stays as it is. */
async function readCurrentRegister(address: string): Promise<CurrentRegister | null> {
  try {
    const response = await fetch(address, { headers: JSON_HEADERS })
    return response.ok && !response.redirected ? await response.json() : null
  } catch {
    return null
  }
}

/**
 * Sends the row of an enrolment to be saved. `ok` is null if it was not answered and is sent again: the server cannot be
 * reached, has a fault or is busy, or the person may not mark, which `message` says.
 */
async function sendMark(
  address: string,
  enrolment: string,
  { text, shown }: PendingMark,
  owner: string | undefined,
): Promise<MarkAnswer | { ok: null; message?: MarkMessage }> {
  const body = new URLSearchParams(owner ? { [OWNER_FIELD]: owner } : {})
  for (const name of MARK_FIELDS) {
    // Times that were typed before another presence was chosen do not count.
    const isSent = name === 'presence' || text.presence === 'partial'
    body.set(markField(name, enrolment), isSent ? text[name] : '')
  }
  if (shown) body.set(shownRowField(enrolment), writeShownRow(shown))
  try {
    // `keepalive` sends the mark even if the page is left meanwhile.
    const response = await fetch(address, { method: 'POST', headers: JSON_HEADERS, body, keepalive: true })
    if (response.status === 403) return { ok: null, message: { problem: NOT_ALLOWED } }
    if (response.status >= 500 || response.status === 429) return { ok: null }
    // The guards answer this script with 401 or 403. After a redirect the response is a page, and nothing is saved.
    if (response.status === 401 || response.redirected)
      return { ok: null, message: { problem: SIGNED_OUT, signIn: signInForThisPage() } }
    return await response.json()
  } catch {
    return { ok: null }
  }
}

const SIGNED_OUT = 'La sessione è finita: accedi di nuovo.'
const NOT_ALLOWED = 'Non puoi più segnare questo registro: chiedi alla segreteria.'
