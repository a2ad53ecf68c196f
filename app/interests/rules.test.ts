import { expect, test } from 'vitest'
import type { CourseState } from '../courses/rules'
import { noticeCondition, waitersInWords } from './rules'

test.each<[CourseState, seats: [limit: number | null, taken: number], when: string | null]>([
  ['available', [10, 9], null],
  ['available', [null, 9], null],
  ['available', [0, 9], null],
  ['available', [10, 10], 'se resta un posto dopo la lista d’attesa, o c’è un’altra data'],
  ['available', [10, 11], 'se resta un posto dopo la lista d’attesa, o c’è un’altra data'],
  ['coming', [10, 0], 'quando si può chiedere l’iscrizione'],
  ['coming', [10, 10], 'quando si può chiedere l’iscrizione'],
  ['concluded', [10, 10], 'quando c’è una nuova edizione'],
  ['cancelled', [null, 0], 'quando c’è una nuova edizione'],
  ['draft', [10, 10], null],
  ['archived', [10, 10], null],
])('who waits for a course that is %s with seats %j is notified %j', (state, [limit, taken], when) => {
  const course = { maxPartecipanti: limit, seatsTaken: taken, startDate: '2027-03-02', format: 'in-aula' }
  expect(noticeCondition(course, state, '2027-03-01')).toBe(when)
})

test.each([
  ['in-aula', 'quando c’è una nuova edizione'],
  ['e-learning', 'se resta un posto dopo la lista d’attesa, o c’è un’altra data'],
])('who waits for a full course %s that has begun is notified %j', (format, when) => {
  const course = { maxPartecipanti: 10, seatsTaken: 10, startDate: '2027-03-02', format }
  expect(noticeCondition(course, 'available', '2027-03-02')).toBe(when)
})

test.each([
  [12, 'Export', 'Fermo', '12 persone aspettano Export a Fermo'],
  [1, 'Export', 'Ascoli Piceno', '1 persona aspetta Export ad Ascoli Piceno'],
  [2, 'Export', 'Da casa', '2 persone aspettano Export online'],
  [2, 'Export', null, '2 persone aspettano Export'],
] as const)('%i who wait for %s (%j) are shown to the office', (people, title, place, line) => {
  expect(waitersInWords({ people, title, place })).toBe(line)
})
