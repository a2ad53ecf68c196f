/**
 * Adds up the results of `work`, one item after the other; an item that fails keeps no other from its turn.
 * Throws all failures together; `what`: of the items, in the message.
 */
export async function addUp<Item>(
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
