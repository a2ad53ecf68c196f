import { addHours } from 'date-fns'
import { expect, test } from 'vitest'
import { today } from '../../runtime/clock'
import { archiveMoment, archiveName, archivesToDelete } from './rotation'

/** The days in Italy of the archives that stay when one is made every `hours`, and older ones make room each time. */
function remainingStarts(start: string, hours: number, count: number): string[] {
  let names: string[] = []
  for (let n = 0; n < count; n++) {
    const now = addHours(new Date(start), n * hours)
    names.push(archiveName(now))
    const gone = archivesToDelete(names, now)
    names = names.filter((name) => !gone.includes(name))
  }
  return names.map((name) => today(archiveMoment(name)))
}

test('a name holds its time', () => {
  const moment = new Date('2026-11-21T22:10:05.000Z')
  expect(archiveName(moment)).toBe('backup-2026-11-21T221005Z.tar.gz')
  expect(archiveMoment(archiveName(moment))).toEqual(moment)
})

test('of daily archives seven days stay, and the Sundays of the weeks before', () => {
  expect(remainingStarts('2026-09-01T01:00:00Z', 24, 60)).toEqual([
    '2026-10-11',
    '2026-10-18',
    ...['2026-10-24', '2026-10-25', '2026-10-26', '2026-10-27', '2026-10-28', '2026-10-29', '2026-10-30'],
  ])
})

test('of a day with many archives the last one stays', () => {
  const days = remainingStarts('2026-09-01T00:00:00Z', 1, 24 * 60)
  expect(days.length).toBe(new Set(days).size)
  expect(days.length).toBeLessThanOrEqual(11)
})

test('no archive is older than the privacy policy says, but the only one stays', () => {
  const old = archiveName(new Date('2026-01-01T00:00:00Z'))
  const late = addHours(new Date('2026-01-01T00:00:00Z'), 24 * 30 + 1)
  expect(archivesToDelete([old], late)).toEqual([])
  expect(archivesToDelete([old, archiveName(late)], late)).toEqual([old])
})

test('files that are no archives of ours are left alone', () => {
  const now = new Date('2026-11-21T00:00:00Z')
  const foreign = [
    'backup.tar.gz',
    'foto.jpg',
    'backup-2020-01-01T000000Z.tar.gz.part',
    'copia-2020-01-01.tar.gz',
  ]
  expect(archivesToDelete([...foreign, archiveName(now)], now)).toEqual([])
})
