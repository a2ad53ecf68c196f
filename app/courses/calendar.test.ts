import { beforeEach, expect, test } from 'vitest'
import { aContext, aRequest } from '../../tests/people'
import { aCourse, emptyDatabase } from '../../tests/world'
import { db } from '../database/client.server'
import { courseSlugs } from '../database/schema'
import { loader } from './calendar.resource'

async function read(slug: string) {
  const request = aRequest(`/corsi/${slug}/calendario.ics`)
  const args: unknown = { request, params: { slug }, context: aContext(), url: new URL(request.url) }
  const response = await loader(args as Parameters<typeof loader>[0]).catch((thrown) => thrown)
  if (response.status >= 400) return `${response.status} ${await response.text()}`
  return response.headers.get('Location') ?? (await response.text())
}

beforeEach(emptyDatabase)

test('what is no course has no calendar, nor has a course without sessions or a deleted one', async () => {
  await aCourse({ slug: 'senza-date' })
  await aCourse({ slug: 'ritirato', archivedAt: new Date() }, [{ startDate: '2999-01-01' }])
  for (const slug of ['non-esiste', 'NON\0esiste', 'senza-date'])
    expect(await read(slug)).toBe('404 Non trovato.')
  expect(await read('ritirato')).toBe('410 Questo corso non c’è più.')
})

test('a course has the calendar of its sessions; under an old address it is led to', async () => {
  const { id } = await aCourse({ slug: 'uno', title: 'Uno' }, [
    { startDate: '2999-01-01' },
    { startDate: '2999-01-08', startTime: '09:00', endTime: '18:00' },
  ])
  await db.insert(courseSlugs).values({ slug: 'prima', courseId: id })
  expect((await read('uno')).match(/SUMMARY:\S+ – Sessione \d/g)).toEqual([
    'SUMMARY:Uno – Sessione 1',
    'SUMMARY:Uno – Sessione 2',
  ])
  expect(await read('prima')).toBe('/corsi/uno/calendario.ics')
})
