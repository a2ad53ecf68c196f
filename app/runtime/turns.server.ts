import { setImmediate as nextTurn } from 'node:timers/promises'

/** Items between which other requests are answered. */
const PER_TURN = 200

/** Works items off in their order, some in each turn of the event loop. `place`: from 1. */
export async function inTurns<Item, Result>(
  items: readonly Item[],
  work: (item: Item, place: number) => Result,
): Promise<Result[]> {
  const results: Result[] = []
  for (const [index, item] of items.entries()) {
    if (index % PER_TURN === 0) await nextTurn()
    results.push(work(item, index + 1))
  }
  return results
}
