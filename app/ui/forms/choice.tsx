import { Labelled } from './field'

/** A select with its label. `options`: values and their labels. */
export function Choice({
  name,
  label,
  value,
  options,
  error,
}: {
  name: string
  label: string
  value: string
  options: Record<string, string>
  error?: string | undefined
}) {
  return (
    <Labelled label={label} name={name} error={error}>
      {(control) => (
        <select className="input" name={name} defaultValue={value} {...control}>
          {Object.entries(options).map(([option, label]) => (
            <option key={option} value={option}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  )
}
