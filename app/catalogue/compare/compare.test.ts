import { beforeEach, expect, test } from 'vitest'
import { aRequest } from '../../../tests/people'
import { wholeSite } from '../../../tests/site'
import { aCourse, emptyDatabase } from '../../../tests/world'
import { db } from '../../database/client.server'
import { courseSlugs } from '../../database/schema'

beforeEach(emptyDatabase)

async function comparisonOf(slugs: string) {
  const { status, headers } = await (await wholeSite())(aRequest(`/confronta?corsi=${slugs}`))
  return [status, headers.get('Location')]
}

test('a comparison with the former address of a course leads to the one with its present address', async () => {
  await aCourse({ slug: 'uno' })
  const renamed = await aCourse({ slug: 'dopo' })
  await db.insert(courseSlugs).values({ slug: 'prima', courseId: renamed.id })
  expect(await comparisonOf('prima,uno')).toEqual([302, '/confronta?corsi=dopo,uno'])
  expect(await comparisonOf('dopo,prima,uno')).toEqual([302, '/confronta?corsi=dopo,uno'])
  expect(await comparisonOf('dopo,uno')).toEqual([200, null])
})

test('what is not in the catalogue leads nowhere, and a draft keeps its address to itself', async () => {
  await aCourse({ slug: 'uno' })
  const draft = await aCourse({ slug: 'bozza', draft: true })
  const archived = await aCourse({ slug: 'finito', archivedAt: new Date() })
  await db.insert(courseSlugs).values([
    { slug: 'bozza-prima', courseId: draft.id },
    { slug: 'finito-prima', courseId: archived.id },
  ])
  for (const slug of ['manca', 'bozza-prima', 'finito'])
    expect([slug, ...(await comparisonOf(`uno,${slug}`))]).toEqual([slug, 200, null])
  expect(await comparisonOf('uno,finito-prima')).toEqual([302, '/confronta?corsi=uno,finito'])
})
