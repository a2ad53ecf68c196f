import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { aRequest, aVisitor, sentBack } from '../../tests/people'
import { aMember, emptyDatabase } from '../../tests/world'
import { db } from '../database/client.server'
import { parkedForms, profiles } from '../database/schema'
import { asAuthor, asNobody, forgetOldForms, forgetParkedForm, parkedForm, parkForm } from './parked.server'
import { LIMITS, type Member } from './rules'

let author: Member
beforeEach(async () => {
  await emptyDatabase()
  author = await aMember()
})

const cookieOf = async (member: Member) =>
  sentBack(new Headers({ 'Set-Cookie': (await asAuthor(member, aRequest('/'))).join() }))

async function park(
  body: BodyInit,
  { visitor = aVisitor(), path = '/admin/courses/new?da=elenco', headers = {}, cookie = '' } = {},
) {
  const request = aRequest(path, cookie || (await cookieOf(author)), { method: 'POST', body, headers })
  return parkForm(visitor, request, new URL(request.url))
}
const back = (cookie: string | null) =>
  aRequest('/ripresa', sentBack(new Headers({ 'Set-Cookie': cookie ?? '' })))

test('a form comes back to its author as it was, without passwords and files', async () => {
  const form = new FormData()
  form.append('title', 'Leadership')
  form.append('confirmPassword', 'segreto')
  form.append('file', new File(['%PDF'], 'a.pdf'))
  form.append('moduli', 'uno\r\ndue')
  form.append('note', 'con un \0 dentro')
  const cookie = await park(form)

  expect(cookie).toMatch(/^modulo=.+; Max-Age=1800; Path=\/; HttpOnly; SameSite=Lax$/)
  const kept = await parkedForm(author, back(cookie))
  expect(kept).toMatchObject({ path: '/admin/courses/new?da=elenco' })
  expect(kept?.fields).toEqual([
    ['title', 'Leadership'],
    ['moduli', 'uno\r\ndue'],
    ['note', 'con un  dentro'],
  ])
})

test('nobody else finds it, not even who signs in next in the same browser', async () => {
  const cookie = await park(new URLSearchParams({ a: '1' }))
  expect(await parkedForm(await aMember('berta'), back(cookie))).toBeNull()
  const [row] = await db.select().from(parkedForms)
  for (const cookie of ['', 'modulo=', `modulo=${row?.id}`, `modulo=${btoa(JSON.stringify(row?.id))}`])
    expect(await parkedForm(author, aRequest('/ripresa', cookie))).toBeNull()
})

test('it is the form of whoever was signed in last, and of nobody after they left', async () => {
  const other = await aMember('berta')
  const cookie = await cookieOf(other)
  expect(await asAuthor(other, aRequest('/', cookie))).toEqual([])
  expect(await asAuthor(author, aRequest('/', cookie))).toHaveLength(1)
  const parked = await park(new URLSearchParams({ a: '1' }), { cookie })
  expect(await parkedForm(author, back(parked))).toBeNull()
  expect(await parkedForm(other, back(parked))).toMatchObject({ fields: [['a', '1']] })

  await db.delete(profiles).where(eq(profiles.id, other.id))
  expect(await park(new URLSearchParams({ a: '1' }), { cookie })).toBeNull()
  const left = sentBack(new Headers({ 'Set-Cookie': await asNobody() }))
  for (const cookie of [left, 'autore=forged'])
    expect(await park(new URLSearchParams({ a: '1' }), { cookie })).toBeNull()
  expect(await db.select().from(parkedForms)).toEqual([])
})

test('it is forgotten on request and after half an hour', async () => {
  const [first, second] = [
    await park(new URLSearchParams({ a: '1' })),
    await park(new URLSearchParams({ b: '2' })),
  ]
  const kept = await parkedForm(author, back(first))
  expect(await forgetParkedForm(kept)).toMatch(/^modulo=; Max-Age=0/)
  expect(await parkedForm(author, back(first))).toBeNull()

  await db.update(parkedForms).set({ expiresAt: sql`now() - interval '1 second'` })
  expect(await parkedForm(author, back(second))).toBeNull()
  await forgetOldForms()
  expect(await db.select().from(parkedForms)).toEqual([])
})

function withFile(bytes: number) {
  const form = new FormData()
  form.append('file', new File([new Uint8Array(bytes)], 'a.pdf'))
  return form
}

test.each<[string, BodyInit, Record<string, string>]>([
  ['over 100 KB', new URLSearchParams({ description: 'x'.repeat(100_001) }), {}],
  ['with a large file', withFile(600 * 1024), {}],
  ['that is no form', '{"a":1}', { 'Content-Type': 'application/json' }],
  ['that is broken', 'no parts', { 'Content-Type': 'multipart/form-data; boundary=x' }],
])('a body %s is not kept', async (_what, body, headers) => {
  expect(await park(body, { headers })).toBeNull()
  expect(await db.select().from(parkedForms)).toEqual([])
})

test('one address cannot fill the table', async () => {
  const visitor = aVisitor()
  for (let n = 0; n < LIMITS.parkedForm.hits + 2; n++)
    await park(new URLSearchParams({ n: String(n) }), { visitor })
  expect(await db.select().from(parkedForms)).toHaveLength(LIMITS.parkedForm.hits)
})
