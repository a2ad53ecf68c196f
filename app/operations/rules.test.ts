import { expect, test } from 'vitest'
import { findSiteWarnings, type State } from './rules'

const now = new Date('2026-03-10T09:00:00Z')
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
const DAY = 24 * 60
const GB = 1024 ** 3

const WELL: State = {
  now,
  startedAt: ago(30 * DAY),
  database: { ms: 3 },
  mail: { waiting: 1, failed: 0, oldest: ago(1), sends: true },
  backup: { everyHours: 24, lastSuccess: { at: ago(DAY) }, lastFailed: false },
  disk: { free: 20 * GB, size: 40 * GB },
  tasks: [{ label: 'Accessi scaduti', everySeconds: 3600, last: { at: ago(59), ok: true } }],
}
const facts = (change: Partial<State>) => findSiteWarnings({ ...WELL, ...change }).map(({ fact }) => fact)

test('nothing to tell of a site that is well, nor of one that has just started', () => {
  expect(findSiteWarnings(WELL)).toEqual([])
  const task = { label: 'Accessi scaduti', everySeconds: 3600, last: null }
  expect(
    facts({
      startedAt: ago(1),
      backup: { everyHours: 24, lastSuccess: null, lastFailed: false },
      tasks: [task],
    }),
  ).toEqual([])
  expect(facts({ startedAt: ago(1), tasks: [{ ...task, last: { at: ago(9 * DAY), ok: true } }] })).toEqual([])
})

test.each<[string, Partial<State>]>([
  ['Il database non risponde.', { database: null, mail: null, backup: false, tasks: null }],
  ['Il database risponde lentamente.', { database: { ms: 900 } }],
  ['Lo spazio sul disco sta per finire: restano 512 MB.', { disk: { free: GB / 2, size: 5 * GB } }],
  ['Lo spazio sul disco sta per finire: restano 4 GB.', { disk: { free: 4 * GB, size: 100 * GB } }],
  [
    'L’ultima copia di sicurezza non è riuscita.',
    { backup: { everyHours: 24, lastSuccess: { at: ago(10) }, lastFailed: true } },
  ],
  [
    'L’ultima copia di sicurezza è di 3 giorni fa.',
    { backup: { everyHours: 24, lastSuccess: { at: ago(3 * DAY) }, lastFailed: false } },
  ],
  [
    'Non c’è ancora nessuna copia di sicurezza.',
    { backup: { everyHours: 24, lastSuccess: null, lastFailed: false } },
  ],
  ['Un’email non è stata consegnata.', { mail: { waiting: 0, failed: 1, oldest: null, sends: true } }],
  ['2 email non sono state consegnate.', { mail: { waiting: 0, failed: 2, oldest: null, sends: true } }],
  [
    'Un’email aspetta di partire da 2 ore.',
    { mail: { waiting: 1, failed: 0, oldest: ago(125), sends: true } },
  ],
  [
    'Un lavoro periodico non è riuscito: «X».',
    { tasks: [{ label: 'X', everySeconds: 600, last: { at: ago(5), ok: false } }] },
  ],
  [
    'Un lavoro periodico è fermo: «X».',
    { tasks: [{ label: 'X', everySeconds: 600, last: { at: ago(DAY), ok: true } }] },
  ],
  ['Un lavoro periodico è fermo: «X».', { tasks: [{ label: 'X', everySeconds: 600, last: null }] }],
  [
    'L’orologio del server è stato spostato: una data registrata è avanti di 9 giorni.',
    {
      backup: { everyHours: 24, lastSuccess: { at: ago(-3 * DAY) }, lastFailed: false },
      tasks: [{ label: 'X', everySeconds: 600, last: { at: ago(-9 * DAY), ok: true } }],
    },
  ],
  [
    'L’orologio del server è stato spostato: una data registrata è avanti di 1 ora.',
    { mail: { waiting: 0, failed: 0, oldest: null, sends: true, lastSent: ago(-61) } },
  ],
])('%s', (fact, change) => {
  const found = findSiteWarnings({ ...WELL, ...change })
  expect(found.map(({ fact }) => fact)).toEqual([fact])
  for (const { advice } of found) expect(advice).toMatch(/^\p{Lu}.*\.$/u)
})

test('without a mail server all is well until somebody waits for an e-mail', () => {
  const mail = { waiting: 0, failed: 0, oldest: null, sends: false }
  expect(facts({ mail })).toEqual([])
  expect(facts({ mail: { ...mail, waiting: 1, oldest: now } })).toEqual([
    'Un’email non può partire: non c’è un server di posta.',
  ])
  expect(facts({ mail: { ...mail, waiting: 76, oldest: ago(9 * DAY) } })).toEqual([
    '76 email non possono partire: non c’è un server di posta.',
  ])
})

test('a site that makes no backups by itself says when there is none, or an old one', () => {
  const backup = { everyHours: 0, lastSuccess: null, lastFailed: false }
  expect(facts({ backup, startedAt: ago(1) })).toEqual(['Non c’è ancora nessuna copia di sicurezza.'])
  expect(facts({ backup: { ...backup, lastSuccess: { at: ago(29 * DAY) } } })).toEqual([])
  const [failure] = findSiteWarnings({ ...WELL, backup: { ...backup, lastFailed: true } })
  expect(failure?.advice).toBe('Avvisa chi gestisce il server.')
  expect(facts({ backup: { ...backup, lastSuccess: { at: ago(31 * DAY) } } })).toEqual([
    'L’ultima copia di sicurezza è di 31 giorni fa.',
  ])
})

test('machines that differ by seconds are no fault', () => {
  expect(facts({ backup: { everyHours: 24, lastSuccess: { at: ago(-1) }, lastFailed: false } })).toEqual([])
})
