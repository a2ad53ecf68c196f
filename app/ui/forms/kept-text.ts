import { useContext, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { forgetDraft, readDraft, storeDraft } from './drafts'
import { OwnerContext } from './form'

type TypedText = { owner: string; text: Record<string, string> }
type TextField = HTMLInputElement | HTMLTextAreaElement

/**
 * Keeps the typed text of a form in the tab until the form is sent, so that it is there again after Back or a reload.
 * The text is restored only for the person who typed it, and only into untouched fields. `result`: the result of the
 * action; a refused form shows its own values instead.
 * @returns props for the form
 */
export function useKeptText(result: unknown) {
  const ref = useRef<HTMLFormElement>(null)
  const { pathname, search } = useLocation()
  const page = pathname + search
  const owner = useContext(OwnerContext) ?? ''

  const keep = () => {
    const changed = fieldsOf(ref.current).filter(({ value, defaultValue }) => value !== defaultValue)
    const text = Object.fromEntries(changed.map(({ name, value }) => [name, value]))
    if (changed.length > 0) storeDraft(page, { owner, text } satisfies TypedText)
    else forgetDraft(page)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each result
  useEffect(() => {
    if (result) {
      const text = Object.fromEntries(fieldsOf(ref.current).map(({ name, value }) => [name, value]))
      return storeDraft(page, { owner, text } satisfies TypedText)
    }
    const draft = readDraft<TypedText>(page)
    if (!draft?.text || draft.owner !== owner) return
    for (const field of fieldsOf(ref.current)) {
      const typed = draft.text[field.name]
      const isUntouched = field.value === field.defaultValue
      // A list may have its choice from the address of the page.
      if (typed !== undefined && isUntouched && !(field.value !== '' && 'list' in field && field.list))
        field.value = typed
    }
  }, [result])

  return { ref, onInput: keep, onSubmit: () => forgetDraft(page) }
}

const TYPED_KINDS = ['text', 'email', 'tel', 'textarea']

/** Returns the text fields of a form, without the hidden field for robots. */
function fieldsOf(form: HTMLFormElement | null): TextField[] {
  return [...(form?.elements ?? [])]
    .filter((field) => field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)
    .filter(({ type, tabIndex }) => TYPED_KINDS.includes(type) && tabIndex >= 0)
}
