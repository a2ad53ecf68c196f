import { beforeEach, expect, test } from 'vitest'
import { expected, numbers, readThereAndBack, someEntries } from '../../tests/log-entries'
import { anAdmin, emptyDatabase } from '../../tests/world'
import type { Admin } from '../accounts/rules'
import { idBounds } from './days.queries.server'
import { LOG_PAGE_SIZE, type LogQuery, logInBatches, logPage } from './queries.server'

let admin: Admin
beforeEach(async () => {
  await emptyDatabase()
  admin = await anAdmin('carla')
})

test('days are those of Italy, the first and the last included, on every page and in the export', async () => {
  // An entry each hour from 28 March 2026 on; on the 29th the clocks go forward.
  const start = Date.UTC(2026, 2, 28)
  const rows = await someEntries(4 * LOG_PAGE_SIZE, (i) => ({ createdAt: new Date(start + i * 3_600_000) }))
  const day = (i: number) =>
    new Date(start + i * 3_600_000).toLocaleDateString('sv-SE', { timeZone: 'Europe/Rome' })
  const queries: LogQuery[] = [{}, { action: 'update' }, { user: 'p1' }, { user: null, entity: 'courses' }]
  for (const [from, to] of [
    ['2026-03-29', '2026-03-29'],
    ['2026-03-30', undefined],
    [undefined, '2026-04-02'],
    ['2026-03-29', '2026-04-04'],
    ['2026-04-03', '2026-04-01'],
    ['2027-01-01', undefined],
    [undefined, '2020-01-01'],
  ])
    for (const filters of queries) {
      const query = { ...filters, from, to }
      const all = expected(rows, query).filter((i) => (from ?? '') <= day(i) && day(i) <= (to ?? '9999'))
      expect(await readThereAndBack(admin, query), JSON.stringify(query)).toEqual(all)
      const exported = []
      for await (const batch of logInBatches(admin, query)) exported.push(...numbers(batch))
      expect(exported).toEqual(all)
    }
})

test('an entry whose date is half a day off is found, and one from a wrong clock hides no others', async () => {
  const hour = 3_600_000
  const start = Date.UTC(2026, 0, 1)
  // Half a day ahead, at the end of time, at its beginning.
  const wrong = new Map([
    [300, start + 312 * hour],
    [301, Date.UTC(2999, 0, 1)],
    [302, 0],
  ])
  const at = (i: number) => new Date(wrong.get(i) ?? start + i * hour)
  const rows = await someEntries(900, (i) => ({ createdAt: at(i) }))
  const day = (i: number) => at(i).toLocaleDateString('sv-SE', { timeZone: 'Europe/Rome' })
  for (const [from, to] of [
    ['2026-01-13', '2026-01-13'],
    ['2026-01-14', '2026-01-14'],
    ['2026-01-14', undefined],
    [undefined, '2026-01-14'],
    [undefined, '2026-02-07'],
    ['1900-01-01', undefined],
  ])
    expect(await readThereAndBack(admin, { from, to }), `${from} ${to}`).toEqual(
      expected(rows, {}).filter((i) => (from ?? '') <= day(i) && day(i) <= (to ?? '9999')),
    )
})

test('distant days are looked for among their own entries, not among all that came before and after', async () => {
  await someEntries(900, (i) => ({ createdAt: new Date(Date.UTC(2026, 0, 1) + i * 3_600_000) }))
  const { above = 0, below = 0 } = await idBounds({ from: '2026-01-15', to: '2026-01-16' })
  const first = (await logPage(admin, { to: '2026-01-01' })).entries.at(-1)?.id ?? 0
  expect(above - first).toBeGreaterThan(200)
  expect(below - first).toBeLessThan(550)
})
