import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

// The shape of the code base, checked like any other behaviour. What each rule is for: docs/decisions/.

/** Each noun may lean on those before it, never on those after. */
const NOUNS = [
  'reading',
  'passwords',
  'sign-ins',
  'accounts',
  'audit',
  'second-factor',
  'dates',
  'calendar',
  'courses',
  'desk',
  'publishing',
  'enrolments',
  'requests',
  'documents',
  'contacts',
  'inbox',
  'rights',
]

/** The files a noun may consist of: rules, reads, writes, letters, pages, addresses without a page, parts. */
const VOCABULARY = [
  /^([a-z-]+\.)?rules\.ts$/,
  /^([a-z-]+\.)?(queries|commands)\.server\.ts$/,
  /^emails\.tsx$/,
  /^[a-z-]+\.(screen\.tsx|resource\.ts)$/,
  /^[a-z-]+\.(tsx|css)$/,
]
/** What belongs to one noun alone, and why it is no command or query. */
const SINGULAR = new Set([
  'app/accounts/fields.ts', // the checks that the forms of people share
  'app/passwords/guessable.server.ts', // passwords that are tried first
  'app/accounts/author.server.ts', // forms of one person, sent in the session of another
  'app/accounts/guard.server.ts', // limits and even timing at the door
  'app/accounts/identity.server.ts', // Better Auth
  'app/accounts/parked.server.ts', // forms that wait for their author
  'app/accounts/people.server.ts', // the writes that several commands share
  'app/accounts/session.server.ts', // who is asking
  'app/accounts/tickets.server.ts', // the secrets of links in letters
  'app/accounts/waiting-course.server.ts', // the course wanted before signing in
  'app/audit/export.server.ts', // what every file for a spreadsheet goes through
  'app/audit/record.server.ts', // the one way into the log
  'app/calendar/ics.server.ts', // sessions as calendar programs read them
  'app/courses/public.server.ts', // the course at a public address, or the answer where there is none
  'app/documents/stored.server.ts', // a file and what refers to it: both or neither
  'app/documents/sweep.server.ts', // files that nothing refers to
  'app/passwords/hashing.server.ts', // hashing
  'app/second-factor/proof.server.ts', // what a code, or a recovery code, is worth
  'app/second-factor/qr.server.ts', // the picture that an app reads
  'app/sign-ins/log.server.ts', // the one way into the log of sign-ins
  'app/enrolments/seats.server.ts', // courses held still and their seats counted, before anybody is seated
])
const FRONT_DOOR = /\/(rules|([a-z-]+\.)?queries\.server|record\.server|session\.server|emails)$/

const files = globSync('app/**/*.{ts,tsx,css}').filter((file) => !/\.(test|race\.test)\.tsx?$/.test(file))
const edges = files
  .filter((file) => !file.endsWith('.css'))
  .flatMap((from) =>
    [...readFileSync(from, 'utf8').matchAll(/(?:from|import\(?) ?'(\.[^']+)'/g)]
      .map(([, to]) => ({ from, to: normalize(join(dirname(from), to ?? '')) }))
      .filter(({ to }) => !to.includes('+types')),
  )

test('a noun holds only files from the shared vocabulary, and those singular ones that say why', () => {
  const strange = files.filter(
    (file) => isNoun(file) && !SINGULAR.has(file) && !VOCABULARY.some((form) => form.test(basename(file))),
  )
  expect(strange).toEqual([])
  expect([...SINGULAR].filter((file) => !files.includes(file))).toEqual([])
})

test('text is normalised in linear time', () => {
  const normalises = files.filter((file) => /\.normalize\('NF/.test(readFileSync(file, 'utf8')))
  // The names of downloads are short: they were checked when they were stored.
  expect(normalises).toEqual(['app/platform/downloads.server.ts'])
})

test('no drawer without a meaning', () => {
  expect(
    files.filter((file) =>
      /\/(utils?|helpers?|lib|services?|repositor(y|ies)|hooks|components|types)[/.]/.test(file),
    ),
  ).toEqual([])
})

test('a form that sends something names its author, or is one that does', () => {
  const sends = (file: string) => /<form\b[^>]*method="post"|useFetcher/.test(readFileSync(file, 'utf8'))
  const names = (file: string) => readFileSync(file, 'utf8').includes('<AuthorField />')
  expect(files.filter((file) => sends(file) && !names(file))).toEqual([])
})

test('rules are pure: they import nothing but other rules', () => {
  expect(offenders(({ from, to }) => /\brules\.ts$/.test(from) && !/\brules$/.test(to))).toEqual([])
})

test('screens and parts reach the database only through queries and commands', () => {
  const reaches = ({ from, to }: Edge) =>
    folder(to) === 'database' && !from.includes('.server.') && !['database', 'content'].includes(folder(from))
  const typesOnly = ['app/courses/contacts.tsx → app/database/schema']
  expect(offenders(reaches)).toEqual(typesOnly)
})

test('only the audit log reads the audit log: facts stand in columns of their own tables', () => {
  const reads = files.filter((file) => /\bauditLogs\b/.test(readFileSync(file, 'utf8')))
  const elsewhere = reads.filter((file) => folder(file) !== 'audit')
  expect(elsewhere).toEqual(['app/database/schema.ts'])
})

test('a noun leans only on nouns listed before it', () => {
  // Everybody records what they did: the log itself leans on nobody.
  const leans = ({ from, to }: Edge) =>
    isNoun(from) && isNoun(to) && rank(to) > rank(from) && !/audit\/(record\.server|rules)$/.test(to)
  expect(offenders(leans)).toEqual([])
})

test('no query or rule changes anything: writes stand in commands', () => {
  const readers = files.filter((file) => /\/(rules|.*queries\.server)\.ts$/.test(file))
  expect(readers.filter((file) => /\.(insert|update|delete)\(/.test(readFileSync(file, 'utf8')))).toEqual([])
})

test('another noun’s commands are called by areas and functions alone', () => {
  const calls = ({ from, to }: Edge) =>
    isNoun(from) && isNoun(to) && folder(from) !== folder(to) && /commands\.server$/.test(to)
  expect(offenders(calls)).toEqual([])
})

test('the platform, the interface kit and the database know no noun', () => {
  expect(offenders(({ from, to }) => ['platform', 'ui'].includes(folder(from)) && isNoun(to))).toEqual([])
  expect(
    offenders(({ from, to }) => folder(from) === 'database' && isNoun(to) && !FRONT_DOOR.test(to)),
  ).toEqual([])
  expect(offenders(({ from, to }) => folder(from) === 'ui' && folder(to) !== 'ui')).toEqual([])
})

test('every screen, resource and area has exactly one address', () => {
  const routed = [...readFileSync('app/routes.ts', 'utf8').matchAll(/'([a-z-]+\/[a-z.-]+\.tsx?)'/g)].map(
    ([, file]) => `app/${file}`,
  )
  const meant = files.filter(
    (file) => /\.(screen|resource)\.tsx?$/.test(file) || /^app\/areas\/(member|admin)\.tsx$/.test(file),
  )
  expect(routed.sort()).toEqual(meant.sort())
})

test('every command names its actor first and leaves an audit entry', () => {
  const commands = files
    .filter((file) => file.endsWith('commands.server.ts') && !file.endsWith('sign-in.commands.server.ts'))
    .flatMap((file) => {
      const [, ...texts] = readFileSync(file, 'utf8').split(/^export (?:async )?function /m)
      const all = readFileSync(file, 'utf8')
      return texts.map((text) => ({ file, text, recordsItself: /record\(/.test(all) }))
    })
  const actorless = commands.filter(
    ({ text }) => !/^\w+(<.*>)?\(\s*_?(member|admin|visitor|actor|system|nobody)\b/.test(text),
  )
  expect(actorless.map(({ file, text }) => `${file}: ${text.split('(')[0]}`)).toEqual([
    // By whoever runs the server itself, who is no member of the site.
    'app/second-factor/commands.server.ts: removeSecondFactorFromConsole',
    'app/accounts/commands.server.ts: createConfirmedAccount',
    'app/accounts/commands.server.ts: ensureFirstAdmin',
    'app/accounts/roles.commands.server.ts: promoteFromConsole',
  ])
  expect(commands.filter(({ recordsItself }) => !recordsItself)).toEqual([])
})

test('no file passes 250 lines', () => {
  const long = files.filter((file) => !file.startsWith('app/content') && !file.endsWith('schema.ts'))
  expect(long.filter((file) => readFileSync(file, 'utf8').split('\n').length > 251)).toEqual([])
})

test('there are no import cycles', () => {
  const graph = new Map<string, string[]>()
  const resolved = (to: string) => files.find((file) => file === to || file.replace(/\.tsx?$/, '') === to)
  for (const { from, to } of edges) graph.set(from, [...(graph.get(from) ?? []), resolved(to) ?? ''])
  const done = new Set<string>()
  const cycles: string[] = []
  const visit = (file: string, path: string[]) => {
    if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' → '))
    if (done.has(file) || path.includes(file)) return
    for (const next of graph.get(file) ?? []) visit(next, [...path, file])
    done.add(file)
  }
  for (const file of graph.keys()) visit(file, [])
  expect(cycles).toEqual([])
})

type Edge = (typeof edges)[number]

function offenders(breaks: (edge: Edge) => boolean) {
  return edges.filter(breaks).map(({ from, to }) => `${from} → ${to}`)
}
function folder(path: string) {
  return path.split('/')[1] ?? ''
}
function isNoun(path: string) {
  return NOUNS.includes(folder(path))
}
function rank(path: string) {
  return NOUNS.indexOf(folder(path))
}
