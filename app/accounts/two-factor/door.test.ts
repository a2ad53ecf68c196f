import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { codeOf } from '../../../tests/codes'
import { OWNED } from '../../../tests/owned-settings'
import { aPerson, aRequest, cookieOf, PASSWORD } from '../../../tests/people'
import { withSecondFactor } from '../../../tests/second-factor'
import { visit, wholeSite } from '../../../tests/site'
import { aCourse, emptyDatabase } from '../../../tests/world'
import { FIRST_SETTINGS } from '../../content/first-settings'
import { env } from '../../runtime/env.server'
import { replaceSettings } from '../../site/settings'

beforeEach(emptyDatabase)

/** The site answers at a real address, with data of its own, until the test is done. */
function inPublic() {
  Object.assign(env, { isPublic: true })
  replaceSettings({ settings: OWNED, version: 'test' })
  onTestFinished(() => {
    Object.assign(env, { isPublic: false })
    replaceSettings({ settings: FIRST_SETTINGS, version: 'test' })
  })
}

const SETUP = '/dashboard/due-passaggi'
const form = { 'Content-Type': 'application/x-www-form-urlencoded', Origin: 'http://localhost:3000' }
const post = { method: 'POST', body: 'role=admin', headers: form }
const bearer = (cookie: string) => `Bearer ${cookie.replace('session=', '')}`

test('on this machine an administrator works with the password alone', async () => {
  const { email } = await aPerson('carla', 'admin')
  expect((await visit(aRequest('/office', await cookieOf(email)))).status).toBe(200)
})

test('on a public site nothing of the office opens before the second factor is set up', async () => {
  inPublic()
  const [carla, sara] = [await aPerson('carla', 'admin'), await aPerson('sara', 'secretary')]
  const site = await wholeSite()
  const cookie = await cookieOf(carla.email)
  for (const asked of [cookie, await cookieOf(sara.email)])
    for (const path of ['/admin', '/admin/people', '/admin/courses/new', '/admin/mail'])
      for (const init of [{}, post])
        expect((await site(aRequest(path, asked, init))).headers.get('Location'), path).toBe(
          `${SETUP}?verso=${encodeURIComponent(path)}`,
        )
  const inside = await site(aRequest('/admin/people.data', cookie))
  expect([inside.status, await inside.text()]).toEqual([202, expect.stringContaining(SETUP)])
  for (const path of ['/admin/audit.csv', '/admin/courses.csv', '/admin/audit.data'])
    expect((await site(aRequest(path, cookie))).status, path).toBe(403)
  const sent = { ...post, headers: { ...form, Accept: 'application/json' } }
  expect((await site(aRequest('/admin/documents', cookie, sent))).status).toBe(403)
  // What belongs to members is theirs, above all the way to the second factor.
  for (const path of ['/dashboard', SETUP]) expect((await site(aRequest(path, cookie))).status).toBe(200)

  const { cookie: anew } = await withSecondFactor(carla)
  expect((await site(aRequest('/admin/people', anew))).status).toBe(200)
})

test('once the second factor is set up, the page that was asked for is next', async () => {
  inPublic()
  const carla = await aPerson('carla', 'admin')
  const site = await wholeSite(await import('../../entry.server'))
  const cookie = await cookieOf(carla.email)
  const asked = await site(aRequest('/admin/richieste?ordine=recenti', cookie))
  const setup = asked.headers.get('Location') ?? ''
  const send = async (fields: Record<string, string>) => {
    const body = new URLSearchParams(fields).toString()
    const response = await site(aRequest(setup, cookie, { method: 'POST', body, headers: form }))
    return response.text()
  }
  const begun = await send({ intent: 'begin', current: PASSWORD })
  expect(begun).toContain(`action="${setup}"`)
  const [, token = ''] = /name="setup" value="([^"]+)"/.exec(begun) ?? []
  const [, key = ''] = /secret=([A-Z2-7]+)/.exec(begun) ?? []
  const codes = await send({ intent: 'activate', setup: token, code: codeOf(key) })
  expect(codes).toContain('href="/admin/richieste?ordine=recenti"')
})

test('a program with an administrator’s token learns what is missing', async () => {
  inPublic()
  const [carla, ada, course] = [await aPerson('carla', 'admin'), await aPerson('ada'), await aCourse()]
  const call = async (cookie: string, body: object) => {
    const headers = { 'Content-Type': 'application/json', Authorization: bearer(cookie) }
    const init = { method: 'POST', body: JSON.stringify(body), headers }
    const response = await visit(aRequest('/functions/v1/enroll_user_in_courses', '', init))
    return [response.status, await response.json()]
  }
  const cookie = await cookieOf(carla.email)
  const another = { user_id: ada.id, course_ids: [course.id] }
  expect(await call(cookie, another)).toEqual([
    403,
    { error: expect.stringContaining('verifica in due passaggi') },
  ])
  // For themselves they are a member like others: a request, no enrolment.
  const [status, { enrolled }] = await call(cookie, { course_ids: [course.id] })
  expect([status, enrolled]).toEqual([200, [{ course_id: course.id, status: 'pending' }]])

  const { cookie: anew } = await withSecondFactor(carla)
  expect(await call(cookie, another)).toMatchObject([401, {}])
  expect(await call(anew, another)).toMatchObject([200, { enrolled: [{ status: 'approved' }] }])
})
