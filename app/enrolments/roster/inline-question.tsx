import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { Form, Submit } from '../../ui/forms/form'

/**
 * A question inside a page, which takes the focus. `page`: the address without the question, to which it posts; `id`:
 * of its text; `children`: hidden fields.
 */
export function InlineQuestion({
  page,
  id,
  text,
  button,
  children,
  ...submit
}: {
  page: string
  id?: string
  text: ReactNode
  button: string
  children: ReactNode
} & Pick<ComponentProps<typeof Submit>, 'name' | 'value'>) {
  const question = useRef<HTMLParagraphElement>(null)
  useEffect(() => question.current?.focus(), [])
  return (
    <Form method="post" action={page} className="form to-confirm" preventScrollReset>
      <p tabIndex={-1} id={id} ref={question}>
        {text}
      </p>
      {children}
      <div className="actions">
        <Submit className="button" busy="Salvo..." {...submit}>
          {button}
        </Submit>
        <Link className="link" to={page} preventScrollReset>
          Lascia com’è
        </Link>
      </div>
    </Form>
  )
}
