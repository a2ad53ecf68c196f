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
      {(described) => (
        <select className="input" name={name} defaultValue={value} {...described}>
          {Object.entries(options).map(([word, label]) => (
            <option key={word} value={word}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  )
}
