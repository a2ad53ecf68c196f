import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { aCourse, emptyDatabase } from '../../tests/world'
import { db } from './client.server'
import { courses } from './schema'

beforeEach(emptyDatabase)

const byWord = (words: string) =>
  titles(sql`${courses.searchDocument} @@ plainto_tsquery('public.italiano', ${words})`)
const byPart = (part: string) =>
  titles(sql`${courses.searchText} like '%' || public.plain_text(${part}) || '%'`)
const byLikeness = (word: string) => titles(sql`public.plain_text(${word}) <% ${courses.searchText}`)

async function titles(condition: ReturnType<typeof sql>) {
  const rows = await db.select({ title: courses.title }).from(courses).where(condition).orderBy(courses.title)
  return rows.map(({ title }) => title)
}

test.each(['contabilità', 'contabilita', 'CONTABILITÀ'])('%s finds contabilità', async (typed) => {
  await aCourse({ title: 'Contabilità per tutti' })
  await aCourse({ title: 'Leadership' })
  expect(await byWord(typed)).toEqual(['Contabilità per tutti'])
})

test('the title, the short and the long description are searched, in the singular and the plural', async () => {
  await aCourse({ title: 'A', shortDescription: 'Gestire le vendite', description: null })
  await aCourse({ title: 'B', shortDescription: null, description: 'La vendita che funziona' })
  await aCourse({ title: 'Vendite' })
  await aCourse({ title: 'Bilancio' })
  expect(await byWord('vendita')).toEqual(['A', 'B', 'Vendite'])
})

test('what the Italian stemmer misses is found by its letters', async () => {
  await aCourse({ title: 'Sicurezza nei cantieri' })
  await aCourse({ title: 'Leadership' })
  expect(await byWord('cantiere')).toEqual([])
  expect(await byLikeness('cantiere')).toEqual(['Sicurezza nei cantieri'])
  expect(await byPart('Cantier')).toEqual(['Sicurezza nei cantieri'])
  expect(await byLikeness('sicureza')).toEqual(['Sicurezza nei cantieri'])
})

test('the index follows a changed title', async () => {
  await aCourse({ title: 'Bilancio' })
  await db.update(courses).set({ title: 'Qualità' })
  expect([await byWord('bilancio'), await byWord('qualita')]).toEqual([[], ['Qualità']])
})
