import { beforeAll, expect, test } from 'vitest'
import { ADDRESSES } from './documents'
import { aPerson, aRequest, cookieOf } from './people'
import { wholeSite } from './site'
import { aCourse, emptyDatabase } from './world'

// Hostile values get a deliberate status at every office address, never a fault; `npm run fuzz` tests more.

/** NUL, and text beyond columns and indexes. */
const HOSTILE = ['a\0b', 'a'.repeat(5_000), '9'.repeat(400), `'";--%_\\\ud800`]

const QUERIES = [
  ...[
    'q',
    'stato',
    'ordine',
    'pagina',
    'richieste',
    'rifiuta',
    'persona',
    'ora',
    'corso',
    'lascia',
    'foglio',
  ],
  ...[
    'tutti',
    'utente',
    'dal',
    'al',
    'formato',
    'azione',
    'entita',
    'prima',
    'dopo',
    'ruolo',
    'apri',
    'modifica',
    'leggi',
    'intent',
  ],
]
const FIELDS = [
  ...[
    'enrolment',
    'chosen',
    'reason',
    'note',
    'before',
    'contact',
    'person',
    'document',
    'course',
    'email',
    'cerca',
    'newDescription',
    'visibility',
    'role',
  ],
  ...['torna', 'title', 'description', 'price', 'sessions', 'slug', 'version', 'base', 'overCapacity'],
]
const STEPS: Record<string, string>[] = [
  ...[
    'approve',
    'reject',
    'reopen',
    'end-sessions',
    'restore',
    'remove',
    'search',
    'preview',
    'handle',
    'note',
    '',
  ].map((intent) => ({ intent })),
  ...['start', 'unstart', 'admit', 'offer', 'move', 'approve-many', 'start-everybody'].map((intent) => ({
    intent,
  })),
  { intent: 'complete', early: '1' },
  { id: '00000000-0000-4000-8000-000000000000', version: '1', base: '{}', email: 'ada@example.it' },
]

const OFFICE = ADDRESSES.filter((path) => path.startsWith('/admin'))

let site: Awaited<ReturnType<typeof wholeSite>>
let cookie: string
let course: string

beforeAll(async () => {
  await emptyDatabase()
  site = await wholeSite()
  const { email } = await aPerson('carla', 'admin')
  cookie = await cookieOf(email)
  course = (await aCourse()).id
})

const statusOf = async (path: string, init?: RequestInit) => (await site(aRequest(path, cookie, init))).status
const post = (fields: Record<string, string>) => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(fields).toString(),
})

test('the addresses of the office are known here', () => {
  expect(OFFICE.length).toBeGreaterThan(15)
})

/** Rotates the hostile values over the names. */
const hostile = (names: string[], turn: number) =>
  Object.fromEntries(names.map((name, i) => [name, HOSTILE[(i + turn) % HOSTILE.length] ?? '']))

test.each([...HOSTILE.keys()])('nothing in the office faults, turn %i', async (turn) => {
  const faults: string[] = []
  const ask = async (path: string, init?: RequestInit) => {
    const status = await statusOf(path, init)
    if (status >= 500)
      faults.push(`${status} ${path.slice(0, 120)} ${String(init?.body ?? '').slice(0, 120)}`)
  }
  const part = encodeURIComponent(HOSTILE[turn]?.toWellFormed() ?? '')
  const fields = hostile(FIELDS, turn)
  for (const path of OFFICE) {
    if (path.includes(':')) await ask(path.replace(/:\w+/, part))
    await ask(path.replace(/:\w+/, part), post(fields))
    const named = path.replace(/:\w+/, course)
    await ask(`${named}?${new URLSearchParams(hostile(QUERIES, turn))}`)
    for (const [i, step] of STEPS.entries())
      if (i % HOSTILE.length === turn) await ask(named, post({ ...fields, ...step }))
  }
  expect(faults).toEqual([])
})
