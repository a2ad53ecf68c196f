import { setImmediate as nextTurn } from 'node:timers/promises'

/** Items that are processed before other requests get a turn. */
const ITEMS_PER_TURN = 200

/**
 * Runs `work` for the items in order, `ITEMS_PER_TURN` in each turn of the event loop, so that requests are answered
 * meanwhile. `position`: that of the item, from 1.
 */
export async function inTurns<Item, Result>(
  items: readonly Item[],
  work: (item: Item, position: number) => Result,
): Promise<Result[]> {
  const results: Result[] = []
  for (const [index, item] of items.entries()) {
    if (index % ITEMS_PER_TURN === 0) await nextTurn()
    results.push(work(item, index + 1))
  }
  return results
}
