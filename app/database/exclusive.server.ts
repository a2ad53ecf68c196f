import { createUnpooledClient, engine, openSideConnection } from './client.server'

const runningLocks = new Set<number>()

/**
 * Runs `work`; returns 'busy' instead if work with the same `lockNumber` is running in any process. Between processes,
 * an advisory lock decides, which ends with its own connection. The embedded database has one process.
 */
export async function runExclusively<T>(lockNumber: number, work: () => Promise<T>): Promise<T | 'busy'> {
  if (runningLocks.has(lockNumber)) return 'busy'
  runningLocks.add(lockNumber)
  let lock: Awaited<ReturnType<typeof openSideConnection>> | undefined
  try {
    if (engine === 'postgres') lock = await openSideConnection()
    const { rows } =
      (await lock?.client.query('select pg_try_advisory_lock($1) as acquired', [lockNumber])) ?? {}
    return rows?.[0].acquired === false ? 'busy' : await work()
  } finally {
    runningLocks.delete(lockNumber)
    await lock?.release()
  }
}

/** The number of the advisory lock of `runSerially`: the same in every process, and no other lock has it. */
const SERIAL_LOCK = 63_102

/**
 * Runs `work` after all work that other processes run by this function has ended, under an advisory lock on its own
 * connection. The embedded database has one process, which needs no lock.
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
