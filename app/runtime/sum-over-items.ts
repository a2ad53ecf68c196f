/**
 * Runs `work` for one item after the other and returns the sum. Failures are thrown together at the end. `what`: names
 * the items.
 */
export async function sumOverItems<Item>(
  what: string,
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
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} failed: ${what}`)
  return total
}
