/** `hidden`: the name of a last column, for screen readers only. */
export function TableHead({ columns, hidden }: { columns: readonly string[]; hidden?: string }) {
  return (
    <thead>
      <tr>
        {columns.map((column) => (
          <th key={column} scope="col">
            {column}
          </th>
        ))}
        {hidden && (
          <th scope="col">
            <span className="visually-hidden">{hidden}</span>
          </th>
        )}
      </tr>
    </thead>
  )
}
