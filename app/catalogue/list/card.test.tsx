import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { ComingCourseCard, CourseCard } from './card'

const FALLBACK = 'Maggiori informazioni a breve'

function cardOf(
  facts: Partial<Parameters<typeof ComingCourseCard>[0]['course']>,
  Card: typeof CourseCard = ComingCourseCard,
) {
  const nothing = {
    slug: 'bilancio',
    title: 'Bilancio',
    comingSoon: true,
    theme: null,
    rhythm: null,
    early: null,
    format: null,
    seatsTaken: 0,
    ...{ modalita: null, tipoSessione: null, location: null, startDate: null },
    ...{ price: null, maxPartecipanti: null, shortDescription: null },
  }
  return renderToStaticMarkup(
    <MemoryRouter>
      <Card course={{ ...nothing, ...facts }} ownStatus={{ label: '', tone: 'pending' }} />
    </MemoryRouter>,
  )
}

test('a coming course shows the fallback only while no row has a value', () => {
  expect(cardOf({})).toContain(FALLBACK)
  expect(cardOf({ shortDescription: 'In breve.', maxPartecipanti: 0 })).toContain(FALLBACK)
  for (const facts of [
    { startDate: '2027-03-10' },
    { price: 0 },
    { location: 'Fermo' },
    { modalita: 'Online' },
    { tipoSessione: 'Weekend' },
    { maxPartecipanti: 12 },
  ])
    expect(cardOf(facts), JSON.stringify(facts)).not.toContain(FALLBACK)
})

test('a coming course shows its session type and its seats', () => {
  const card = cardOf({ tipoSessione: 'Weekend', maxPartecipanti: 12 })
  expect(card).toContain('<dd>Weekend</dd>')
  expect(card).toContain('Max 12 partecipanti')
})

test('one seat is one participant, and no price is free', () => {
  const card = cardOf({ maxPartecipanti: 1, price: 0 })
  expect(card).toContain('Max 1 partecipante')
  expect(card).not.toContain('partecipanti')
  expect(card).toContain('Gratuito')
  expect(cardOf({ maxPartecipanti: 12 })).toContain('Max 12 partecipanti')
})

test('an available course without lessons shows its session type beside its first day', () => {
  const facts = { startDate: '2027-03-10', tipoSessione: 'Weekend' }
  expect(cardOf(facts, CourseCard)).toContain('</b> · Weekend')
  expect(cardOf({ ...facts, rhythm: 'cinque sabati' }, CourseCard)).toContain('</b> · cinque sabati')
})
