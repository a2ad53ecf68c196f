import { useCallback, useContext, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { signInForThisPage } from '../../accounts/destination.rules'
import { formatTime } from '../../italian/times'
import { forgetDraft, keepDraft, keptDraft } from '../../ui/forms/drafts'
import { OWNER_FIELD, OwnerContext } from '../../ui/forms/form'
import type { MarkAnswer } from './mark.resource'
import {
  hasTimes,
  MARK_FIELDS,
  type MarkErrors,
  type MarkText,
  markField,
  type RegisterLesson,
} from './rules'

type Rows = Record<string, MarkText>

/** Milliseconds until marks that could not be sent are tried again. */
const RETRY_AFTER = 10_000

/** What became of the last mark. `signIn`: the way back into a session. */
type MarkMessage = { problem?: string; notes?: string[]; savedAt?: Date; signIn?: string }

/** A part is typed by half, or is the whole lesson still: nothing to send yet. */
function isIncomplete({ presence, arrived, left, minutes }: MarkText, lesson: RegisterLesson): boolean {
  if (presence !== 'partial') return false
  if (!hasTimes(lesson)) return !minutes
  return (
    !arrived || !left || (arrived === formatTime(lesson.startTime) && left === formatTime(lesson.endTime))
  )
}

/**
 * Saves each mark by itself, one after the other. What could not be sent stays on this device and is tried again.
 * @param address where a mark is sent
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
      if (sending.pending.get(id) === text) sending.pending.delete(id)
      setErrors(({ [id]: _, ...others }) => ({ ...others, ...(!answer.ok && answer.errors) }))
      if (answer.ok) {
        sending.saved = { ...sending.saved, [id]: text }
        setSaved(sending.saved)
        setMessage({ savedAt: new Date(answer.savedAt), notes: answer.notes })
      } else if (answer.problem) {
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

  useEffect(() => {
    if (unsent.length === 0) return
    const timer = setInterval(flush, RETRY_AFTER)
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('online', flush)
    addEventListener('beforeunload', warn)
    return () => {
      clearInterval(timer)
      removeEventListener('online', flush)
      removeEventListener('beforeunload', warn)
    }
  }, [unsent, flush])

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

type Sent = { id: string; text: MarkText; shown: MarkText | undefined; owner: string | undefined }

async function send(
  address: string,
  { id, text, shown, owner }: Sent,
): Promise<MarkAnswer | 'unreached' | 'signed-out'> {
  const body = new URLSearchParams(owner ? { [OWNER_FIELD]: owner } : {})
  for (const name of MARK_FIELDS) {
    body.set(markField(name, id), text[name])
    body.set(markField(name, id, true), shown?.[name] ?? '')
  }
  try {
    const response = await fetch(address, { method: 'POST', headers: { Accept: 'application/json' }, body })
    if (response.status === 401 || response.status === 403) return 'signed-out'
    if (response.status >= 500 || response.status === 429) return 'unreached'
    // A page, to which somebody without the role is led.
    if (response.redirected) return 'signed-out'
    return await response.json()
  } catch {
    return 'unreached'
  }
}
