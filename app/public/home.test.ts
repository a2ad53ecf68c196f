import { beforeEach, expect, test } from 'vitest'
import { aRequest } from '../../tests/people'
import { wholeSite } from '../../tests/site'
import { aCourse, emptyDatabase, inDays } from '../../tests/world'
import { formatDate } from '../italian/dates'
import { closingTitle } from './home-words'

const site = await wholeSite(await import('../entry.server'))
beforeEach(emptyDatabase)

async function home() {
  const html = await (await site(aRequest('/'))).text()
  const [, strip] = html.match(/aria-label="Il prossimo corso">(.*?)<\/ul>/) ?? []
  return { html, strip }
}
const aDatedCourse = (title: string, from: number, to: number) =>
  aCourse({ title, slug: title.toLowerCase() }, [{ startDate: inDays(from) }, { startDate: inDays(to) }])

test('the next course is one that has not begun', async () => {
  await aDatedCourse('Cominciato', -40, 5)
  await aDatedCourse('Seguente', 50, 60)
  const later = await home()
  expect(later.strip).toContain('Seguente')
  expect(later.html).toContain(closingTitle(formatDate(inDays(50), 'MMMM')))
  expect(later.html, 'the list still shows it').toContain('/corsi/cominciato')
  expect(later.html, 'on small screens too').not.toContain('hero-first')

  await aDatedCourse('Odierno', 0, 5)
  expect((await home()).strip).toContain('Seguente')
})

test('the next course is announced also if all courses of the list are running', async () => {
  for (const title of ['Uno', 'Due', 'Tre', 'Quattro']) await aDatedCourse(title, -40, 5)
  await aDatedCourse('Seguente', 50, 60)
  const { html, strip } = await home()
  expect(strip).toContain('Seguente')
  expect(html).toContain(closingTitle(formatDate(inDays(50), 'MMMM')))
})

test('the first card is hidden on small screens if the hero shows its course', async () => {
  await aDatedCourse('Seguente', 50, 60)
  expect((await home()).html).toContain('hero-first')
})

test('while every course is running or without dates, no next one is announced', async () => {
  await aDatedCourse('Cominciato', -40, 5)
  await aCourse({ title: 'Futuro', slug: 'futuro' })
  const { html, strip } = await home()
  expect(strip).toBeUndefined()
  expect(html).toContain(closingTitle(null))
  expect(html).toContain('/corsi/futuro')
})
