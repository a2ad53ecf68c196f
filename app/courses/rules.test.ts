import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isId } from '../parsing/text.rules'
import {
  AVAILABLE_PAGE_SIZE,
  acceptsRequests,
  COMING_PAGE_SIZE,
  courseState,
  earlyBirdPrice,
  freeSlug,
  HOME_COURSES,
  isSlug,
  isYetToBegin,
  seatsLeft,
  seatsSentence,
  slugFrom,
} from './rules'

const today = '2026-11-21'
const course = { archivedAt: null, cancelledAt: null, draft: false, comingSoon: false, endDate: null }

test('a course is over from the day after its last session', () => {
  expect(courseState({ ...course, endDate: '2026-11-20' }, today)).toBe('concluded')
  expect(courseState({ ...course, endDate: today }, today)).toBe('available')
})

test.each([
  [{ format: 'in-aula', startDate: null }, true],
  [{ format: 'in-aula', startDate: '2026-11-22' }, true],
  [{ format: 'in-aula', startDate: today }, false],
  [{ format: 'e-learning', startDate: '2026-11-22' }, true],
  [{ format: 'e-learning', startDate: null }, false],
])('%o is yet to begin: %s', (facts, expected) => {
  expect(isYetToBegin(facts, today)).toBe(expected)
})

test('a course without sessions is available, a coming one is never over, a deleted one is nothing else', () => {
  expect(courseState(course, today)).toBe('available')
  expect(courseState({ ...course, comingSoon: true, endDate: '2020-01-01' }, today)).toBe('coming')
  expect(courseState({ ...course, archivedAt: new Date(), comingSoon: true, endDate: null }, today)).toBe(
    'archived',
  )
})

test('only an available course accepts requests', () => {
  expect(acceptsRequests(course, today)).toBe(true)
  expect(acceptsRequests({ ...course, comingSoon: true }, today)).toBe(false)
  expect(acceptsRequests({ ...course, draft: true }, today)).toBe(false)
})

test('seats left are never negative, and unlimited when the limit is empty or zero', () => {
  expect(seatsLeft({ maxPartecipanti: 10 }, 3)).toBe(7)
  expect(seatsLeft({ maxPartecipanti: 10 }, 12)).toBe(0)
  expect(seatsLeft({ maxPartecipanti: 0 }, 12)).toBeNull()
  expect(seatsLeft({ maxPartecipanti: null }, 12)).toBeNull()
})

test('the free seats in words', () => {
  const sentence = (left: number) => seatsSentence({ maxPartecipanti: 10 }, 10 - left)?.text
  expect([4, 3, 1, 0].map(sentence)).toEqual([
    '4 posti liberi',
    'Ultimi 3 posti',
    'Ultimo posto',
    'Al completo',
  ])
  expect(seatsSentence({ maxPartecipanti: null }, 10)).toBeNull()
})

test('the early bird price holds to the end of its last day, or without one as long as it is there', () => {
  const price = (until: string | null) =>
    earlyBirdPrice({ priceEarlyBird: 850, earlyBirdUntil: until }, today)?.price
  expect(['2026-11-20', today, '2026-11-22', null].map(price)).toEqual([undefined, 850, 850, 850])
  expect(earlyBirdPrice({ priceEarlyBird: null, earlyBirdUntil: today }, today)).toBeNull()
})

test('a title becomes an address', () => {
  expect(slugFrom('Leadership & Team Empowerment')).toBe('leadership-team-empowerment')
  expect(slugFrom("Perché l'Innovazione 4.0?")).toBe('perche-l-innovazione-4-0')
  expect(slugFrom('日本')).toBe('corso')
})

test('whatever the title, its address is valid and comes to rest', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (title) => {
      const slug = slugFrom(title)
      return isSlug(slug) && slugFrom(slug) === slug
    }),
  )
})

test('a taken address is numbered', () => {
  expect(freeSlug('Corso', new Set(['corso', 'corso-2', 'corso-4']))).toBe('corso-3')
})

test('only what looks like an id is one', () => {
  expect(isId('0196b0a5-0c7e-7e0a-8b3c-6d1f2a3b4c5d')).toBe(true)
  for (const text of ['', 'corso', '0196b0a5-0c7e-7e0a-8b3c-6d1f2a3b4c5d\n', "' or 1=1"]) {
    expect(isId(text)).toBe(false)
  }
})

test('pages have 8 available and 12 coming courses, the home page 4 of them', () => {
  expect([AVAILABLE_PAGE_SIZE, COMING_PAGE_SIZE, HOME_COURSES]).toEqual([8, 12, 4])
})
