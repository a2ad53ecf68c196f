import { type ComponentProps, createContext, useContext, useRef } from 'react'
import { Form as RouterForm, useActionData, useLocation, useNavigation } from 'react-router'

/** The signed id of the member for whom the page was rendered (`signOwner`); undefined for visitors. */
export const OwnerContext = createContext<string | undefined>(undefined)
/** The hidden field with the value of `OwnerContext`. */
export const OWNER_FIELD = 'autore'
/** The field that carries a saved form, encrypted, through the sign-in (ADR 28). */
export const SAVED_FIELD = 'modulo'

/**
 * React Router's form, with a field that names its owner (ADR 28). A double click posts it only once: it can be posted
 * again after a new result or at a new location. The end of the navigation would come later, as the page is read again.
 */
export function Form({ children, onSubmit, ...form }: ComponentProps<typeof RouterForm>) {
  const { key } = useLocation()
  const result = useActionData()
  const posted = useRef<{ key: string; result: unknown }>(undefined)
  return (
    <RouterForm
      {...form}
      onSubmit={(event) => {
        onSubmit?.(event)
        if (event.defaultPrevented || form.method !== 'post') return
        if (posted.current?.key === key && posted.current.result === result) event.preventDefault()
        posted.current = { key, result }
      }}
    >
      {form.method === 'post' && <OwnerField />}
      {children}
    </RouterForm>
  )
}

/** The field that names the owner of a form; nothing on a page for visitors. */
export function OwnerField() {
  const owner = useContext(OwnerContext)
  return owner && <input type="hidden" name={OWNER_FIELD} value={owner} />
}

/**
 * A submit button that shows `busy` while its form is sent. Name and value identify the button, as forms share
 * addresses.
 */
export function Submit({ busy, children, ...button }: { busy: string } & ComponentProps<'button'>) {
  const { formData } = useNavigation()
  const isSending = formData != null && (!button.name || formData.get(button.name) === button.value)
  return (
    <button className="button" type="submit" {...button} disabled={isSending || button.disabled}>
      {isSending ? busy : children}
    </button>
  )
}
