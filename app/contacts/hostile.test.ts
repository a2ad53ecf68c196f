import { beforeEach, expect, test } from 'vitest'
import { aContext, aRequest, aVisitor } from '../../tests/people'
import { wholeSite } from '../../tests/site'
import { emptyDatabase } from '../../tests/world'
import { db } from '../database/client.server'
import { contactSubmissions } from '../database/schema'
import { createFormTimestamp } from '../http/form-timestamp.server'

// What no browser sends from our form: refused with a status of its own, and nothing is kept of it.

const GOOD = {
  fullName: 'Ada Rossi',
  email: 'ada@example.it',
  phone: '0736 123456',
  courseInterest: 'Uno',
  privacy: 'on',
}

const site = await wholeSite()
beforeEach(emptyDatabase)

const past = () => createFormTimestamp(Date.now() - 10_000)
async function send(fields: Record<string, string>, path = '/contatti') {
  const init = {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  }
  return (await site(aRequest(path, '', init), aContext(aVisitor().address))).status
}
const stored = () => db.select().from(contactSubmissions)

test.each(['/contatti', '/contatti?corso=%00', '/?index'])('the form at %s is received', async (path) => {
  expect(await send({ ...GOOD, timestamp: await past() }, path)).toBe(302)
  expect(await stored()).toHaveLength(1)
})

test.each<[string, Record<string, string>]>([
  ['no timestamp', {}],
  ['a forged timestamp', { timestamp: `${Date.now() - 10_000}.forged` }],
  ['a timestamp of other times', { timestamp: '0.' }],
  ['hostile text for a timestamp', { timestamp: '\0.\ud800' }],
])('%s is refused', async (_what, fields) => {
  expect(await send({ ...GOOD, ...fields })).toBe(400)
  expect(await stored()).toEqual([])
})

test('a form that returns at once, or with the hidden field, is refused', async () => {
  expect(await send({ ...GOOD, timestamp: await createFormTimestamp() })).toBe(400)
  expect(await send({ ...GOOD, timestamp: await past(), fax: 'spam' })).toBe(400)
  expect(await stored()).toEqual([])
})

test('every field out of its limits is refused', async () => {
  const long = 'a'.repeat(5_000)
  const wrongs: Record<string, string>[] = [
    ...[{ fullName: 'A' }, { fullName: ' \0\u200b ' }, { fullName: long }],
    ...[{ email: 'ada' }, { email: `${long}@example.it` }, { email: 'a@b.it\r\nBcc: c@d.it' }],
    ...[{ phone: '1234' }, { phone: long }, { company: long }, { message: long }],
    ...[{ courseInterest: '' }, { courseInterest: long }, { privacy: '' }, { privacy: 'off' }],
  ]
  for (const wrong of wrongs)
    expect(await send({ ...GOOD, timestamp: await past(), ...wrong }), JSON.stringify(wrong)).toBe(400)
  expect(await stored()).toEqual([])
})

test('NUL, markup and lone surrogates within the limits are kept without harm', async () => {
  const message = '\0<script>alert(1)</script> \ud800 {{7*7}}'
  expect(await send({ ...GOOD, timestamp: await past(), message })).toBe(302)
  expect((await stored())[0]?.message).toContain('<script>alert(1)</script>')
})

test('a body that is no form is refused', async () => {
  const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' }
  expect((await site(aRequest('/contatti', '', init))).status).toBe(400)
})
