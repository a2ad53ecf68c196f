import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { causaleOf, creditorReference, referenceNumber, spacedReference } from './reference.rules'
import { balanceInWords, balanceOf, type Due, dueDays, duesInWords, planDues, splitPrice } from './rules'

const spaces = (text: string) => text.replaceAll('\u00a0', ' ')
const course = (startDate: string | null, paymentInstallments: number[] = []) => ({
  paymentInstallments,
  startDate,
  confirmBy: null,
})
const plan = (price: number, instalments: number[], day: string, startDate: string | null) =>
  planDues(price, course(startDate, instalments), { day, firstDueDays: 7, isConditional: false }).map(
    ({ dueOn, cents }) => [dueOn, cents],
  )

describe('the dues of a price', () => {
  test.each([
    [
      'three parts, seven weeks before the start',
      plan(980, [400, 300, 280], '2027-01-08', '2027-03-01'),
      [
        ['2027-01-15', 40000],
        ['2027-02-06', 30000],
        ['2027-02-28', 28000],
      ],
    ],
    [
      'approved three days before the start: all on the day before',
      plan(980, [490, 490], '2027-02-26', '2027-03-01'),
      [
        ['2027-02-28', 49000],
        ['2027-02-28', 49000],
      ],
    ],
    [
      'approved after the start: all on the day of the approval',
      plan(980, [490, 490], '2027-03-05', '2027-03-01'),
      [
        ['2027-03-05', 49000],
        ['2027-03-05', 49000],
      ],
    ],
    ['one part', plan(450, [], '2027-01-08', '2027-03-01'), [['2027-01-15', 45000]]],
    [
      'another price keeps the shares, the last takes the rest',
      plan(882.01, [400, 300, 280], '2027-01-08', '2027-03-01'),
      [
        ['2027-01-15', 36000],
        ['2027-02-06', 27000],
        ['2027-02-28', 25201],
      ],
    ],
    [
      'no session yet: a month apart',
      plan(980, [490, 490], '2027-01-08', null),
      [
        ['2027-01-15', 49000],
        ['2027-02-14', 49000],
      ],
    ],
    ['a free course', plan(0, [490, 490], '2027-01-08', null), []],
  ])('%s', (_case, dues, expected) => expect(dues).toEqual(expected))

  test('rounded amounts of the course stay as they are announced', () => {
    expect(splitPrice(98000, [32667, 32667, 32667])).toEqual([32667, 32667, 32666])
  })

  test('an edition that waits for its minimum counts from the day of its confirmation', () => {
    const waiting = { ...course('2027-05-01'), confirmBy: '2027-04-10' }
    const options = { day: '2027-03-01', firstDueDays: 7 }
    expect(planDues(100, waiting, { ...options, isConditional: true })).toMatchObject([
      { dueOn: '2027-04-17' },
    ])
    expect(planDues(100, waiting, { ...options, isConditional: false })).toMatchObject([
      { dueOn: '2027-03-08' },
    ])
  })

  test('whatever the price and the days: the sum is exact, days ascend and stay between approval and start', () => {
    const day = fc.integer({ min: 0, max: 700 }).map((days) => dueDays(1, dayOf(days))[0] ?? '')
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 500_000 }),
        fc.array(fc.integer({ min: 0, max: 90_000 }), { maxLength: 7 }),
        day,
        fc.option(day),
        (price, amounts, from, firstSession) => {
          const cents = splitPrice(price, amounts)
          expect(cents.reduce((sum, part) => sum + part, 0)).toBe(price)
          expect(cents.every((part) => part > 0)).toBe(true)
          const days = dueDays(cents.length, { from, firstSession, firstDueDays: 7 })
          expect(days).toEqual(days.toSorted())
          expect(days.every((due) => due >= from)).toBe(true)
          if (firstSession && firstSession > from) expect(days.every((due) => due < firstSession)).toBe(true)
        },
      ),
      { numRuns: 2_000 },
    )
  })
})

const dayOf = (days: number) => ({ from: '2027-01-01', firstSession: null, firstDueDays: days })

const dues: Due[] = [
  { number: 1, dueOn: '2027-01-15', cents: 40000 },
  { number: 2, dueOn: '2027-02-06', cents: 30000 },
  { number: 3, dueOn: '2027-02-28', cents: 28000 },
]
const balance = (...amounts: number[]) =>
  balanceOf(
    dues,
    amounts.map((cents) => ({ cents })),
    '2027-02-10',
  )

describe('the balance', () => {
  test.each([
    [[], ['late', 'late', 'open'], { open: 98000, late: 70000, credit: 0 }],
    [[40000], ['paid', 'late', 'open'], { open: 58000, late: 30000, credit: 0 }],
    [[40000, 10000], ['paid', 'late', 'open'], { open: 48000, late: 20000, credit: 0 }],
    [[75000], ['paid', 'paid', 'part'], { open: 23000, late: 0, credit: 0 }],
    [[98000], ['paid', 'paid', 'paid'], { open: 0, late: 0, credit: 0 }],
    [[100000], ['paid', 'paid', 'paid'], { open: 0, late: 0, credit: 2000 }],
    [[98000, -29400], ['paid', 'late', 'open'], { open: 29400, late: 1400, credit: 0 }],
  ])('of %j fills the oldest due first', (amounts, states, sums) => {
    expect(balance(...amounts)).toMatchObject(sums)
    expect(balance(...amounts).dues.map(({ state }) => state)).toEqual(states)
  })

  test('a due is not late on its own day', () => {
    expect(balanceOf(dues, [], '2027-01-15').late).toBe(0)
    expect(balanceOf(dues, [], '2027-01-16').late).toBe(40000)
  })

  test.each([
    [[], 'Il totale è 980 €; la prima rata, 400 €, scadeva il 15 gennaio.'],
    [[40000], 'Hai pagato 400 € su 980 €; la rata di 300 € scadeva il 6 febbraio.'],
    [[70000], 'Hai pagato 700 € su 980 €; la prossima rata di 280 € scade il 28 febbraio.'],
    [[98000], 'Hai pagato tutto: non resta nulla da versare.'],
    [
      [100000],
      'Hai pagato tutto, e 20 € in più: li teniamo a tuo credito o te li restituiamo, come preferisci.',
    ],
  ])('of %j is told in a sentence', (amounts, sentence) => {
    expect(spaces(balanceInWords(balance(...amounts)))).toBe(sentence)
  })

  test('dues in words', () => {
    expect(spaces(duesInWords(dues.slice(0, 2)))).toBe(
      '400,00 € entro il 15 gennaio e 300,00 € entro il 6 febbraio 2027',
    )
  })

  test('dues across New Year say the year in which each is to be paid', () => {
    const acrossNewYear = [
      { number: 1, dueOn: '2026-11-30', cents: 20000 },
      { number: 2, dueOn: '2026-12-15', cents: 20000 },
      { number: 3, dueOn: '2027-02-28', cents: 20000 },
    ]
    expect(spaces(duesInWords(acrossNewYear))).toBe(
      '200,00 € entro il 30 novembre, 200,00 € entro il 15 dicembre 2026 e 200,00 € entro il 28 febbraio 2027',
    )
  })
})

/** Amounts that are multiplied and divided, as prices and shares are. */
const history = fc.record({
  price: fc.integer({ min: 1, max: 500_000 }),
  instalments: fc.array(fc.integer({ min: 1, max: 90_000 }), { maxLength: 6 }),
  payments: fc.array(fc.integer({ min: -80_000, max: 200_000 }), { maxLength: 12 }),
})

/** Σ dues − Σ payments is what the pages say. */
function addsUp(price: number, shares: number[], payments: number[]): boolean {
  const planned = shares.map((cents, index) => ({ number: index + 1, dueOn: '2027-01-15', cents }))
  const { owed, paid, open, credit } = balanceOf(
    planned,
    payments.map((cents) => ({ cents })),
    '2027-02-01',
  )
  const overdrawn = Math.min(0, paid)
  return owed === price && open - credit === price - paid + overdrawn
}

test('in 10,000 histories the pages say what dues and payments add up to; rounding each share alone does not', () => {
  const property = (split: (price: number, amounts: number[]) => number[]) =>
    fc.check(
      fc.property(history, ({ price, instalments, payments }) =>
        addsUp(price, split(price, instalments), payments),
      ),
      { numRuns: 10_000 },
    )
  expect(property(splitPrice).failed).toBe(false)
  const roundedAlone = (price: number, amounts: number[]) => {
    const sum = amounts.reduce((total, amount) => total + amount, 0)
    return amounts.length < 2 ? [price] : amounts.map((amount) => Math.round((price * amount) / sum))
  }
  expect(property(roundedAlone).failed).toBe(true)
})

describe('the reference', () => {
  test('is a creditor reference of ISO 11649', () => {
    expect(spacedReference(creditorReference(1042))).toBe('RF97 0010 42')
    expect(referenceNumber('RF18539007547034')).toBe(539007547034)
    expect(referenceNumber('rf97 0010 42')).toBe(1042)
    expect(causaleOf(1042, { firstName: 'Giulia', lastName: 'Rossi' })).toBe('RF97 0010 42 Giulia Rossi')
  })

  test('no wrong digit and no swap of neighbours reads as a reference', () => {
    for (let number = 1; number < 400; number += 1) {
      const right = creditorReference(number)
      expect(referenceNumber(right)).toBe(number)
      for (let at = 4; at < 10; at += 1) {
        const wrong = right.slice(0, at) + ((Number(right[at]) + 1 + (number % 9)) % 10) + right.slice(at + 1)
        if (wrong !== right) expect(referenceNumber(wrong)).toBeNull()
        const swapped = right.slice(0, at) + (right[at + 1] ?? '') + right[at] + right.slice(at + 2)
        if (at < 9 && swapped !== right) expect(referenceNumber(swapped)).toBeNull()
      }
    }
  })
})
