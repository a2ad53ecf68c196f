/** From where a page goes on: after a row, or before one. `Mark` is whatever tells a row's place in the order. */
export type Around<Mark> = { after?: Mark | undefined; before?: Mark | undefined }

/**
 * One page of a list that is too long to number its pages, and the ids from which the pages beside it go on. `read`
 * gives the `limit` rows nearest to a mark (of none, the first), in the order of the list. Where not enough rows
 * stand before the mark for a page, it is the first page.
 */
export async function keysetPage<Row extends { id: unknown }, Mark>(
  size: number,
  { after, before }: Around<Mark>,
  read: (around: Around<Mark>, limit: number) => Promise<Row[]>,
): Promise<{ rows: Row[]; back?: Row['id']; onward?: Row['id'] }> {
  if (before !== undefined) {
    const found = await read({ before }, size + 1)
    if (found.length > size) {
      const rows = found.slice(-size)
      return { rows, back: rows.at(0)?.id, onward: rows.at(-1)?.id }
    }
  }
  const start = before === undefined ? after : undefined
  const found = await read({ after: start }, size + 1)
  const rows = found.slice(0, size)
  return {
    rows,
    back: start === undefined ? undefined : rows.at(0)?.id,
    onward: found.length > size ? rows.at(-1)?.id : undefined,
  }
}
