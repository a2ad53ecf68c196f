import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  editionRefundProposal,
  fullRefundUntil,
  ownRefundInWords,
  REFUND_GROUNDS,
  refundGroundOf,
  refundOf,
  refundProposal,
  refundStatusInWords,
  refundWithReason,
} from './refund.rules'
import { REFUND_TERMS } from './refund-terms.rules'
import type { Ending } from './rules'

const spaces = (text: string) => text.replaceAll('\u00a0', ' ')

test('the refund is full until two weeks before the start, as the pages say', () => {
  expect(fullRefundUntil({ startDate: '2027-03-15' })).toBe('2027-03-01')
  expect(fullRefundUntil({ startDate: null })).toBeNull()
  expect(REFUND_TERMS).toBe(
    'se disdici fino a 14 giorni prima dell’inizio del corso il rimborso è completo; dopo si applica una penale del 30%',
  )
})

test.each<[Ending, string, string | null]>([
  ['cancelled_by_person', '2027-03-01', 'early'],
  ['cancelled_by_person', '2027-03-02', 'late'],
  ['cancelled_by_office', '2027-03-14', 'late'],
  ['cancelled_by_office', '2027-03-15', 'begun'],
  ['edition_cancelled', '2027-03-20', 'free'],
  ['transferred', '2027-03-01', null],
])('an end by %s on %s has the ground %s', (ending, day, ground) => {
  const course = { startDate: '2027-03-15' }
  expect(refundGroundOf(ending, course, { day, hasNewDatesQuestion: false })).toBe(ground)
  if (ground) expect(refundGroundOf(ending, course, { day, hasNewDatesQuestion: true })).toBe('free')
  if (ground)
    expect(refundGroundOf(ending, { startDate: null }, { day, hasNewDatesQuestion: false })).toBe('free')
})

describe('of what was paid', () => {
  test('all goes back, or all but 30%', () => {
    const paid = { owed: 98_000, paid: 49_000 }
    expect(refundOf('early', paid)).toMatchObject({ retained: 0, total: 49_000, open: 49_000 })
    expect(refundOf('free', paid)).toMatchObject({ retained: 0, total: 49_000 })
    expect(refundOf('late', paid)).toMatchObject({ retained: 14_700, total: 34_300 })
    expect(refundOf('begun', paid)).toMatchObject({ retained: 14_700, total: 34_300 })
  })

  test('what was paid beyond the price goes back whole', () => {
    expect(refundOf('late', { owed: 98_000, paid: 100_000 })).toMatchObject({
      retained: 29_400,
      total: 70_600,
    })
  })

  test('a refund leaves what is still to be given back, and never less than nothing', () => {
    const paid = { owed: 98_000, paid: 49_000 }
    expect(refundOf('late', { ...paid, returned: 30_000 })).toMatchObject({ open: 4_300 })
    expect(refundOf('late', { ...paid, returned: 49_000 })).toMatchObject({ open: 0 })
  })

  test('every cent is retained or given back, and the penalty is never more than 30% rounded', () => {
    const cents = fc.integer({ min: 0, max: 10_000_00 })
    fc.assert(
      fc.property(fc.constantFrom(...REFUND_GROUNDS), cents, cents, cents, (ground, owed, paid, returned) => {
        const refund = refundOf(ground, { owed, paid, returned })
        expect(refund.retained + refund.total).toBe(paid)
        expect(refund.retained).toBeLessThanOrEqual(Math.round(paid * 0.3))
        expect(refund.open).toBe(Math.max(0, refund.total - returned))
      }),
    )
  })
})

describe('in words', () => {
  const paid = { owed: 98_000, paid: 49_000 }

  test('to the person, before and after', () => {
    expect(spaces(ownRefundInWords(refundOf('early', paid)))).toBe(
      'Hai pagato 490 €: ti restituiamo per intero 490 €.',
    )
    expect(spaces(ownRefundInWords(refundOf('late', paid)))).toBe(
      'Hai pagato 490 €: mancano meno di 14 giorni all’inizio, quindi come previsto tratteniamo il 30% (147 €) e ti restituiamo 343 €. Il recesso entro 14 giorni dal contratto vale in ogni caso.',
    )
    expect(spaces(refundStatusInWords(refundOf('late', paid)))).toBe(
      'Hai pagato 490 €: come previsto tratteniamo il 30% (147 €) e ti restituiamo 343 €.',
    )
    expect(spaces(refundStatusInWords(refundOf('late', { ...paid, returned: 300_00 })))).toBe(
      'Ti abbiamo restituito 300 € su 343 €.',
    )
    expect(spaces(refundStatusInWords(refundOf('late', { ...paid, returned: 343_00 })))).toBe(
      'Ti abbiamo restituito 343 €.',
    )
  })

  test.each([
    [
      'cancelled_by_person',
      'early',
      'hai disdetto l’iscrizione il 2 febbraio, almeno 14 giorni prima dell’inizio: ti restituiamo per intero 490 €.',
    ],
    [
      'cancelled_by_person',
      'late',
      'hai disdetto l’iscrizione il 2 febbraio, meno di 14 giorni prima dell’inizio: come previsto tratteniamo il 30% (147 €) e ti restituiamo 343 €.',
    ],
    [
      'cancelled_by_office',
      'begun',
      'la segreteria ha disdetto la tua iscrizione il 2 febbraio, a corso iniziato: come previsto tratteniamo il 30% (147 €) e ti restituiamo 343 €.',
    ],
    ['edition_cancelled', 'free', 'il corso è stato annullato: ti restituiamo per intero 490 €.'],
  ] as const)('with the reason: %s, %s', (ending, ground, sentence) => {
    const end = { ending, endedOn: '2027-02-02' }
    expect(spaces(refundWithReason(end, refundOf(ground, paid)))).toBe(sentence)
  })

  test('to the office', () => {
    expect(refundProposal(null)).toBe('Non ha pagato nulla: non c’è nulla da restituire.')
    expect(spaces(refundProposal(refundOf('late', paid)))).toContain(
      'Ha pagato 490 €. La regola propone di restituire 343 € e trattenere il 30% (147 €), perché mancano meno di 14 giorni all’inizio.',
    )
    expect(spaces(refundProposal(refundOf('free', paid)))).toContain(
      'Ha pagato 490 €. La regola propone di restituire tutto.',
    )
    // Nothing was owed: the price of this person is 0, or was lowered to it.
    const credit = { owed: 0, paid: 10_000 }
    for (const ground of ['late', 'begun'] as const)
      expect(spaces(refundProposal(refundOf(ground, credit)))).toContain(
        'Ha pagato 100 €. La regola propone di restituire tutto. Il bonifico',
      )
    expect(spaces(refundProposal(refundOf('early', credit)))).toContain(
      'restituire tutto, perché mancano almeno 14 giorni all’inizio.',
    )
    expect(editionRefundProposal([])).toBe('Nessuno ha pagato: non c’è nulla da restituire.')
    expect(spaces(editionRefundProposal([refundOf('free', paid), refundOf('free', paid)]))).toContain(
      '2 persone hanno pagato 980 €: la regola è restituire tutto.',
    )
  })
})
