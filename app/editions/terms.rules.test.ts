import { expect, test } from 'vitest'
import { findContradictions, readTerms, writeTerms } from './terms.rules'

const read = (minParticipants: string, confirmBy = '') => readTerms({ minParticipants, confirmBy })

test('a minimum and a day are read as people write them', () => {
  expect(read('8', '3 marzo 2027')).toEqual({
    terms: { minParticipants: 8, confirmBy: '2027-03-03' },
    errors: {},
  })
  for (const none of ['', ' ', '0'])
    expect(read(none).terms).toEqual({ minParticipants: null, confirmBy: null })
  const terms = { minParticipants: 8, confirmBy: '2027-03-03' }
  expect(readTerms(writeTerms(terms)).terms).toEqual(terms)
})

test('what cannot be read is named', () => {
  expect(read('otto').errors.minParticipants).toBe('Il minimo: scrivi un numero intero, zero o più')
  expect(read('-1').errors.minParticipants).toContain('Il minimo: ')
  expect(read('20000').errors.minParticipants).toBe('Il minimo: è troppo grande')
  expect(read('', '30 febbraio 2027').errors.confirmBy).toContain('La data di conferma: ')
})

test('a minimum above the seats and a confirmation after the beginning are refused', () => {
  const wrong = (minParticipants: number, confirmBy: string, most: number | null, startDate: string | null) =>
    findContradictions(
      { minParticipants, confirmBy },
      { maxPartecipanti: most, startDate, confirmBy: null },
      '2027-02-01',
    )
  expect(wrong(13, '2027-03-11', 12, '2027-03-10')).toEqual({
    minParticipants: 'Il minimo supera i posti',
    confirmBy: 'La data di conferma viene dopo l’inizio',
  })
  expect(wrong(12, '2027-03-10', 12, '2027-03-10')).toEqual({})
  for (const most of [null, 0]) expect(wrong(500, '2027-03-10', most, null)).toEqual({})
})

test('a new day of confirmation is not in the past; one that is stored may be', () => {
  const error = (confirmBy: string, stored: string | null = null) =>
    findContradictions(
      { minParticipants: 8, confirmBy },
      { maxPartecipanti: null, startDate: '2027-03-10', confirmBy: stored },
      '2027-03-03',
    ).confirmBy
  expect(error('2027-03-02')).toBe('La data di conferma è già passata')
  expect(error('2027-03-02', '2027-03-01')).toBe('La data di conferma è già passata')
  expect(error('2027-03-02', '2027-03-02')).toBeUndefined()
  expect(error('2027-03-03')).toBeUndefined()
})
