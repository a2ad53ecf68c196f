import { useCallback, useContext, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { signInForThisPage } from '../../accounts/destination.rules'
import { formatTime } from '../../italian/times'
import { forgetDraft, keepDraft, keptDraft } from '../../ui/forms/drafts'
import { OWNER_FIELD, OwnerContext } from '../../ui/forms/form'
import type { MarkAnswer, MarksNow } from './form.server'
import {
  isInMinutes,
  MARK_FIELDS,
  type MarkErrors,
  type MarkText,
  markField,
  markInWords,
  type RegisterLesson,
  readMark,
} from './rules'

type Rows = Record<string, MarkText>

/** Milliseconds until marks that could not be sent are tried again. */
const RETRY_AFTER = 10_000
/** Milliseconds after which the page asks for the marks of colleagues. */
const READ_AFTER = 30_000

/** What became of the last mark. `signIn`: the way back into a session. */
type MarkMessage = { problem?: string; notes?: string[]; savedAt?: Date; signIn?: string }

/** A part is typed by half, or is the whole lesson still: nothing to send yet. */
function isIncomplete(text: MarkText, lesson: RegisterLesson): boolean {
  const { presence, arrived, left, minutes } = text
  if (presence !== 'partial') return false
  if (isInMinutes(text, lesson)) return !minutes
  return (
    !arrived || !left || (arrived === formatTime(lesson.startTime) && left === formatTime(lesson.endTime))
  )
}

/**
 * Saves each mark by itself, one after the other. What could not be sent stays on this device and is tried again. Marks
 * that colleagues make meanwhile are read while the page is in sight.
 * @param address where a mark is sent, and where the marks are read again
 * @param stored the marks of the page, by enrolment
 * @param typed rows that a refused form brought back
 */
export function useMarks(address: string, lesson: RegisterLesson, stored: Rows, typed: Rows | undefined) {
  const owner = useContext(OwnerContext)
  const { pathname } = useLocation()
  const [rows, setRows] = useState<Rows>(typed ?? {})
  const [saved, setSaved] = useState<Rows>({})
  const [unsent, setUnsent] = useState<string[]>([])
  const [errors, setErrors] = useState<Record<string, MarkErrors>>({})
  const [message, setMessage] = useState<MarkMessage>({})
  // What is sent next does not wait for a rendering.
  const { current: sending } = useRef({
    pending: new Map<string, MarkText>(),
    saved: {} as Rows,
    isBusy: false,
  })

  const flush = useCallback(async () => {
    if (sending.isBusy) return
    sending.isBusy = true
    const keep = () => keepPending(pathname, sending.pending)
    for (let [first] = sending.pending; first; [first] = sending.pending) {
      const [id, text] = first
      keep()
      const shown = sending.saved[id] ?? stored[id]
      const answer = await send(address, { id, text, shown, owner })
      if (answer === 'unreached') break
      if (answer === 'signed-out') {
        setMessage({ problem: 'La sessione è finita: accedi di nuovo.', signIn: signInForThisPage() })
        break
      }
      if (answer === 'not-allowed') {
        setMessage({ problem: 'Non puoi più segnare questo registro: chiedi alla segreteria.' })
        break
      }
      if (sending.pending.get(id) === text) sending.pending.delete(id)
      setErrors(({ [id]: _, ...others }) => ({ ...others, ...(!answer.ok && answer.errors) }))
      if (answer.ok) {
        sending.saved = { ...sending.saved, [id]: text }
        setSaved(sending.saved)
        setMessage({ savedAt: new Date(answer.savedAt), notes: answer.notes })
      } else if (answer.problem) {
        // The row shows again what holds.
        if (!sending.pending.has(id)) setRows(({ [id]: _, ...others }) => others)
        setMessage({ problem: `Un segno non è salvato: ${answer.problem}. Ricarica la pagina.` })
      }
    }
    sending.isBusy = false
    setUnsent([...sending.pending.keys()])
    keep()
  }, [address, owner, pathname, sending, stored])

  // What an earlier visit could not send, once: `flush` changes with each reading of the page.
  const latestFlush = useRef(flush)
  latestFlush.current = flush
  useEffect(() => {
    const draft = keptDraft<Rows>(pathname)
    if (!draft) return
    for (const [id, text] of Object.entries(draft)) sending.pending.set(id, text)
    setRows((rows) => ({ ...rows, ...draft }))
    latestFlush.current()
  }, [pathname, sending])

  // A mark on its way is not saved yet either.
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (sending.pending.size > 0) event.preventDefault()
    }
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [sending])

  useEffect(() => {
    if (unsent.length === 0) return
    const timer = setInterval(flush, RETRY_AFTER)
    addEventListener('online', flush)
    return () => {
      clearInterval(timer)
      removeEventListener('online', flush)
    }
  }, [unsent, flush])

  const readAgain = useCallback(async () => {
    if (document.visibilityState !== 'visible' || sending.pending.size > 0) return
    const before = sending.saved
    const now = await readMarksNow(address)
    if (!now) return
    if (now.isClosed) return setMessage({ problem: 'Il registro è stato chiuso: ricarica la pagina.' })
    // What was marked here in the meantime is newer.
    const isNewer = (id: string) => sending.pending.has(id) || sending.saved[id] !== before[id]
    const changed = Object.entries(now.rows).filter(
      ([id, text]) => !isNewer(id) && !isSameMark(text, before[id] ?? stored[id], lesson),
    )
    if (changed.length === 0) return
    const notes = changed.flatMap(([id, text]) => {
      const wasMarked = (before[id] ?? stored[id])?.presence
      return wasMarked ? [changeInWords(now.names[id], text, lesson)] : []
    })
    sending.saved = { ...sending.saved, ...Object.fromEntries(changed) }
    setSaved(sending.saved)
    // What is being typed here stays; what was saved gives way.
    const replaced = new Set(changed.map(([id]) => id))
    setRows((rows) =>
      Object.fromEntries(
        Object.entries(rows).filter(([id, text]) => !replaced.has(id) || text !== before[id]),
      ),
    )
    if (notes.length > 0) setMessage({ notes })
  }, [address, lesson, sending, stored])

  useEffect(() => {
    const timer = setInterval(readAgain, READ_AFTER)
    document.addEventListener('visibilitychange', readAgain)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', readAgain)
    }
  }, [readAgain])

  const shownOf = (id: string) => saved[id] ?? stored[id]
  return {
    rowOf: (id: string) => rows[id] ?? shownOf(id),
    shownOf,
    errors,
    unsent,
    message,
    change(id: string, text: MarkText) {
      setRows((rows) => ({ ...rows, [id]: text }))
      if (isIncomplete(text, lesson)) return
      sending.pending.set(id, text)
      flush()
    },
  }
}

function keepPending(page: string, pending: Map<string, MarkText>) {
  if (pending.size > 0) keepDraft(page, Object.fromEntries(pending))
  else forgetDraft(page)
}

/** What is typed may be written otherwise: '14.00' is '14:00'. */
function isSameMark(one: MarkText, other: MarkText | undefined, lesson: RegisterLesson): boolean {
  const markOf = (text: MarkText | undefined) => JSON.stringify((text && readMark(text, lesson).mark) ?? null)
  return markOf(one) === markOf(other)
}

/** 'Anna Conti ha segnato Giulia Rossi: Assente.' */
function changeInWords(
  names: MarksNow['names'][string] | undefined,
  text: MarkText,
  lesson: RegisterLesson,
): string {
  const { mark } = readMark(text, lesson)
  const by = names?.by ?? 'Un utente eliminato'
  return mark
    ? `${by} ha segnato ${names?.person}: ${markInWords(mark, lesson)}.`
    : `Il segno di ${names?.person} è stato tolto.`
}

const asScript = { Accept: 'application/json' }

/** Null without an answer: what is shown stays. */
async function readMarksNow(address: string): Promise<MarksNow | null> {
  try {
    const response = await fetch(address, { headers: asScript })
    return response.ok && !response.redirected ? await response.json() : null
  } catch {
    return null
  }
}

type Sent = { id: string; text: MarkText; shown: MarkText | undefined; owner: string | undefined }

async function send(
  address: string,
  { id, text, shown, owner }: Sent,
): Promise<MarkAnswer | 'unreached' | 'signed-out' | 'not-allowed'> {
  const body = new URLSearchParams(owner ? { [OWNER_FIELD]: owner } : {})
  for (const name of MARK_FIELDS) {
    body.set(markField(name, id), text[name])
    body.set(markField(name, id, true), shown?.[name] ?? '')
  }
  try {
    // Sent also where the page is left meanwhile.
    const response = await fetch(address, { method: 'POST', headers: asScript, body, keepalive: true })
    if (response.status === 401) return 'signed-out'
    if (response.status === 403) return 'not-allowed'
    if (response.status >= 500 || response.status === 429) return 'unreached'
    // A page, to which somebody without the role is led.
    if (response.redirected) return 'signed-out'
    return await response.json()
  } catch {
    return 'unreached'
  }
}
