import { expect, test } from 'vitest'
import { minimumCondition, minimumOf, proposalOf, shortfallOf } from './minimum.rules'

const today = '2027-02-20'
const edition = {
  ...{ archivedAt: null, cancelledAt: null, draft: false, comingSoon: false },
  ...{ startDate: '2027-03-10', endDate: '2027-03-31' },
  ...{ minParticipants: 8, confirmBy: '2027-03-03', confirmedAt: null, peopleEnrolled: 6 },
}
const text = (facts: object, day = today) => minimumOf({ ...edition, ...facts }, day)?.text

test('a page says how many people are missing, until when, and that it costs nothing', () => {
  expect(text({})).toBe(
    'Si parte se si iscrivono almeno 8 persone entro il 3 marzo: ne mancano 2. Se non si parte non paghi nulla.',
  )
  expect(text({ peopleEnrolled: 7 })).toContain(': ne manca 1. ')
  expect(text({ confirmBy: null })).toBe(
    'Si parte se si iscrivono almeno 8 persone: ne mancano 2. Se non si parte non paghi nulla.',
  )
  expect(text({ minParticipants: 1, peopleEnrolled: 0, confirmBy: '2027-03-08' })).toBe(
    'Si parte se si iscrive almeno una persona entro l’8 marzo: ne manca 1. Se non si parte non paghi nulla.',
  )
})

test('a day that has passed is not told', () => {
  expect(text({}, '2027-03-03')).toContain('entro il 3 marzo')
  expect(text({}, '2027-03-04')).toContain('almeno 8 persone: ne mancano 2.')
})

test('once there are enough people, the confirmation alone is missing', () => {
  for (const peopleEnrolled of [8, 12])
    expect(text({ peopleEnrolled })).toBe(
      'Si parte con almeno 8 persone: ci sono già. Manca solo la conferma, entro il 3 marzo.',
    )
  expect(text({ peopleEnrolled: 8, confirmBy: null })).toBe(
    'Si parte con almeno 8 persone: ci sono già. Manca solo la conferma.',
  )
  expect(text({ minParticipants: 1, peopleEnrolled: 1, confirmBy: '2027-03-11' })).toBe(
    'Si parte con almeno una persona: c’è già. Manca solo la conferma, entro l’11 marzo.',
  )
})

test('an e-mail tells the condition without a number that changes, while it is not certain', () => {
  const condition = (facts: object, day = today) => minimumCondition({ ...edition, ...facts }, day)
  const words = 'Si parte se si iscrivono almeno 8 persone entro il 3 marzo. Se non si parte non paghi nulla.'
  for (const peopleEnrolled of [0, 6, 8]) expect(condition({ peopleEnrolled })).toBe(words)
  expect(condition({ minParticipants: 1, confirmBy: null })).toBe(
    'Si parte se si iscrive almeno una persona. Se non si parte non paghi nulla.',
  )
  for (const certain of [{ minParticipants: null }, { confirmedAt: new Date() }, { cancelledAt: new Date() }])
    expect(condition(certain), Object.keys(certain)[0]).toBeNull()
  expect(condition({}, '2027-03-10')).toBeNull()
})

test('an edition below its minimum says how many there are', () => {
  const short = (minParticipants: number | null, peopleEnrolled: number) =>
    shortfallOf({ minParticipants, peopleEnrolled })
  expect(short(6, 4)).toBe('Sono 4 su un minimo di 6.')
  expect(short(6, 1)).toBe('È 1 su un minimo di 6.')
  expect(short(6, 0)).toBe('Sono 0 su un minimo di 6.')
  for (const enough of [short(6, 6), short(null, 0)]) expect(enough).toBeNull()
})

test('a confirmed edition says so, with or without a minimum', () => {
  const confirmed = { text: 'Edizione confermata', confirmed: true }
  for (const minParticipants of [8, null])
    expect(minimumOf({ ...edition, minParticipants, confirmedAt: new Date() }, today)).toEqual(confirmed)
  expect(minimumOf(edition, today)?.confirmed).toBe(false)
})

test('nothing is said without a minimum, of an edition that has begun, nor of one that cannot be asked for', () => {
  expect(text({ minParticipants: null })).toBeUndefined()
  expect(text({}, '2027-03-10')).toBeUndefined()
  for (const confirmedAt of [null, new Date()])
    for (const closed of [
      { comingSoon: true },
      { cancelledAt: new Date() },
      { archivedAt: new Date() },
      { endDate: '2027-02-19' },
    ])
      expect(text({ confirmedAt, ...closed }), Object.keys(closed)[0]).toBeUndefined()
})

test('a draft says what its page will say', () => {
  expect(text({ draft: true })).toContain('ne mancano 2')
})

const proposal = (facts: object, day = today) => proposalOf({ ...edition, ...facts }, day)

test('the office is asked to confirm as soon as the minimum is reached', () => {
  for (const confirmBy of ['2027-03-03', null])
    expect(proposal({ peopleEnrolled: 8, confirmBy })).toBe('Il minimo è raggiunto: conferma l’edizione')
  expect(proposal({ peopleEnrolled: 8, confirmBy: null }, '2027-03-10')).toBeNull()
})

test('three days before the day to confirm by, and after it, the office is asked to decide', () => {
  expect(proposal({}, '2027-02-27')).toBeNull()
  expect(proposal({}, '2027-02-28')).toBe('Mancano 2 persone entro il 3 marzo: conferma o annulla')
  expect(proposal({ peopleEnrolled: 7 }, '2027-03-03')).toBe(
    'Manca 1 persona entro il 3 marzo: conferma o annulla',
  )
  expect(proposal({}, '2027-03-04')).toBe(
    'Mancano 2 persone, e il termine era il 3 marzo: conferma o annulla',
  )
  expect(proposal({ minParticipants: null }, '2027-03-03')).toBe(
    'L’edizione va confermata entro il 3 marzo: conferma o annulla',
  )
  expect(proposal({ minParticipants: null }, '2027-03-12')).toBe(
    'L’edizione andava confermata entro il 3 marzo: conferma o annulla',
  )
})

test('nothing is asked about an edition that is decided, not published or over', () => {
  for (const settled of [
    { confirmedAt: new Date() },
    { cancelledAt: new Date() },
    { archivedAt: new Date() },
    { draft: true },
    { comingSoon: true },
    { endDate: '2027-03-02' },
    { confirmBy: null },
  ])
    expect(proposal(settled, '2027-03-03'), Object.keys(settled)[0]).toBeNull()
})
