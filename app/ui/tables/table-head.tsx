import type { ReactNode } from 'react'

/**
 * The head of a table. `hidden`: name of a last column, only for screen readers; `choice`: a box before the name of the
 * first column.
 */
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
