import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { emptyFolder } from '../../../tests/files'
import { aContext, aPerson, aRequest, cookieOf } from '../../../tests/people'
import { aCourse, emptyDatabase } from '../../../tests/world'
import { db } from '../../database/client.server'
import { courses } from '../../database/schema'
import { photos } from '../stored.server'
import { loader } from './image.resource'

const PATH = '0123456789abcdef'
let course: Awaited<ReturnType<typeof aCourse>>

beforeEach(async () => {
  await emptyDatabase()
  emptyFolder()
  course = await aCourse({ photoPath: PATH, photoAlt: 'Un’aula' })
  await photos.put(`${PATH}-480.avif`, Buffer.from('immagine'), { type: 'image/avif' })
})

async function get(file = `${PATH}-480.avif`, { cookie = '', slug = course.slug } = {}) {
  const request = aRequest(`/corsi/${slug}/foto/${file}`, cookie)
  const asked = { request, params: { slug, file }, context: aContext() }
  return loader(asked as unknown as Parameters<typeof loader>[0])
}
const change = (facts: Partial<typeof courses.$inferInsert>) =>
  db.update(courses).set(facts).where(eq(courses.id, course.id))

test('a size of the photograph is sent to everybody, and kept for as long as it is the photograph', async () => {
  const response = await get()
  expect(await response.text()).toBe('immagine')
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/avif',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  })
})

test('another size, name or course, and a file that is missing, is not found', async () => {
  const other = await aCourse()
  for (const file of [
    '480.avif',
    `${PATH}-481.avif`,
    `${PATH}-480.constructor`,
    `${PATH}-480.jpg`,
    `../${PATH}-480.avif`,
  ])
    expect((await get(file)).status, file).toBe(404)
  for (const slug of [other.slug, 'altro', 'NON\0esiste'])
    expect((await get(undefined, { slug })).status, slug).toBe(404)
  await change({ archivedAt: new Date() })
  expect((await get()).status).toBe(404)
})

test('the photograph of a draft is for the office alone, and kept by nobody', async () => {
  await change({ draft: true })
  const member = await aPerson('ada')
  const office = await aPerson('carla', 'admin')
  expect((await get()).status).toBe(404)
  expect((await get(undefined, { cookie: await cookieOf(member.email) })).status).toBe(404)
  const response = await get(undefined, { cookie: await cookieOf(office.email) })
  expect([response.status, response.headers.get('Cache-Control')]).toEqual([200, 'no-store'])
})
