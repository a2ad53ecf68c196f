import { expect, test } from 'vitest'
import {
  ageInWords,
  decidedIds,
  listAfter,
  paymentSentence,
  queueAddress,
  queueView,
  withDecided,
} from './queue.rules'

const ID = '00000000-0000-4000-8000-000000000000'

test('the view stands in the address, without what is not chosen', () => {
  expect(queueAddress()).toBe('/admin/richieste')
  const address = `/admin/richieste?corso=${ID}&eta=in-ritardo&posti=pieni&ordine=recenti&dopo=${ID}`
  expect(queueAddress(queueView(new URL(address, 'http://site').searchParams))).toBe(address)
})

test('what the address does not mean is ignored', () => {
  for (const query of ['corso=x&dopo=1&prima=%00', 'eta=vecchie&posti=&ordine=-', 'eta=toString', ''])
    expect(queueAddress(queueView(new URLSearchParams(query)))).toBe('/admin/richieste')
})

test('the address of a list keeps the requests that were decided on it, the latest fifty', () => {
  const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
  const page = '/admin/richieste?ordine=recenti'
  const alsoDecided = (list: string, id: string) => listAfter(list, 'approve', id).split('#')[0] ?? ''
  expect(withDecided(page, [])).toBe(page)
  const withFirst = alsoDecided(page, idOf(1))
  expect(withFirst).toBe(`${page}&decise=${idOf(1)}`)
  expect(alsoDecided(withFirst, idOf(1))).toBe(withFirst)
  expect(alsoDecided(withFirst, idOf(2))).toBe(`${page}&decise=${idOf(1)}.${idOf(2)}`)
  let many = page
  for (let n = 0; n < 60; n++) many = alsoDecided(many, idOf(n))
  const decided = decidedIds(new URL(many, 'http://site').searchParams)
  expect([decided.length, decided[0], decided.at(-1)]).toEqual([50, idOf(10), idOf(59)])
  expect(decidedIds(new URLSearchParams(`decise=x.%00.${idOf(1)}.${idOf(1)}`))).toEqual([idOf(1)])
  expect(withDecided(withFirst, [])).toBe(page)
})

test('a request says what is to be paid, in how many parts, and by whom', () => {
  const course = {
    price: 2400,
    priceEarlyBird: 2100,
    earlyBirdUntil: '2027-01-31',
    paymentInstallments: [800, 800, 800],
  }
  const requestedAt = new Date('2027-02-07T18:40:00Z')
  const request = { requestedAt, course, payingCompany: null, priceReason: null }
  const tidy = (text: string) => text.replaceAll('\u00a0', ' ')
  expect(tidy(paymentSentence({ ...request, price: 2400 }))).toBe(
    'Da pagare 2.400 €, 3 rate da 800 €, come privato; Early Bird finito il 31 gennaio',
  )
  const early = { ...request, price: 2100, payingCompany: 'Cantina' }
  expect(tidy(paymentSentence(early))).toBe('Da pagare 2.100 €, 3 rate, prezzo Early Bird, paga l’azienda')
  expect(tidy(paymentSentence({ ...request, price: 2000, priceReason: 'Ex allieva' }))).toContain(
    'prezzo concordato (Ex allieva)',
  )
  expect(paymentSentence({ ...request, price: null })).toBe('Prezzo da definire')
})

test.each([
  ['2027-03-10T09:57:00Z', 'adesso'],
  ['2027-03-10T09:10:00Z', 'da pochi minuti'],
  ['2027-03-09T11:00:00Z', 'da 23 ore'],
  ['2027-03-09T09:00:00Z', 'da ieri'],
  // 47 hours ago, the day before yesterday.
  ['2027-03-08T11:00:00Z', 'da 2 giorni'],
])('what waits since %s waits "%s"', (since, age) => {
  expect(ageInWords(new Date(since), new Date('2027-03-10T10:00:00Z'))).toBe(age)
})

test('on the day of 25 hours on which the clock goes back an age stays in hours', () => {
  const since = new Date('2026-10-25T00:10:00+02:00')
  expect(ageInWords(since, new Date('2026-10-25T23:20:00+01:00'))).toBe('da 24 ore')
  expect(ageInWords(since, new Date('2026-10-26T00:20:00+01:00'))).toBe('da ieri')
})
