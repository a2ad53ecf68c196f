import { useEffect, useRef } from 'react'
import { Form } from '../forms/form'
import './chips.css'

type Select = { name: string; label: string; value: string; options: [value: string, label: string][] }

/**
 * Filters with a select each, whose choices are parameters of the address. `keep`: its other parameters; null or '' for
 * an absent one. With a script a choice applies at once.
 */
export function Selects({
  action,
  keep,
  selects,
}: {
  action: string
  keep: Record<string, string | null>
  selects: Select[]
}) {
  const form = useRef<HTMLFormElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a choice that was made before the script had loaded
  useEffect(() => {
    const wasChanged = selects.some(({ name, value }) => {
      const select = form.current?.elements.namedItem(name)
      return select instanceof HTMLSelectElement && select.value !== value
    })
    if (wasChanged) form.current?.requestSubmit()
  }, [])
  return (
    <Form
      className="selects"
      action={action}
      ref={form}
      onChange={() => form.current?.requestSubmit()}
      preventScrollReset
    >
      {Object.entries(keep).map(
        ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
      )}
      {selects.map((select) => (
        <Choice key={select.name} {...select} />
      ))}
      <button className="button button-small without-script" type="submit">
        Filtra
      </button>
    </Form>
  )
}

function Choice({ name, label, value, options }: Select) {
  const select = useRef<HTMLSelectElement>(null)
  const shown = useRef(value)
  // A choice that comes from the address replaces the one on the screen.
  useEffect(() => {
    if (select.current && shown.current !== value) select.current.value = value
    shown.current = value
  }, [value])
  return (
    <p>
      <label htmlFor={name}>{label}</label>
      <select ref={select} className="input" id={name} name={name} defaultValue={value}>
        {options.map(([option, label]) => (
          <option key={option} value={option}>
            {label}
          </option>
        ))}
      </select>
    </p>
  )
}
