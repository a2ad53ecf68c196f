import { Form, Link } from 'react-router'

/** What narrows a list: a text, and a choice of which `options` are the words in the address and their labels. */
export function TextFilter({
  action,
  text,
  choice,
  reset,
}: {
  action: string
  text: { value: string; placeholder: string; maxLength: number }
  choice: { name: string; label: string; value: string; options: Record<string, string> }
  /** Whether anything is narrowed, so that 'Azzera' has something to do. */
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
            maxLength={text.maxLength}
            defaultValue={text.value}
            placeholder={text.placeholder}
          />
        </div>
        <div className="field">
          <label htmlFor={choice.name}>{choice.label}</label>
          <select className="input" id={choice.name} name={choice.name} defaultValue={choice.value}>
            {Object.entries(choice.options).map(([word, label]) => (
              <option key={word} value={word}>
                {label}
              </option>
            ))}
          </select>
        </div>
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
