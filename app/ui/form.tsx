import { type ComponentProps, createContext, useContext, useEffect, useRef } from 'react'
import { Form as RouterForm, useNavigation } from 'react-router'

/** The signed id of the member of the page (`ownerMark`). */
export const OwnerContext = createContext<string | undefined>(undefined)
export const OWNER_FIELD = 'autore'
/** A sealed form on its way through the sign-in. */
export const SAVED_FIELD = 'modulo'

/** React Router's form with its owner (decision 0028). A double click posts it once. */
export function Form({ children, onSubmit, ...form }: ComponentProps<typeof RouterForm>) {
  const posting = useRef(false)
  const { state } = useNavigation()
  useEffect(() => {
    if (state === 'idle') posting.current = false
  }, [state])
  return (
    <RouterForm
      {...form}
      onSubmit={(event) => {
        onSubmit?.(event)
        if (event.defaultPrevented || form.method !== 'post') return
        if (posting.current) event.preventDefault()
        posting.current = true
      }}
    >
      {form.method === 'post' && <OwnerField />}
      {children}
    </RouterForm>
  )
}

export function OwnerField() {
  const owner = useContext(OwnerContext)
  return owner && <input type="hidden" name={OWNER_FIELD} value={owner} />
}
