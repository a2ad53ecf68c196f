import { beforeEach, expect, test } from 'vitest'
import { aRequest } from '../../../tests/people'
import { wholeSite } from '../../../tests/site'
import { aCourse, emptyDatabase, inDays } from '../../../tests/world'
import { db } from '../../database/client.server'
import { courseSlugs } from '../../database/schema'

beforeEach(emptyDatabase)

/** The text of each course in a row of the comparison. */
async function cells(label: string, slugs: string) {
  const site = await wholeSite(await import('../../entry.server'))
  const html = await (await site(aRequest(`/confronta?corsi=${slugs}`))).text()
  const row = html.replaceAll('\u00a0', ' ').matchAll(new RegExp(`data-label="${label}">(.*?)</td>`, 'g'))
  return [...row].map(([, cell]) => cell?.replace(/<!-- -->|<[^>]+>/g, ''))
}

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

test('an address whose percent signs cannot be decoded leads to the comparison', async () => {
  await aCourse({ slug: 'uno' })
  await aCourse({ slug: 'due' })
  expect(await comparisonOf('uno,due%')).toEqual([302, '/confronta?corsi=uno'])
  expect(await comparisonOf('uno,due&utm_campaign=citt%E0')).toEqual([302, '/confronta?corsi=uno,due'])
  expect(await comparisonOf('uno&corsi=due')).toEqual([302, '/confronta?corsi=uno,due'])
  expect(await comparisonOf('uno%2Cdue')).toEqual([200, null])
})

test('instalments that split only the full price say so, and a free course has none', async () => {
  const instalments = { price: 490, paymentInstallments: [245, 245] }
  await aCourse({ slug: 'scontato', ...instalments, priceEarlyBird: 390, earlyBirdUntil: inDays(3) })
  await aCourse({ slug: 'pieno', ...instalments })
  await aCourse({ slug: 'gratis', price: 0 })
  await aCourse({ slug: 'intero', price: 100 })
  expect(await cells('Rate', 'scontato,pieno')).toEqual(['245 € - 245 €, sul prezzo pieno', '245 € - 245 €'])
  expect(await cells('Rate', 'gratis,intero')).toEqual(['Nessuna', 'In una volta'])
})

test('the early bird price of a coming course is not that of today', async () => {
  const facts = {
    price: 490,
    paymentInstallments: [245, 245],
    priceEarlyBird: 390,
    earlyBirdUntil: inDays(3),
  }
  await aCourse({ slug: 'aperto', ...facts })
  await aCourse({ slug: 'in-arrivo', ...facts, comingSoon: true })
  const [open, coming] = await cells('Prezzo', 'aperto,in-arrivo')
  expect(open).toMatch(/^390,00 €oggi, fino al .*; poi 490,00 €$/)
  expect(coming).toBe('490,00 €')
  expect(await cells('Rate', 'aperto,in-arrivo')).toEqual([
    '245 € - 245 €, sul prezzo pieno',
    '245 € - 245 €',
  ])
})
