import { connectAside, createUnpooledClient, engine } from './client.server'

const runningLocks = new Set<number>()

/** Runs `work`; returns 'busy' instead if work with the same lock number is running in any process. */
export async function runExclusively<T>(number: number, work: () => Promise<T>): Promise<T | 'busy'> {
  if (runningLocks.has(number)) return 'busy'
  runningLocks.add(number)
  let lock: Awaited<ReturnType<typeof connectAside>> | undefined
  try {
    if (engine === 'postgres') lock = await connectAside()
    const { rows } = (await lock?.client.query('select pg_try_advisory_lock($1) as free', [number])) ?? {}
    return rows?.[0].free === false ? 'busy' : await work()
  } finally {
    runningLocks.delete(number)
    await lock?.release()
  }
}

/** The number of the advisory lock of `runSerially`, the same in every process. */
const SERIAL_LOCK = 63_102

/**
 * Runs `work` after such work of other processes has ended, under an advisory lock on its own connection. The embedded
 * database has one process, which needs no lock.
 */
export async function runSerially<T>(work: () => Promise<T>): Promise<T> {
  if (engine === 'pglite') return work()
  const client = createUnpooledClient()
  await client.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [SERIAL_LOCK])
    return await work()
  } finally {
    await client.end()
  }
}
