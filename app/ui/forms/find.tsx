import { Icon } from '../icon'
import { Form } from './form'
import '../tables/chips.css'

/** A search above a table, in the address as `q`; `keep`: the other parameters of the address. */
export function Find({
  label,
  text,
  action,
  keep = {},
}: {
  label: string
  text: string
  action: string
  keep?: Record<string, string | null>
}) {
  return (
    <search className="find">
      <Form action={action} preventScrollReset>
        {Object.entries(keep).map(
          ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
        )}
        <button type="submit" aria-label="Cerca">
          <Icon name="search" />
        </button>
        {/* A new field for each search: the back button shows its text. */}
        <input
          key={text}
          className="input"
          type="search"
          name="q"
          defaultValue={text}
          placeholder={label}
          aria-label={label}
        />
      </Form>
    </search>
  )
}
