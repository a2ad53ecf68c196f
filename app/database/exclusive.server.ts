import { connectAside, engine, ownClient } from './client.server'

const working = new Set<number>()

/**
 * Runs `work` unless work with the same number runs already, in this process or in another one on the database;
 * then it is 'busy'.
 */
export async function exclusive<T>(number: number, work: () => Promise<T>): Promise<T | 'busy'> {
  if (working.has(number)) return 'busy'
  working.add(number)
  let lock: Awaited<ReturnType<typeof connectAside>> | undefined
  try {
    // The embedded database belongs to this process.
    if (engine === 'postgres') lock = await connectAside()
    const { rows } = (await lock?.client.query('select pg_try_advisory_lock($1) as free', [number])) ?? {}
    return rows?.[0].free === false ? 'busy' : await work()
  } finally {
    working.delete(number)
    await lock?.release()
  }
}

/** Any number will do, as long as every process of this site takes the same. */
const TURN = 63_102

/**
 * Runs `work` when no other process on this database runs such work: those that start at once take turns. A connection
 * of its own holds the place, for as long as it takes; the embedded database belongs to this process alone.
 */
export async function serialised<T>(work: () => Promise<T>): Promise<T> {
  if (engine === 'pglite') return work()
  const client = ownClient()
  await client.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [TURN])
    return await work()
  } finally {
    await client.end()
  }
}
