import { expect, test } from 'vitest'
import { editionLine, placeInSentence, withEdition } from './edition'

test('an edition is told by its first date and its place, as far as they are known', () => {
  expect(editionLine({ startDate: '2027-03-12', place: 'Ascoli Piceno' })).toBe('12 mar 2027, Ascoli Piceno')
  expect(editionLine({ startDate: '2027-02-09', place: 'Da casa' })).toBe('9 feb 2027, online')
  expect(editionLine({ startDate: null, place: 'Fermo' })).toBe('senza date, Fermo')
  expect(editionLine({ startDate: null, place: null })).toBe('senza date')
  expect(placeInSentence('Da casa')).toBe('online')
  expect(placeInSentence('Fermo')).toBe('Fermo')
  expect(withEdition({ title: 'Ceramica', startDate: '2027-03-12', place: null })).toBe(
    'Ceramica, 12 mar 2027',
  )
})
