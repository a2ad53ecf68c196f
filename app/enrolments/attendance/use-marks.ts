import { useCallback, useContext, useEffect, useRef, useState } from 'react'
import { href, useRevalidator } from 'react-router'
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
const AGAIN = 10_000

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
 * @param stored the marks of the page, by enrolment
 * @param typed rows that a refused form brought back
 */
export function useMarks(
  course: string,
  lesson: RegisterLesson & { number: number },
  stored: Rows,
  typed: Rows | undefined,
) {
  const owner = useContext(OwnerContext)
  const { revalidate } = useRevalidator()
  const [rows, setRows] = useState<Rows>(typed ?? {})
  const [saved, setSaved] = useState<Rows>({})
  const [unsent, setUnsent] = useState<string[]>([])
  const [errors, setErrors] = useState<Record<string, MarkErrors>>({})
  const [message, setMessage] = useState<{
    problem?: string
    notes?: string[]
    savedAt?: Date
    signIn?: string
  }>({})
  const state = useRef({ pending: new Map<string, MarkText>(), isSending: false })

  const shownOf = (id: string) => saved[id] ?? stored[id]
  const shown = useRef(shownOf)
  shown.current = shownOf

  const flush = useCallback(async () => {
    const { current } = state
    if (current.isSending) return
    current.isSending = true
    for (let [first] = current.pending; first; [first] = current.pending) {
      const [id, text] = first
      const answer = await send(course, lesson.number, id, text, shown.current(id), owner)
      if (answer === 'unreached') break
      if (current.pending.get(id) === text) current.pending.delete(id)
      if (answer === 'signed-out') {
        setMessage({ problem: 'La sessione è finita: accedi di nuovo.', signIn: signInForThisPage() })
        current.pending.set(id, text)
        break
      }
      setErrors(({ [id]: _, ...others }) => ({ ...others, ...(!answer.ok && answer.errors) }))
      if (answer.ok) {
        setSaved((rows) => ({ ...rows, [id]: text }))
        setMessage({ savedAt: new Date(answer.savedAt), notes: answer.notes })
      } else if (answer.problem) {
        setMessage({ problem: answer.problem })
        revalidate()
      }
    }
    current.isSending = false
    setUnsent([...current.pending.keys()])
    if (current.pending.size > 0) keepDraft(window.location.href, Object.fromEntries(current.pending))
    else forgetDraft(window.location.href)
  }, [course, lesson.number, owner, revalidate])

  // What an earlier visit could not send.
  useEffect(() => {
    const draft = keptDraft<Rows>(window.location.href)
    if (!draft) return
    for (const [id, text] of Object.entries(draft)) state.current.pending.set(id, text)
    setRows((rows) => ({ ...rows, ...draft }))
    flush()
  }, [flush])

  useEffect(() => {
    if (unsent.length === 0) return
    const timer = setInterval(flush, AGAIN)
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('online', flush)
    addEventListener('beforeunload', warn)
    return () => {
      clearInterval(timer)
      removeEventListener('online', flush)
      removeEventListener('beforeunload', warn)
    }
  }, [unsent, flush])

  return {
    rowOf: (id: string) => rows[id] ?? shownOf(id),
    shownOf,
    errors,
    unsent,
    message,
    change(id: string, text: MarkText) {
      setRows((rows) => ({ ...rows, [id]: text }))
      if (isIncomplete(text, lesson)) return
      state.current.pending.set(id, text)
      flush()
    },
  }
}

async function send(
  course: string,
  lesson: number,
  id: string,
  text: MarkText,
  shown: MarkText | undefined,
  owner: string | undefined,
): Promise<MarkAnswer | 'unreached' | 'signed-out'> {
  const body = new URLSearchParams(owner ? { [OWNER_FIELD]: owner } : {})
  for (const name of MARK_FIELDS) {
    body.set(markField(name, id), text[name])
    body.set(markField(name, id, true), shown?.[name] ?? '')
  }
  const address = href('/admin/courses/:course/lezioni/:lesson/segni', { course, lesson: String(lesson) })
  try {
    const response = await fetch(address, { method: 'POST', headers: { Accept: 'application/json' }, body })
    if (response.status === 401 || response.status === 403) return 'signed-out'
    if (response.status >= 500 || response.status === 429) return 'unreached'
    return await response.json()
  } catch {
    return 'unreached'
  }
}
