import { type ComponentProps, createContext, useContext } from 'react'
import { Form as RouterForm } from 'react-router'

/** The signed id of the member of the page (`ownerMark`). */
export const OwnerContext = createContext<string | undefined>(undefined)
export const OWNER_FIELD = 'autore'
/** A sealed form on its way through the sign-in. */
export const SAVED_FIELD = 'modulo'

/** React Router's form with its owner (decision 0028). */
export function Form({ children, ...form }: ComponentProps<typeof RouterForm>) {
  return (
    <RouterForm {...form}>
      {form.method === 'post' && <OwnerField />}
      {children}
    </RouterForm>
  )
}

export function OwnerField() {
  const owner = useContext(OwnerContext)
  return owner && <input type="hidden" name={OWNER_FIELD} value={owner} />
}
