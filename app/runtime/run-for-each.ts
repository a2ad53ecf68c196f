/**
 * Runs `work` for one item after the other and returns the sum of the results. After a failure the next items still get
 * their turn: the failures are thrown together at the end, in an error that says what kind of items failed
 * (`itemsName`).
 */
export async function runForEach<Item>(
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
