import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { Choice } from './choice'
import { Form } from './form'
import './filters.css'

export function TextFilter({
  action,
  text,
  choice,
  reset,
}: {
  action: string
  text: { value: string; placeholder: string }
  choice: ComponentProps<typeof Choice>
  /** Shows 'Azzera'. */
  reset: boolean
}) {
  return (
    <search>
      <Form action={action} className="filters text-filter" key={text.value + choice.value}>
        <div className="field">
          <label htmlFor="q">Cerca</label>
          <input
            className="input"
            id="q"
            name="q"
            type="search"
            defaultValue={text.value}
            placeholder={text.placeholder}
          />
        </div>
        <Choice {...choice} />
        <div className="actions">
          <button className="button" type="submit">
            Cerca
          </button>
          {reset && (
            <Link className="link" to={action}>
              Azzera
            </Link>
          )}
        </div>
      </Form>
    </search>
  )
}
