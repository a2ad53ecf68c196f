/** `options`: values of the query and their labels. */
export function Choice({
  name,
  label,
  value,
  options,
}: {
  name: string
  label: string
  value: string
  options: Record<string, string>
}) {
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <select className="input" id={name} name={name} defaultValue={value}>
        {Object.entries(options).map(([word, label]) => (
          <option key={word} value={word}>
            {label}
          </option>
        ))}
      </select>
    </div>
  )
}
