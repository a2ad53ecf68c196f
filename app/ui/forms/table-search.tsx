import { Icon } from '../icon'
import { Form } from './form'
import '../tables/chips.css'

/**
 * A search field above a table. It sets the parameter `q` of the address. `keep`: the other parameters; null or '' for
 * an absent one.
 */
export function TableSearch({
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
        {/* The key mounts a new field for each search: after the back button it shows the text of that address. */}
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
