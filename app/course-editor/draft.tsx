import { useContext, useEffect, useLayoutEffect, useState } from 'react'
import { href, useLocation, useNavigation } from 'react-router'
import { forgetDraft, readDraft, storeDraft } from '../ui/forms/drafts'
import { OwnerContext } from '../ui/forms/form'
import type { CourseText } from './rules'

/**
 * What the form sends. `id`: of the course, also of one that is not created yet; `version`, `base`: version and text of
 * the course with which the form began; `text`: as typed.
 */
export type FormContent = { id: string; version: number; base: CourseText; text: CourseText }

/**
 * Keeps what is typed in session storage until it is saved, with id and version, so that a restored draft creates no
 * second course and finds conflicts. This draft is of the form, not the state 'Bozza' of a course. `stored`: the text
 * of the saved course, or that with which the form of a new one begins; `isAnswer`: whether the form shows an answer
 * of the server, which replaces the draft.
 */
export function useDraft({
  start,
  stored,
  isAnswer,
}: {
  start: FormContent
  stored: CourseText
  isAnswer: boolean
}) {
  const { pathname, search } = useLocation()
  const page = pathname + search
  const owner = useContext(OwnerContext)
  const [foundDraft, setFoundDraft] = useState<FormContent>()
  const { state, location, formData } = useNavigation()
  // A form that is saved leads to the table, any other answer to the form itself.
  const isSaved = state === 'loading' && formData !== undefined && location.pathname === href('/admin')

  // A layout effect runs before anything typed can be kept. In a later effect the text just typed would be found as an
  // older draft, and what was typed after it would be lost.
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads the stored draft once, when the form appears
  useLayoutEffect(() => {
    if (isAnswer) return storeDraft(owner, page, start)
    const draft = readDraft<FormContent>(owner, page)
    if (draft?.base && JSON.stringify(draft.text) !== JSON.stringify(stored)) setFoundDraft(draft)
  }, [])
  useEffect(() => {
    if (isSaved) forgetDraft(owner, page)
  }, [isSaved, owner, page])

  return {
    /** The draft of an earlier visit that differs from `stored`; undefined if there is none. */
    foundDraft,
    keep: (sending: FormContent) => storeDraft(owner, page, sending),
    discard: () => {
      forgetDraft(owner, page)
      setFoundDraft(undefined)
    },
  }
}

/** Says that a draft was found. It is for a live region. */
export function DraftNotice({ onDiscard }: { onDiscard: () => void }) {
  return (
    <div className="notice">
      <p>
        <b>Abbiamo ritrovato quello che stavi scrivendo</b> e che non era stato salvato.
      </p>
      <button className="button" type="button" onClick={onDiscard}>
        Scarta la bozza
      </button>
    </div>
  )
}
