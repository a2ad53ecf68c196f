/** The longest time in which nothing else ran, as a part of the time that `work` took; 1: nothing else ran at all. */
export async function longestBlock(work: () => Promise<unknown>): Promise<number> {
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
