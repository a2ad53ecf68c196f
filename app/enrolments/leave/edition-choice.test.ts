import { expect, test } from 'vitest'
import { onlyOtherEdition } from './edition-choice'

const AN_EDITION = {
  id: 'a',
  title: 'Contabilità',
  startDate: null,
  place: null,
  maxPartecipanti: 2,
  seatsTaken: 1,
  isSameCourse: true,
  price: null,
}
const ANOTHER_COURSE = { ...AN_EDITION, id: 'b', isSameCourse: false }

test('a move proposes the only other edition of the course, if it has a seat', () => {
  expect(onlyOtherEdition([AN_EDITION, ANOTHER_COURSE])).toBe('a')
  expect(onlyOtherEdition([{ ...AN_EDITION, maxPartecipanti: null }])).toBe('a')
  expect(onlyOtherEdition([{ ...AN_EDITION, seatsTaken: 2 }])).toBeUndefined()
  expect(onlyOtherEdition([AN_EDITION, { ...AN_EDITION, id: 'c' }])).toBeUndefined()
  expect(onlyOtherEdition([ANOTHER_COURSE])).toBeUndefined()
})
