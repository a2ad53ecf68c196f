import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { anAdmin, aSubmission, emptyDatabase } from '../../../tests/world'
import type { Admin } from '../../accounts/rules'
import { db } from '../../database/client.server'
import { contactSubmissions } from '../../database/schema'
import {
  contactsPage,
  contactsToHandleCount,
  INBOX_PAGE_SIZE,
  oldestContactsToHandle,
  oldestUnhandledContactFrom,
} from './queries.server'
import { inboxView } from './rules'

let admin: Admin
const MANY = 2 * INBOX_PAGE_SIZE + 7
beforeAll(async () => {
  await emptyDatabase()
  admin = await anAdmin()
  const rows = Array.from({ length: MANY }, (_, i) =>
    aSubmission({
      name: `Numero${i}`,
      email: `numero${i}@example.it`,
      handledAt: i % 4 === 0 ? new Date() : null,
      // Two arrive in the same microsecond.
      createdAt:
        sql`'2026-01-01'::timestamptz + ${Math.floor(i / 2)} * interval '1 microsecond'` as unknown as Date,
      ...(i === 5 && {
        surname: 'D’Alò',
        message: 'Corso di interesse: Perché no?\nAzienda: Caffè Meletti\nMessaggio: Ciao',
      }),
    }),
  )
  await db.insert(contactSubmissions).values(rows)
})

const page = (query = '') => contactsPage(admin, inboxView(new URLSearchParams(query)))
const namesOf = ({ contacts }: Awaited<ReturnType<typeof page>>) => contacts.map(({ name }) => name)

test('what waits comes first, the newest before; the rest is a filter away', async () => {
  const waiting = Array.from({ length: MANY }, (_, i) => i).filter((i) => i % 4 !== 0)
  expect(await contactsToHandleCount(admin)).toBe(waiting.length)
  const { contacts } = await page()
  expect(contacts.every(({ handledAt }) => handledAt === null)).toBe(true)
  const moments = contacts.map(({ name }) => Math.floor(Number(name.slice('Numero'.length)) / 2))
  expect(moments).toEqual(moments.toSorted((a, b) => b - a))
  expect(moments[0]).toBe(Math.floor(Math.max(...waiting) / 2))
  expect((await page('stato=gestite')).contacts.every(({ handledAt }) => handledAt !== null)).toBe(true)
  const { total, contacts: oldest } = await oldestContactsToHandle(admin, 3)
  expect(total).toBe(await contactsToHandleCount(admin))
  const ages = oldest.map(({ createdAt }) => createdAt.getTime())
  expect(ages).toEqual([...ages].sort((one, other) => one - other))
  expect(oldest).toHaveLength(3)
})

test('the oldest unhandled message of a person is found among any number of newer ones', async () => {
  const addresses = Array.from({ length: MANY }, (_, i) => `numero${i}@example.it`)
  expect(await oldestUnhandledContactFrom(admin, addresses)).toMatchObject({ name: 'Numero1' })
  expect(
    await oldestUnhandledContactFrom(admin, ['numero0@example.it', 'numero4@example.it']),
  ).toBeUndefined()
})

test.each(['stato=tutte', 'stato=nuove', 'q=numero&stato=tutte'])(
  'the pages of %s lead through all of them, there and back',
  async (query) => {
    const pages = [await page(query)]
    for (let dopo = pages[0]?.onward; dopo; ) {
      const next = await page(`${query}&dopo=${dopo}`)
      pages.push(next)
      dopo = next.onward
    }
    const all = pages.flatMap(namesOf)
    expect(new Set(all).size).toBe(all.length)
    expect(all).toHaveLength(query.includes('nuove') ? await contactsToHandleCount(admin) : MANY)
    for (const [i, { back }] of pages.entries())
      if (i > 0)
        expect(namesOf(await page(`${query}&prima=${back}`))).toEqual(
          namesOf(pages[i - 1] ?? { contacts: [] }),
        )
    expect(pages[0]?.back).toBeUndefined()
  },
)

test('a place that is none is the beginning', async () => {
  const first = namesOf(await page())
  for (const query of ['dopo=x', 'prima=x', 'dopo=00000000-0000-4000-8000-000000000000', 'prima=%00'])
    expect(namesOf(await page(query))).toEqual(first)
})

describe('the search', () => {
  test('looks at name, e-mail and message, blind to accents and case', async () => {
    for (const q of ['NUMERO5 D’ALO', 'numero5@example', 'perche caffe'])
      expect(namesOf(await page(`stato=tutte&q=${encodeURIComponent(q)}`))).toEqual(['Numero5'])
    for (const q of ['nessuno', '%', '_____', '\\'])
      expect(namesOf(await page(`stato=tutte&q=${encodeURIComponent(q)}`))).toEqual([])
  })

  test('shows the course and the words, without the labels', async () => {
    const { contacts } = await page('stato=tutte&q=meletti')
    expect(contacts).toMatchObject([{ course: 'Perché no?', company: 'Caffè Meletti', words: 'Ciao' }])
  })
})

test('no list or search looks at every message', async () => {
  // In parts: a busy machine would take longer for all than a statement may.
  for (let part = 0; part < 4; part++)
    await db.execute(sql`
      insert into contact_submissions (name, surname, email, phone, message, privacy_version, created_at, handled_at)
      select 'Ada ' || i, md5(i::text), i || '@example.org', '12345', 'Messaggio ' || md5(i || 'x'), '2025-05-02',
        now() - i * interval '1 minute', case when i % 50 > 0 then now() end
      from generate_series(${part * 1000 + 1}::int, ${part * 1000 + 1000}::int) i`)
  await db.execute(sql`analyze contact_submissions`)
  const plans = async (query: string) => {
    const { rows } = await db.execute<{ 'QUERY PLAN': string }>(sql`explain ${sql.raw(query)}`)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  }
  const order = 'order by created_at desc, id desc limit 26'
  const beyond = `(created_at, id) < (now() - interval '5 days', '${'0'.repeat(32)}'::uuid)`
  const found = `search_text like '%' || public.plain_text('3f2b91') || '%'`
  for (const where of [
    'true',
    'handled_at is null',
    'handled_at is not null',
    beyond,
    `handled_at is null and ${beyond}`,
    found,
    `handled_at is null and ${found}`,
  ])
    expect(await plans(`select id from contact_submissions where ${where} ${order}`), where).not.toContain(
      'Seq Scan',
    )
  expect(await plans('select count(*) from contact_submissions where handled_at is null')).not.toContain(
    'Seq Scan',
  )
})
