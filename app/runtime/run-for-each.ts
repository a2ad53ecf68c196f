/**
 * Runs `work` for one item after the other and returns the sum of the results. A failure does not stop the others: all
 * are thrown together at the end, as an error that names the items by `itemsName`.
 */
export async function sumOverItems<Item>(
  itemsName: string,
  items: readonly Item[],
  work: (item: Item) => Promise<number>,
): Promise<number> {
  let total = 0
  const failures: unknown[] = []
  for (const item of items)
    try {
      total += await work(item)
    } catch (error) {
      failures.push(error)
    }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} failed: ${itemsName}`)
  return total
}
