import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { aContext, aRequest } from '../../../tests/people'
import { aCourse, anAdmin, emptyDatabase } from '../../../tests/world'
import { FIRST_SETTINGS } from '../../content/first-settings'
import { db } from '../../database/client.server'
import { courses } from '../../database/schema'
import { loader as schoolLoader } from '../../public/meta/share-image.resource'
import { changeSettings } from '../../settings/commands.server'
import { loader } from './share-image.resource'

function ask(slug: string, tag = '') {
  const request = aRequest(`/corsi/${slug}/anteprima.png`, '', { headers: { 'If-None-Match': tag } })
  const args: unknown = { request, params: { slug }, context: aContext(), url: new URL(request.url) }
  return loader(args as Parameters<typeof loader>[0])
}

/** Width and height that a PNG names, or the status of the refusal. */
async function preview(slug: string) {
  const response = await ask(slug).catch((thrown) => thrown)
  if (response.status !== 200) return response.status
  const png = Buffer.from(await response.arrayBuffer())
  expect(png.subarray(1, 4).toString()).toBe('PNG')
  return [png.readUInt32BE(16), png.readUInt32BE(20)]
}

beforeEach(emptyDatabase)

test('a course has a picture for shared links, whatever its title', async () => {
  await aCourse({ slug: 'uno', title: 'Leadership & <Team>' }, [{ startDate: '2999-01-01' }])
  await aCourse({ slug: 'due', title: 'Parola '.repeat(40), comingSoon: true, location: null })
  await aCourse({ slug: 'tre', title: `${'a'.repeat(200)} 漢字 🙂` })
  for (const slug of ['uno', 'due', 'tre']) expect(await preview(slug)).toEqual([1200, 630])
})

test('an image is drawn once, and again after a change of its course', async () => {
  const { id } = await aCourse({ slug: 'uno', title: 'Prima' })
  const tag = (await ask('uno')).headers.get('ETag') ?? ''
  const again = await ask('uno', tag)
  expect([again.status, again.headers.get('Cross-Origin-Resource-Policy')]).toEqual([304, 'cross-origin'])
  await db.update(courses).set({ title: 'Dopo' }).where(eq(courses.id, id))
  const changed = await ask('uno', tag)
  expect(changed.status).toBe(200)
  expect(changed.headers.get('ETag')).not.toBe(tag)
})

test('the images of courses and of the other pages show a new name of the school at once', async () => {
  await aCourse({ slug: 'uno', title: 'Prima' })
  const askForSchool = () => {
    const request = aRequest('/anteprima.png')
    const args: unknown = { request, params: {}, context: aContext(), url: new URL(request.url) }
    return schoolLoader(args as Parameters<typeof schoolLoader>[0])
  }
  const tags = async () =>
    (await Promise.all([ask('uno'), askForSchool()])).map(({ headers }) => headers.get('ETag'))
  const [course, school] = await tags()
  await changeSettings(await anAdmin(), 'company', { ...FIRST_SETTINGS.company, name: 'Scuola Nuova' }, 0)
  const [renamedCourse, renamedSchool] = await tags()
  expect(renamedCourse).not.toBe(course)
  expect(renamedSchool).not.toBe(school)
})

test('what is no course has none, and a deleted one has it no longer', async () => {
  await aCourse({ slug: 'ritirato', archivedAt: new Date() })
  expect(await preview('ritirato')).toBe(410)
  for (const slug of ['non-esiste', 'NON\0esiste']) expect(await preview(slug)).toBe(404)
})

const cpu = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

test('images that a crawler asks for together leave the thread of the requests free', async () => {
  const slugs = Array.from({ length: 8 }, (_, i) => `corso-${i}`)
  for (const slug of slugs) await aCourse({ slug, title: `Un corso con un titolo di due righe ${slug}` })
  await preview('corso-0') // loads the fonts
  let longest = 0
  let last = cpu()
  const turns = setInterval(() => {
    longest = Math.max(longest, cpu() - last)
    last = cpu()
  }, 1)
  const before = cpu()
  await Promise.all(slugs.slice(1).map(preview))
  const perImage = (cpu() - before) / 7
  clearInterval(turns)
  // Milliseconds. Drawn whole on this thread an image takes about 60.
  expect(longest).toBeLessThan(45)
  expect(perImage).toBeLessThan(40)
})
