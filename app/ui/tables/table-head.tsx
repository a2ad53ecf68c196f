import type { ReactNode } from 'react'

/** `hidden`: the name of a last column, for screen readers only; `choice`: stands in the first. */
export function TableHead({
  columns,
  hidden,
  choice,
}: {
  columns: readonly string[]
  hidden?: string
  choice?: ReactNode
}) {
  return (
    <thead>
      <tr>
        {columns.map((column, number) => (
          <th key={column} scope="col" aria-label={number === 0 && choice ? column : undefined}>
            {number === 0 && choice}
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
