/** Tries, since other processes may take the processor meanwhile. */
const TRIES = 3

/**
 * The longest time in which nothing else ran, as a part of the time that `work` took; 1: nothing else ran at all. The
 * smallest of some tries; one below `limit` ends them.
 */
export async function longestBlock(work: () => Promise<unknown>, limit: number): Promise<number> {
  let smallest = 1
  for (let tries = 0; tries < TRIES && smallest >= limit; tries++)
    smallest = Math.min(smallest, await blockOf(work))
  return smallest
}

async function blockOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  let longest = 0
  let last = start
  const look = () => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
  }
  const watch = setInterval(look)
  await work()
  clearInterval(watch)
  look()
  return longest / (last - start)
}
