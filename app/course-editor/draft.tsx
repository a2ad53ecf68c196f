import { useEffect, useLayoutEffect, useState } from 'react'
import { href, useLocation, useNavigation } from 'react-router'
import { forgetDraft, keepDraft, keptDraft } from '../ui/forms/drafts'
import type { CourseText } from './rules'

/** What the form sends: `version` and `base` are the course that it began with, `text` what is typed. */
export type Sending = { id: string; version: number; base: CourseText; text: CourseText }

/**
 * Keeps the form in session storage until it is saved. A draft keeps id and version, so it creates no second course and
 * meets conflicts. `stored`: the saved course; `answered`: the form shows a response.
 */
export function useDraft({
  start,
  stored,
  answered,
}: {
  start: Sending
  stored: CourseText
  answered: boolean
}) {
  const { pathname, search } = useLocation()
  const page = pathname + search
  const [found, setFound] = useState<Sending>()
  const { state, location, formData } = useNavigation()
  const saved = state === 'loading' && formData !== undefined && location.pathname === href('/admin')

  // In the layout phase, before anything that is typed can be kept: found later, it would be taken for an older draft,
  // and what was typed since would be lost.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a draft is looked for once, when the form appears
  useLayoutEffect(() => {
    if (answered) return keepDraft(page, start)
    const draft = keptDraft<Sending>(page)
    if (draft?.base && JSON.stringify(draft.text) !== JSON.stringify(stored)) setFound(draft)
  }, [])
  useEffect(() => {
    if (saved) forgetDraft(page)
  }, [saved, page])

  return {
    /** Undefined without a draft. */
    found,
    keep: (sending: Sending) => keepDraft(page, sending),
    discard: () => {
      forgetDraft(page)
      setFound(undefined)
    },
  }
}

export function DraftNotice({ onDiscard }: { onDiscard: () => void }) {
  return (
    <div className="notice" aria-live="polite">
      <p>
        <b>Abbiamo ritrovato quello che stavi scrivendo</b> e che non era stato salvato.
      </p>
      <button className="button" type="button" onClick={onDiscard}>
        Scarta la bozza
      </button>
    </div>
  )
}
