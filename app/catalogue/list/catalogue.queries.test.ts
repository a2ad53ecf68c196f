import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { aCourse, emptyDatabase, inDays } from '../../../tests/world'
import { db } from '../../database/client.server'
import { courseSeats } from '../../database/schema'
import { catalogueView, countUpTo, countWithout } from '../filters.rules'
import { catalogue, facetCounts, nearestCourses } from './catalogue.queries.server'

const marchOf = Number(inDays(0).slice(0, 4)) + 1
const MARCH = `${marchOf}-03`
const on = (day: string) => [{ startDate: day, endDate: day }]

beforeAll(async () => {
  await emptyDatabase()
  const fermo = { location: 'Fermo', modalita: 'In presenza' }
  await aCourse(
    { slug: 'vendite-fermo', title: 'Vendere di più', ...fermo, theme: 'marketing-e-vendite', price: 900 },
    on(`${MARCH}-10`),
  )
  await aCourse(
    {
      slug: 'vendite-ascoli',
      title: 'Marketing e clienti',
      theme: 'marketing-e-vendite',
      price: 1250,
      description: 'Si parla di chi vende a Fermo.',
      teachers: [{ name: 'Luca Morganti', about: 'Vende da anni' }],
    },
    on(`${MARCH}-20`),
  )
  await aCourse(
    {
      slug: 'online',
      title: 'Bilancio in breve',
      modalita: 'Online',
      location: 'Online',
      theme: 'bilancio-e-contabilita',
      price: 480,
    },
    on(`${marchOf}-05-01`),
  )
  await aCourse({
    slug: 'lezioni',
    title: 'Fogli di calcolo',
    modalita: 'E-learning',
    location: 'E-learning',
    price: 150,
  })
  const full = await aCourse(
    { slug: 'pieno', title: 'Leadership per tutti', ...fermo, price: 300, maxPartecipanti: 2 },
    on(`${MARCH}-11`),
  )
  await aCourse({ slug: 'futuro', title: 'Export da Fermo', ...fermo, comingSoon: true, price: null })
  await db.update(courseSeats).set({ approved: 2 }).where(eq(courseSeats.courseId, full.id))
})

const viewOf = (query: string) => {
  const { page, comingPage, ...view } = catalogueView(new URLSearchParams(query))
  return { ...view, page: page ?? 1, comingPage: comingPage ?? 1 }
}
const found = async (query: string) => (await catalogue(viewOf(query))).available.map(({ slug }) => slug)

test('filters join within a filter by or, between filters by and, and combine with a search', async () => {
  expect(await found('')).toEqual(['vendite-fermo', 'pieno', 'vendite-ascoli', 'online', 'lezioni'])
  expect(await found('luogo=Fermo')).toEqual(['vendite-fermo', 'pieno'])
  expect(await found('luogo=Fermo&luogo=Da+casa')).toEqual(['vendite-fermo', 'pieno', 'online', 'lezioni'])
  expect(await found('formato=e-learning&formato=online')).toEqual(['online', 'lezioni'])
  expect(await found(`mese=${MARCH}&luogo=Ascoli+Piceno`)).toEqual(['vendite-ascoli'])
  expect(await found('mese=da-definire')).toEqual(['lezioni'])
  expect(await found('prezzo=500')).toEqual(['pieno', 'online', 'lezioni'])
  expect(await found('luogo=Fermo&posti=liberi')).toEqual(['vendite-fermo'])
  expect(await found(`tema=marketing-e-vendite&luogo=Fermo&mese=${MARCH}&prezzo=1000`)).toEqual([
    'vendite-fermo',
  ])
  expect(await found('q=leadership&luogo=Ascoli+Piceno')).toEqual([])
})

test('the coming courses are filtered too, and counted apart', async () => {
  const { coming, availableTotal } = await catalogue(viewOf('luogo=Fermo'))
  expect([coming.map(({ slug }) => slug), availableTotal]).toEqual([['futuro'], 2])
  expect((await catalogue(viewOf('tema=sostenibilita'))).coming).toEqual([])
})

test('the order is by date, price or title', async () => {
  expect(await found('ordine=prezzo')).toEqual([
    'lezioni',
    'pieno',
    'online',
    'vendite-fermo',
    'vendite-ascoli',
  ])
  expect(await found('ordine=titolo')).toEqual([
    'online',
    'lezioni',
    'pieno',
    'vendite-ascoli',
    'vendite-fermo',
  ])
})

test('each value is counted as if only the other filters held', async () => {
  const all = await facetCounts(viewOf(''))
  expect(Object.fromEntries(all.luogo)).toEqual({ Fermo: 2, 'Ascoli Piceno': 1, 'Da casa': 2 })
  expect(Object.fromEntries(all.formato)).toEqual({ 'in-aula': 3, online: 1, 'e-learning': 1 })
  expect(Object.fromEntries(all.mese)).toEqual({ [MARCH]: 3, [`${marchOf}-05`]: 1, 'da-definire': 1 })
  expect([250, 500, 1000, 2500].map((step) => countUpTo(all, step))).toEqual([1, 3, 4, 5])
  expect(all.posti.get('liberi')).toBe(4)

  const some = await facetCounts(viewOf(`luogo=Fermo&mese=${marchOf}-05`))
  expect(Object.fromEntries(some.luogo)).toEqual({ 'Da casa': 1, Fermo: 0, 'Ascoli Piceno': 0 })
  expect(some.mese.get(MARCH)).toBe(2)
  expect(Math.max(...some.tema.values())).toBe(0)
  expect([countWithout(some, 'luogo'), countWithout(some, 'mese'), countWithout(some, 'tema')]).toEqual([
    1, 2, 0,
  ])
})

test('every counted value leads to as many courses', async () => {
  for (const query of [
    '',
    'luogo=Fermo',
    'prezzo=1000&posti=liberi',
    'q=vendite',
    'formato=online&q=bilancio',
  ]) {
    const counts = await facetCounts(viewOf(query))
    for (const facet of ['tema', 'luogo', 'formato', 'mese'] as const)
      for (const [value, count] of counts[facet]) {
        if (value === '') continue
        const search = new URLSearchParams(query)
        search.delete(facet)
        search.append(facet, value)
        expect((await catalogue(viewOf(String(search)))).availableTotal, String(search)).toBe(count)
      }
  }
})

test('a search reads place, format, theme, month and teacher, and ranks a title above a description', async () => {
  expect((await found('q=fermo'))[0]).toBe('vendite-fermo')
  expect(await found('q=fermo')).toEqual(['vendite-fermo', 'pieno', 'vendite-ascoli'])
  expect(await found('q=online')).toEqual(['online'])
  expect(await found('q=e-learning')).toEqual(['lezioni'])
  expect(await found('q=elearning')).toEqual(['lezioni'])
  expect(await found('q=marzo')).toEqual(['vendite-fermo', 'pieno', 'vendite-ascoli'])
  expect(await found('q=morganti')).toEqual(['vendite-ascoli'])
  expect(await found('q=contabilità')).toEqual(['online'])
  expect(await found('q=marketing')).toEqual(['vendite-ascoli', 'vendite-fermo'])
  expect(await found('q=sotto+i+500')).toEqual(['pieno', 'online', 'lezioni'])
  expect(await found('q=vendite+fermo+marzo+fino+a+1000+euro')).toEqual(['vendite-fermo'])
  expect(await found('q=marketing&ordine=data')).toEqual(['vendite-fermo', 'vendite-ascoli'])
})

test('transposed letters are forgiven', async () => {
  expect(await found('q=markeitng')).toContain('vendite-ascoli')
  expect(await found('q=leadreship')).toEqual(['pieno'])
  expect(await found('q=leadreship+fermo')).toEqual(['pieno'])
})

test('where nothing is found, the nearest courses miss the fewest filters, then come by date', async () => {
  const near = await nearestCourses(viewOf(`luogo=Fermo&mese=${marchOf}-05&posti=liberi`))
  expect(near.map(({ slug }) => slug)).toEqual(['vendite-fermo', 'online', 'pieno'])
  expect(await nearestCourses(viewOf('q=astronautica'))).toHaveLength(3)
})

test('where no course has every word, the nearest have the most', async () => {
  expect(await found('q=bilancio+fermo+marzo')).toEqual([])
  const near = await nearestCourses(viewOf('q=bilancio+fermo+marzo'))
  expect(near.map(({ slug }) => slug)).toEqual(['vendite-fermo', 'pieno', 'vendite-ascoli'])
})

test('an order that is none, such as a name that every object has, is ignored', async () => {
  for (const order of ['toString', 'constructor', '__proto__', 'hasOwnProperty', 'valueOf', 'DATA'])
    expect(catalogueView(new URLSearchParams({ ordine: order })).order).toBeNull()
  expect(await found('ordine=toString')).toEqual(await found(''))
})
