import { UNSAFE_decodeViaTurboStream } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { aPerson, aRequest, cookieOf } from '../../../tests/people'
import { wholeSite } from '../../../tests/site'
import { aCourse, emptyDatabase } from '../../../tests/world'
import { db } from '../../database/client.server'
import { courseSlugs, userCourses } from '../../database/schema'

beforeEach(emptyDatabase)

type Comparison = { courses: { title: string }[]; refusedSlug: string | null }

/** What the catalogue at this address says of the comparison. */
async function comparisonAt(query: string) {
  const { body } = await (await wholeSite())(aRequest(`/corsi.data?${query}`))
  if (!body) throw new Error('The catalogue is empty')
  const { value } = await UNSAFE_decodeViaTurboStream(
    body,
    globalThis as unknown as Window & typeof globalThis,
  )
  type Page = { data?: { view?: { comparedSlugs: string[] }; found?: { comparison: Comparison } } }
  const page = Object.values(value as Record<string, Page>).find(({ data }) => data?.view)
  const { courses = [], refusedSlug = null } = page?.data?.found?.comparison ?? {}
  return {
    titles: courses.map(({ title }) => title),
    refused: refusedSlug,
    compared: page?.data?.view?.comparedSlugs,
  }
}

test('three courses are compared, a fourth is refused, and what is not listed does not count', async () => {
  for (const slug of ['uno', 'due', 'tre', 'quattro']) await aCourse({ slug, title: slug.toUpperCase() })
  await aCourse({ slug: 'bozza', draft: true })
  const compared = (...slugs: string[]) => comparisonAt(slugs.map((slug) => `confronta=${slug}`).join('&'))
  expect(await compared('due', 'uno')).toEqual({
    titles: ['DUE', 'UNO'],
    refused: null,
    compared: ['due', 'uno'],
  })
  expect(await compared('uno', 'due', 'tre', 'quattro')).toEqual({
    titles: ['UNO', 'DUE', 'TRE'],
    refused: 'quattro',
    compared: ['uno', 'due', 'tre'],
  })
  expect(await compared('uno', 'bozza', 'manca')).toMatchObject({
    titles: ['UNO'],
    refused: null,
    compared: ['uno'],
  })
  expect(await compared('uno', 'bozza', 'due', 'tre')).toEqual({
    titles: ['UNO', 'DUE', 'TRE'],
    refused: null,
    compared: ['uno', 'due', 'tre'],
  })
})

test('a chosen place and month that no found course has can still be seen and taken away', async () => {
  await aCourse({ title: 'Paghe', location: 'Fermo' })
  const site = await wholeSite(await import('../../entry.server'))
  const response = await site(aRequest('/corsi?q=zzz&luogo=Da+casa&mese=da-definire'))
  const form = await response.text()
  for (const field of ['name="luogo"', 'name="mese"'])
    expect(form).toMatch(new RegExp(`<input[^>]*${field}[^>]*checked=""`))
})

test('a view that finds nothing says what a member has of the courses nearby, and keeps the order', async () => {
  const { id } = await aCourse({ title: 'Paghe', location: 'Fermo' })
  const ada = await aPerson('ada')
  await db.insert(userCourses).values({ userId: ada.id, courseId: id })
  const site = await wholeSite(await import('../../entry.server'))
  const readBy = async (cookie = '') => (await site(aRequest('/corsi?q=zzz&ordine=prezzo', cookie))).text()
  const [visitor, member] = [await readBy(), await readBy(await cookieOf(ada.email))]
  for (const page of [visitor, member]) {
    expect(page).toContain('Paghe')
    expect(page).toMatch(/<input type="hidden"[^>]*name="ordine"[^>]*value="prezzo"/)
  }
  expect(visitor).toContain('Iscriviti ora')
  expect(visitor).toContain('La richiesta non comporta alcun obbligo di pagamento')
  expect(member).not.toContain('Iscriviti ora')
  expect(member).toContain('In attesa')
})

test('a chosen course stays chosen after it is renamed', async () => {
  await aCourse({ slug: 'uno', title: 'UNO' })
  const renamed = await aCourse({ slug: 'dopo', title: 'DOPO' })
  await db.insert(courseSlugs).values({ slug: 'prima', courseId: renamed.id })
  expect(await comparisonAt('confronta=prima&confronta=uno')).toEqual({
    titles: ['DOPO', 'UNO'],
    refused: null,
    compared: ['dopo', 'uno'],
  })
})
