import { useContext, useEffect, useRef } from 'react'
import { href, useLocation, useNavigation } from 'react-router'
import { forgetDraft, readDraft, storeDraft } from './drafts'
import { OwnerContext } from './form'

type FieldTexts = Record<string, string>
/**
 * Typed text by field. `stored`: as in `useKeptText`, when the text was typed; `choice`: what was chosen beside it,
 * undefined if that is what the form chooses at first; `search`: the query of the page then.
 */
type TypedText<Choice> = {
  text: FieldTexts
  stored?: FieldTexts
  choice?: Choice | undefined
  search?: string
}
/** What is chosen in a form beside its text. `initial`: what it is at first; `restore`: chooses it again. */
type Chosen<Choice> = { choice: Choice; initial: Choice; restore: (choice: Choice) => void }
type TextField = HTMLInputElement | HTMLTextAreaElement

/**
 * Keeps the typed text of a form in the tab until the form is done, so that it is there again after Back, a reload, a
 * fault or a sign-in. A form is done once its answer is a redirect, except to the sign-in. The text is restored only
 * for the person who typed it, and only into untouched fields. `result`: the result of the action; a refused form shows
 * its own values instead. `stored`: the stored texts that fields edit, by field: text that was typed over another
 * stored text is not restored, since saving it would overwrite what a colleague wrote meanwhile. `formPage`: the page
 * of the form, if it is shown on several pages, or one page has several. `chosen`: a choice of the form that is kept
 * with the text, and restored on the page with the same query, which may name another choice.
 * @returns props for the form, and a function for a form that a script sends: it tells that the form is done
 */
export function useKeptText<Choice>(
  result: unknown,
  stored: FieldTexts = {},
  { formPage, chosen }: { formPage?: string; chosen?: Chosen<Choice> } = {},
) {
  const ref = useRef<HTMLFormElement>(null)
  const { pathname, search } = useLocation()
  const page = formPage ?? pathname + search
  const owner = useContext(OwnerContext)

  const keep = () => {
    const text = textsToKeep(fieldsOf(ref.current), Boolean(result))
    const choice = isOtherChoice(chosen) ? chosen?.choice : undefined
    const draft: TypedText<Choice> = { text, stored, choice, search }
    if (choice !== undefined || Object.keys(text).length > 0) storeDraft(owner, page, draft)
    else forgetDraft(owner, page)
  }

  // A form with another address leaves the text.
  const { formAction, location } = useNavigation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => {
    const isOwn = ref.current?.getAttribute('action') === formAction
    if (isOwn && location?.state?._isRedirect && location.pathname !== href('/auth')) forgetDraft(owner, page)
  }, [location])

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each result
  useEffect(() => {
    if (result) return keep()
    const draft = readDraft<TypedText<Choice>>(owner, page)
    if (!draft?.text) return
    if (draft.choice !== undefined && draft.search === search) chosen?.restore(draft.choice)
    const texts = textsToRestore(draft, stored)
    for (const field of fieldsOf(ref.current)) {
      const typed = texts[field.name]
      const isUntouched = field.value === field.defaultValue
      // A list may have its choice from the address of the page.
      if (typed !== undefined && isUntouched && !(field.value !== '' && 'list' in field && field.list))
        field.value = typed
    }
  }, [result])

  return { props: { ref, onInput: keep }, forget: () => forgetDraft(owner, page) }
}

/**
 * The texts of the fields that were changed. If the form shows the result of an action (`isAnswer`), those of all
 * fields, since its default values are what was typed before.
 */
export function textsToKeep(
  fields: Pick<TextField, 'name' | 'value' | 'defaultValue'>[],
  isAnswer: boolean,
): FieldTexts {
  const typed = fields.filter(({ value, defaultValue }) => isAnswer || value !== defaultValue)
  return Object.fromEntries(typed.map(({ name, value }) => [name, value]))
}

/** Whether something else is chosen than at first. */
export const isOtherChoice = (chosen?: { choice: unknown; initial: unknown }) =>
  JSON.stringify(chosen?.choice) !== JSON.stringify(chosen?.initial)

/** The typed texts of a draft, without those of fields that edit another stored text now. */
export function textsToRestore(draft: TypedText<unknown>, stored: FieldTexts): FieldTexts {
  return Object.fromEntries(
    Object.entries(draft.text).filter(([field]) => draft.stored?.[field] === stored[field]),
  )
}

const TYPED_KINDS = ['text', 'email', 'tel', 'textarea']

/** Returns the text fields of a form, without the hidden field for robots. */
function fieldsOf(form: HTMLFormElement | null): TextField[] {
  return [...(form?.elements ?? [])]
    .filter((field) => field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)
    .filter(({ type, tabIndex }) => TYPED_KINDS.includes(type) && tabIndex >= 0)
}
