import { type ComponentProps, createContext, useContext } from 'react'
import { Form as RouterForm } from 'react-router'

/** The person for whom the page was made, as its forms tell the server; undefined on a stranger's page. */
export const AuthorContext = createContext<string | undefined>(undefined)
export const AUTHOR_FIELD = 'autore'

/** React Router's form, which tells on whose page it stood when it sends something (decision 0028). */
export function Form({ children, ...form }: ComponentProps<typeof RouterForm>) {
  return (
    <RouterForm {...form}>
      {form.method === 'post' && <AuthorField />}
      {children}
    </RouterForm>
  )
}

/** The same for a form that is not React Router's. */
export function AuthorField() {
  const author = useContext(AuthorContext)
  return author && <input type="hidden" name={AUTHOR_FIELD} value={author} />
}
