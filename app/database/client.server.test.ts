import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { emptyDatabase } from '../../tests/world'
import {
  ambientDb,
  type Database,
  db,
  inTransaction,
  maintainDatabase,
  openDatabase,
  ping,
} from './client.server'
import { installationValues } from './schema'

beforeEach(emptyDatabase)

const write = (key: string, to: Database = db) =>
  to.insert(installationValues).values({ key, value: 'scritto' })
const written = async (from: Database = db) =>
  (await from.select().from(installationValues).orderBy(installationValues.key)).map(({ key }) => key)

test('a transaction that ends well keeps all of its writes and hands back its result', async () => {
  const result = await inTransaction(async (tx) => {
    await tx.insert(installationValues).values({ key: 'uno', value: '' })
    await write('due', tx)
    return 'ok'
  })
  expect(result).toBe('ok')
  expect(await written()).toEqual(['due', 'uno'])
})

test('a transaction that throws keeps nothing', async () => {
  const failed = inTransaction(async (tx) => {
    await tx.insert(installationValues).values({ key: 'uno', value: '' })
    await write('due', tx)
    throw new Error('ripensamento')
  })
  await expect(failed).rejects.toThrow('ripensamento')
  expect(await written()).toEqual([])
})

test('a statement that the database refuses undoes the statements before it', async () => {
  const failed = inTransaction(async (tx) => {
    await write('uno', tx)
    await write('uno', tx)
  })
  await expect(failed).rejects.toMatchObject({ cause: { constraint: 'settings_pkey' } })
  expect(await written()).toEqual([])
})

test('within a transaction its queries see what is not yet committed, and db is refused', async () => {
  await inTransaction(async (tx) => {
    await write('uno', tx)
    expect(await written(tx)).toEqual(['uno'])
    expect(await tx.$count(installationValues)).toBe(1)
    expect(() => db.select()).toThrow('pass its `tx`')
    expect(await written(ambientDb)).toEqual(['uno'])
  })
})

test('in a joined transaction db is part of it, in what it calls too', async () => {
  const failed = inTransaction(
    async () => {
      await write('uno')
      await inTransaction(async (tx) => write('due', tx))
      expect(await written()).toEqual(['due', 'uno'])
      throw new Error('ripensamento')
    },
    { dbJoins: true },
  )
  await expect(failed).rejects.toThrow('ripensamento')
  expect(await written()).toEqual([])
})

test('a transaction within a transaction joins it', async () => {
  const failed = inTransaction(async (outer) => {
    await inTransaction(async (inner) => {
      expect(inner).toBe(outer)
      await write('dentro', inner)
    })
    throw new Error('ripensamento')
  })
  await expect(failed).rejects.toThrow('ripensamento')
  expect(await written()).toEqual([])
})

test('transactions started at once do not see one another', async () => {
  const raise = (key: string) =>
    inTransaction(async (tx) => {
      await write(key, tx)
      expect(await written(tx)).toEqual([key])
      throw new Error('ripensamento')
    })
  const outcomes = await Promise.allSettled(['a', 'b', 'c'].map(raise))
  expect(outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason.message)).toEqual(
    Array(3).fill('ripensamento'),
  )
})

test('work that a transaction leaves running does not write through its dead connection', async () => {
  let leftover: Promise<unknown> = Promise.resolve()
  let over = () => {}
  await inTransaction(async (tx) => {
    leftover = new Promise<void>((resolve) => {
      over = resolve
    }).then(() => write('dopo'))
    await write('durante', tx)
  })
  over()
  await leftover
  expect(await written()).toEqual(['dopo', 'durante'])
})

test('a refused statement that was caught and forgotten does not pass for success', async () => {
  const forgetful = inTransaction(async (tx) => {
    await write('uno', tx)
    await write('uno', tx).catch(() => {})
  })
  await expect(forgetful).rejects.toThrow('nothing was kept')
  expect(await written()).toEqual([])
})

test('values come back as they went in, whatever their size', async () => {
  const value = 'è già così 🎓 '.repeat(20_000)
  await db.insert(installationValues).values({ key: 'grande', value })
  const [row] = await db.select().from(installationValues).where(eq(installationValues.key, 'grande'))
  expect(row?.value === value).toBe(true)
})

test('opening again is harmless, and the database answers', async () => {
  await openDatabase()
  expect(await ping()).toBe(true)
})

test('the nightly work leaves the data as they were', async () => {
  await write('uno')
  await maintainDatabase()
  expect(await written()).toEqual(['uno'])
})
