/** Counts what is under way, by key. A key that is at zero takes no memory. */
export function createCounter() {
  const counts = new Map<string, number>()
  return {
    count: (key: string) => counts.get(key) ?? 0,
    increment: (key: string) => counts.set(key, (counts.get(key) ?? 0) + 1),
    decrement(key: string) {
      const count = (counts.get(key) ?? 1) - 1
      if (count > 0) counts.set(key, count)
      else counts.delete(key)
    },
  }
}
