import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { emptyDatabase } from '../../tests/world'
import { db, inTransaction, maintain, openDatabase, ping } from './client.server'
import { settings } from './schema'

beforeEach(emptyDatabase)

const write = (key: string) => db.insert(settings).values({ key, value: 'scritto' })
const written = async () => (await db.select().from(settings).orderBy(settings.key)).map(({ key }) => key)

test('a transaction that ends well keeps all of its writes and hands back its result', async () => {
  const result = await inTransaction(async (tx) => {
    await tx.insert(settings).values({ key: 'uno', value: '' })
    await write('due')
    return 'ok'
  })
  expect(result).toBe('ok')
  expect(await written()).toEqual(['due', 'uno'])
})

test('a transaction that throws keeps nothing, not even what went through db', async () => {
  const failed = inTransaction(async (tx) => {
    await tx.insert(settings).values({ key: 'uno', value: '' })
    await write('due')
    throw new Error('ripensamento')
  })
  await expect(failed).rejects.toThrow('ripensamento')
  expect(await written()).toEqual([])
})

test('a statement that the database refuses undoes the statements before it', async () => {
  const failed = inTransaction(async () => {
    await write('uno')
    await write('uno')
  })
  await expect(failed).rejects.toMatchObject({ cause: { constraint: 'settings_pkey' } })
  expect(await written()).toEqual([])
})

test('within a transaction db sees what is not yet committed', async () => {
  await inTransaction(async () => {
    await write('uno')
    expect(await written()).toEqual(['uno'])
    expect(await db.query.settings.findFirst()).toMatchObject({ key: 'uno' })
    expect(await db.$count(settings)).toBe(1)
  })
})

test('a transaction within a transaction joins it', async () => {
  const failed = inTransaction(async (outer) => {
    await inTransaction(async (inner) => {
      expect(inner).toBe(outer)
      await write('dentro')
    })
    throw new Error('ripensamento')
  })
  await expect(failed).rejects.toThrow('ripensamento')
  expect(await written()).toEqual([])
})

test('transactions started at once do not see one another', async () => {
  const raise = (key: string) =>
    inTransaction(async () => {
      await write(key)
      expect(await written()).toEqual([key])
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
  await inTransaction(async () => {
    leftover = new Promise<void>((resolve) => {
      over = resolve
    }).then(() => write('dopo'))
    await write('durante')
  })
  over()
  await leftover
  expect(await written()).toEqual(['dopo', 'durante'])
})

test('a refused statement that was caught and forgotten does not pass for success', async () => {
  const forgetful = inTransaction(async () => {
    await write('uno')
    await write('uno').catch(() => {})
  })
  await expect(forgetful).rejects.toThrow('nothing was kept')
  expect(await written()).toEqual([])
})

test('values come back as they went in, whatever their size', async () => {
  const value = 'è già così 🎓 '.repeat(20_000)
  await db.insert(settings).values({ key: 'grande', value })
  const [row] = await db.select().from(settings).where(eq(settings.key, 'grande'))
  expect(row?.value === value).toBe(true)
})

test('opening again is harmless, and the database answers', async () => {
  await openDatabase()
  expect(await ping()).toBe(true)
})

test('the nightly work leaves the data as they were', async () => {
  await write('uno')
  await maintain()
  expect(await written()).toEqual(['uno'])
})
