import { useEffect, useState } from 'react'
import { useNavigation } from 'react-router'
import { type CourseText, courseTextFrom } from './rules'

/**
 * What is being typed, kept in this tab until it is saved: a reload or a dead session loses nothing. A draft of an
 * older version of the course is not brought back; nor is any when the form is an answer (`fresh` is false).
 */
export function useDraft({
  course,
  version,
  stored,
  fresh,
}: {
  course: string
  version: number
  stored: CourseText
  fresh: boolean
}) {
  const key = `bozza ${course}`
  const [text, setText] = useState<CourseText>()
  const { state, location, formData } = useNavigation()
  const saved = state === 'loading' && formData !== undefined && location.pathname === '/admin'

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form appears
  useEffect(() => {
    const kept = fresh ? read(key) : undefined
    if (kept?.version === version && JSON.stringify(kept.text) !== JSON.stringify(stored)) setText(kept.text)
  }, [])
  useEffect(() => {
    if (saved) forget(key)
  }, [saved, key])

  return {
    /** What was found again; undefined when there was nothing. */
    text,
    keep: (form: FormData) => write(key, { version, text: courseTextFrom(form) }),
    discard: () => {
      forget(key)
      setText(undefined)
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

type Kept = { version: number; text: CourseText }

// A browser may refuse to store anything: then a draft is not kept, and nothing else suffers.
function read(key: string): Kept | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}
function write(key: string, kept: Kept) {
  try {
    sessionStorage.setItem(key, JSON.stringify(kept))
  } catch {}
}
function forget(key: string) {
  try {
    sessionStorage.removeItem(key)
  } catch {}
}
