import { expect, test } from 'vitest'
import { formerVersions, versionAt, versionOn } from './legal-versions.rules'

const version = (number: number, inForceFrom: string, published: string) => ({
  number,
  text: '',
  inForceFrom,
  publishedAt: new Date(published),
})
const VERSIONS = [
  version(1, '2025-05-02', '2025-05-02T00:00:00Z'),
  version(2, '2026-11-26', '2026-11-26T10:00:00Z'),
  version(3, '2027-03-01', '2026-11-26T11:00:00Z'),
  version(4, '2026-11-26', '2026-11-26T12:00:00Z'),
]

test('each day has its version, of one day the last that was published', () => {
  const days = ['2024-01-01', '2025-05-02', '2026-11-25', '2026-11-26', '2027-02-28', '2027-03-01']
  expect(days.map((day) => versionOn(VERSIONS, day)?.number)).toEqual([1, 1, 1, 4, 4, 3])
})

test('who read the page at a moment read what was published by then', () => {
  const read = (moment: string) => versionAt(VERSIONS, new Date(moment), '2026-11-26')?.number
  expect(['2026-11-26T09:59:59Z', '2026-11-26T10:30:00Z', '2026-11-26T13:00:00Z'].map(read)).toEqual([
    1, 2, 4,
  ])
})

test('former versions are those that were in force, the newest first', () => {
  expect(formerVersions(VERSIONS, '2026-12-01')).toEqual([
    { number: 2, inForceFrom: '2026-11-26', replacedOn: '2026-11-26' },
    { number: 1, inForceFrom: '2025-05-02', replacedOn: '2026-11-26' },
  ])
  expect(formerVersions(VERSIONS.slice(0, 1), '2026-12-01')).toEqual([])
})
