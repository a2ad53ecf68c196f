import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { aRequest, aVisitor, sentBack } from '../../tests/people'
import { aMember, emptyDatabase } from '../../tests/world'
import { db } from '../database/client.server'
import { parkedForms, profiles } from '../database/schema'
import { AUTHOR_FIELD } from '../ui/form'
import {
  authorMark,
  authorOf,
  forgetForm,
  forgetOldForms,
  parkForm,
  reminderOfForms,
  waitingForms,
} from './parked.server'
import type { Member } from './rules'

let author: Member
beforeEach(async () => {
  await emptyDatabase()
  author = await aMember()
})

async function park(
  body: BodyInit,
  { visitor = aVisitor(), path = '/admin/courses/new?da=elenco', headers = {}, cookie = '' } = {},
) {
  const request = aRequest(path, cookie, { method: 'POST', body, headers })
  return parkForm(visitor, request, new URL(request.url))
}
/** A form as it stands on the page of a member. */
async function formOf(member: Member, fields: Record<string, string> = { a: '1' }) {
  return new URLSearchParams({ [AUTHOR_FIELD]: await authorMark(member), ...fields })
}
const cookieBack = (cookie: string | null) => sentBack(new Headers({ 'Set-Cookie': cookie ?? '' }))
const back = (cookie: string | null) => aRequest('/ripresa', cookieBack(cookie))

test('a form comes back to its author as it was, without passwords', async () => {
  const form = await formOf(author, {})
  // It had been kept before, and was sent in vain once more.
  form.append('ripresa', '00000000-0000-4000-8000-000000000000')
  form.append('title', 'Leadership')
  for (const secret of ['confirmPassword', 'current', 'code']) form.append(secret, 'segreto')
  form.append('moduli', 'uno\r\ndue')
  form.append('note', 'con un \0 dentro')
  const cookie = await park(form)

  expect(cookie).toMatch(/^modulo=.+; Max-Age=1800; Path=\/; HttpOnly; SameSite=Lax$/)
  const [kept] = await waitingForms(author, back(cookie))
  expect(kept).toMatchObject({ path: '/admin/courses/new?da=elenco' })
  expect(kept?.fields).toEqual([
    ['title', 'Leadership'],
    ['moduli', 'uno\r\ndue'],
    ['note', 'con un  dentro'],
  ])
})

test('nobody else finds it, not even who signs in next in the same browser', async () => {
  const cookie = await park(await formOf(author))
  expect(await waitingForms(await aMember('berta'), back(cookie))).toEqual([])
  const [row] = await db.select().from(parkedForms)
  for (const cookie of ['', 'modulo=', `modulo=${row?.id}`, `modulo=${btoa(JSON.stringify(row?.id))}`])
    expect(await waitingForms(author, aRequest('/ripresa', cookie))).toEqual([])
})

test('it is of the person on whose page it stood, if that is told and true', async () => {
  const other = await aMember('berta')
  const parked = await park(await formOf(other))
  expect(await waitingForms(author, back(parked))).toEqual([])
  expect(await waitingForms(other, back(parked))).toMatchObject([{ fields: [['a', '1']] }])
  await db.delete(profiles).where(eq(profiles.id, other.id))
  expect(await park(await formOf(other))).toBeNull()

  const mark = await authorMark(author)
  for (const forged of [
    '',
    '.',
    author.id,
    `${author.id}.`,
    `x${mark}`,
    `${mark}x`,
    mark.replace('ada', 'eva'),
  ]) {
    const form = new URLSearchParams({ [AUTHOR_FIELD]: forged, a: '1' })
    expect(await authorOf(await aRequest('/', '', { method: 'POST', body: form }).formData())).toBeNull()
    expect(await park(form)).toBeNull()
  }
  expect(await park(new URLSearchParams({ a: '1' }))).toBeNull()
  expect(await db.select().from(parkedForms)).toEqual([])
})

test('one that waits already goes on waiting', async () => {
  const cookie = await park(await formOf(author))
  expect(await park(await formOf(author, { ripresa: 'x' }), { path: '/ripresa' })).toBeNull()
  expect(await waitingForms(author, back(cookie))).toMatchObject([{ fields: [['a', '1']] }])
})

test('it is forgotten on request and after half an hour', async () => {
  const [first, second] = [await park(await formOf(author)), await park(await formOf(author, { b: '2' }))]
  const [kept] = await waitingForms(author, back(first))
  if (!kept) throw new Error('nothing was kept')
  expect(await forgetForm(kept, back(first))).toMatch(/^modulo=; Max-Age=0/)
  expect(await waitingForms(author, back(first))).toEqual([])

  await db.update(parkedForms).set({ expiresAt: sql`now() - interval '1 second'` })
  expect(await waitingForms(author, back(second))).toEqual([])
  await forgetOldForms()
  expect(await db.select().from(parkedForms)).toEqual([])
})

test('those of several tabs wait together, and each is forgotten alone', async () => {
  let cookie: string | null = null
  for (const tab of ['1', '2', '3', '4', '5', '6'])
    cookie = await park(await formOf(author, { tab }), { cookie: cookieBack(cookie) })
  const tabs = async () =>
    (await waitingForms(author, back(cookie))).map(({ fields: [field] }) => field?.[1]).join('')
  expect(await tabs(), 'the last five').toBe('23456')
  expect(await reminderOfForms(author, back(cookie))).toMatchObject([{ title: '5 moduli non sono partiti' }])
  expect(await reminderOfForms(await aMember('berta'), back(cookie))).toEqual([])

  const [, third] = await waitingForms(author, back(cookie))
  if (!third) throw new Error('only one was kept')
  cookie = await forgetForm(third, back(cookie))
  expect(await tabs()).toBe('2456')

  // Whoever goes back and sends the same once more has one form to send.
  cookie = await park(await formOf(author, { tab: '4' }), { cookie: cookieBack(cookie) })
  expect(await tabs()).toBe('2564')
})

async function withFile() {
  const form = new FormData()
  form.append(AUTHOR_FIELD, await authorMark(author))
  form.append('file', new File(['%PDF'], 'a.pdf'))
  return form
}

test.each<[string, () => Promise<BodyInit>, Record<string, string>]>([
  ['over 100 KB', () => formOf(author, { description: 'x'.repeat(100_001) }), {}],
  ['with files', () => withFile(), {}],
  ['that is no form', async () => '{"a":1}', { 'Content-Type': 'application/json' }],
])('a body %s is not kept', async (_what, body, headers) => {
  expect(await park(await body(), { headers })).toBeNull()
  expect(await db.select().from(parkedForms)).toEqual([])
})

test('one address cannot fill the table', async () => {
  const visitor = aVisitor()
  for (let n = 0; n < 22; n++) await park(await formOf(author, { n: String(n) }), { visitor })
  expect(await db.select().from(parkedForms)).toHaveLength(20)
})
