import { expect, test } from 'vitest'
import { readSessions } from './session-lines.rules'
import { proposeSession } from './session-proposal.rules'

const BEFORE = {
  startDate: '2027-02-13',
  startTime: '09:00',
  endDate: '2027-02-13',
  endTime: '13:30',
  hours: null,
}

test.each([
  ['20 febraio 2027 9-13', '20/02/2027 9:00-13:00'],
  ['20 febbraio ore 9 in punto', '20/02/2027 9:00-13:30'],
  ['sabato mattina 20/02/2027 dalle 9 alle 13 circa', '20/02/2027 9:00-13:00'],
  ['domenica 20 febbraio 2027, 9.30/12.30', '20/02/2027 9:30-12:30'],
  ['20-02-2027 h9 fino a pranzo', '20/02/2027 9:00-13:30'],
  ['il 20 di settenbre 2027 alle 15, 4 ore', '20/09/2027 15:00-19:30'],
])('an unreadable line has a proposal: %s', (line, proposal) => {
  expect(proposeSession(line, BEFORE)).toBe(proposal)
})

test.each([
  ['da concordare'],
  ['30 febbraio 2027 9-13'],
  ['la settimana di Pasqua'],
  ['20 xyz 2027'],
  ['9-13'],
])('a line that tells no day has none: %s', (line) => {
  expect(proposeSession(line, BEFORE)).toBeUndefined()
})

test('without a session before, a day without its year has no proposal', () => {
  expect(proposeSession('20 febbraio ore 9 in punto', undefined)).toBeUndefined()
})

test('what is proposed can be read', () => {
  for (const line of [
    '1 gennaio 2027 25-26',
    '31/12/2027 23',
    '20 febraio 2027 13-9',
    '1/1/2027 8 9 10 11',
  ]) {
    const proposal = proposeSession(line, BEFORE)
    if (proposal) expect(readSessions(proposal)[0]?.session, line).toBeDefined()
  }
})
