import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, test } from 'vitest'
import { LARGE_FORMS } from '../app/large-forms'
import routes from '../app/routes'

// The structure of the code, see docs/adr/.

/** A noun imports only from nouns before it. */
const NOUNS = [
  'parsing',
  'accounts',
  'audit',
  'courses',
  'contacts',
  'enrolments',
  'documents',
  'papers',
  'certificates',
  'editions',
  'payments',
  'messages',
  'undo',
  'catalogue',
  'course-editor',
  'people',
  'teachers',
  'interests',
  'privacy',
]
/** They know no noun. */
const FOUNDATIONS = ['database', 'http', 'italian', 'mail', 'runtime', 'storage', 'ui']

/** The files a noun may consist of. */
const VOCABULARY = [
  /^([a-z-]+\.)?rules\.ts$/,
  /^([a-z-]+\.)?(queries|commands)\.server\.ts$/,
  /^[a-z-]+\.sql\.ts$/,
  /^([a-z-]+\.)?emails\.tsx$/,
  /^[a-z-]+\.(screen\.tsx|resource\.ts)$/,
  /^[a-z-]+\.(tsx|css)$/,
]
/** Files outside of the vocabulary, each with its reason. */
const SINGULAR = new Set([
  'app/accounts/fields.ts', // the checks that the forms of people share
  'app/accounts/session/form-owner.server.ts', // forms of one member in the session of another
  'app/accounts/guard.server.ts', // limits of attempts, checks of passwords, even response times
  'app/accounts/passwords/guessable.server.ts', // passwords that are tried first
  'app/accounts/passwords/hashing.server.ts', // hashing
  'app/accounts/mail-link.server.ts', // the links that sign-up and recovery mail again
  'app/accounts/pages.server.ts', // the addresses of pages, for e-mails
  'app/accounts/people.server.ts', // the writes that several commands share
  'app/accounts/refused-form.server.ts', // the answer to a form that a command refuses
  'app/accounts/recent-sign-up.server.ts', // what the page after a sign-up shows
  'app/accounts/session/after-sign-in.server.ts', // where a sign-in leads, which three pages answer
  'app/accounts/session/saved-form.server.ts', // forms that go through the sign-in
  'app/accounts/session/session.server.ts', // who is asking
  'app/accounts/session-cookie.server.ts', // Better Auth: sessions and their cookie
  'app/accounts/sign-in-log/log.server.ts', // the only way into the log of sign-ins
  'app/accounts/one-time-tokens.server.ts', // the secrets of links in e-mails
  'app/accounts/two-factor/proof.server.ts', // what a code, or a backup code, is worth
  'app/accounts/two-factor/qr.server.ts', // the picture that an app reads
  'app/accounts/intended-course.server.ts', // the course wanted before signing in
  'app/audit/export.server.ts', // what every file for a spreadsheet goes through
  'app/audit/record.server.ts', // the only way into the log
  'app/contacts/contact-form.server.ts', // the form that two pages hold: its schema, loader and action
  'app/course-editor/course-form.server.ts', // the form that two screens hold: how it is read and answered
  'app/course-editor/new-edition.server.ts', // a new edition from its original, with its files
  'app/course-editor/slugs.server.ts', // addresses of courses, one for each
  'app/courses/ics.server.ts', // sessions as calendar programs read them
  'app/courses/lock.server.ts', // courses locked before they change
  'app/courses/public.server.ts', // the course at a public address, or the answer where there is none
  'app/catalogue/list/search.sql.ts', // the conditions and the order of a search, which several queries share
  'app/courses/sessions.server.ts', // the sessions of a locked course
  'app/enrolments/attendance/use-marks.ts', // marks on their way to the server
  'app/enrolments/attendance/form.server.ts', // the rows of a register, which its pages and their script post
  'app/teachers/guard.server.ts', // who may mark the registers of an edition
  'app/documents/course/use-uploads.ts', // files on their way to the server
  'app/documents/photo/form.server.ts', // the form of a photograph that courses and settings hold: how it is answered
  'app/documents/file-form.server.ts', // the form with one file that two screens hold: how it is answered
  'app/privacy/authorship.server.ts', // the work that an account leaves, whoever deletes it
  'app/privacy/copy.server.ts', // the copy of a person's data as a file, for the person and for the office
  'app/people/change.server.ts', // how the page of a person answers a change
  'app/papers/certificate.server.ts', // the drawing of an attestato
  'app/papers/lesson-sheets.server.ts', // the drawings of sheets to be signed
  'app/papers/register.server.ts', // the drawing of closed registers
  'app/papers/programme.server.ts', // the drawing of what a course teaches
  'app/papers/receipt.server.ts', // that of a payment
  'app/papers/transcript.server.ts', // the drawing of a person's courses
  'app/papers/response.server.ts', // a paper as the answer to a request
  'app/papers/paper.server.ts', // what all papers share: document, fonts, tags
  'app/papers/pdfkit.d.ts', // what the types of pdfkit lack
  'app/documents/stored.server.ts', // a file and what refers to it: both or neither
  'app/documents/sweep.server.ts', // files that nothing refers to
  'app/certificates/withdraw.server.ts', // attestati that a decision takes back
  'app/certificates/dossier.server.ts', // all papers of an edition in one file
  'app/certificates/facts.server.ts', // what an attestato says
  'app/certificates/end-form.server.ts', // the form that two screens hold: how it is read and answered
  'app/enrolments/payment-emails.server.ts', // e-mails about payments, replaced when what they say changes
  'app/payments/payments.server.ts', // payments that a form or a statement brings
  'app/payments/undo.server.ts', // payments that a decision takes back
  'app/payments/billing/form.server.ts', // the form that two screens hold: how it is read and answered
  'app/payments/statements/camt.server.ts', // the XML of a statement, which only the server reads
  'app/payments/statements/reader.server.ts', // a statement of any kind, read in turns
  'app/undo/edition.server.ts', // what an undone decision gives back to an edition
  'app/enrolments/decision.server.ts', // what the office decides, with what it overwrites
  'app/enrolments/dues/dues.server.ts', // dues written with a seat, payments that follow a move
  'app/enrolments/unsent-emails.server.ts', // e-mails and reminders taken back before they leave
  'app/enrolments/end.server.ts', // the end of enrolments, for whoever may end them
  'app/editions/change-emails.server.ts', // the e-mails about what changes in an edition, which two forms send
  'app/course-editor/change-emails.server.ts', // e-mails to participants whose edition the course form changes
  'app/enrolments/undo-toast.server.ts', // the toasts of decisions
  'app/enrolments/review/form-actions.server.ts', // the buttons about enrolments, which five pages hold
  'app/enrolments/offer.server.ts', // offers opened by the site and by the office, and ended by whatever decides
  'app/enrolments/seats.server.ts', // courses locked and their seats counted, before a seat is given
])
const FRONT_DOOR =
  /\/(([a-z-]+\.)?rules|([a-z-]+\.)?queries\.server|record\.server|session\.server|([a-z-]+\.)?emails)$/

const files = globSync('app/**/*.{ts,tsx,css}').filter((file) => !/\.(test|race\.test)\.tsx?$/.test(file))
const edges = files
  .filter((file) => !file.endsWith('.css'))
  .flatMap((from) =>
    [...readFileSync(from, 'utf8').matchAll(/(?:from|import\(?) ?'(\.[^']+)'/g)]
      .map(([, to]) => ({ from, to: normalize(join(dirname(from), to ?? '')) }))
      .filter(({ to }) => !to.includes('+types')),
  )

test('a noun holds files of the shared vocabulary, and listed exceptions', () => {
  const strange = files.filter(
    (file) => isNoun(file) && !SINGULAR.has(file) && !VOCABULARY.some((form) => form.test(basename(file))),
  )
  expect(strange).toEqual([])
  expect([...SINGULAR].filter((file) => !files.includes(file))).toEqual([])
})

test('text is normalised in linear time', () => {
  const normalises = files.filter((file) => /\.normalize\('NF/.test(readFileSync(file, 'utf8')))
  // The names of stored files are short.
  expect(normalises).toEqual(['app/storage/downloads.server.ts'])
})

test('no drawer without a meaning', () => {
  expect(
    files.filter((file) =>
      /\/(utils?|helpers?|lib|services?|repositor(y|ies)|hooks|components|types)[/.]/.test(file),
    ),
  ).toEqual([])
})

test('a form that posts names its owner', () => {
  const sends = (file: string) => /<form\b[^>]*method="post"|useFetcher/.test(readFileSync(file, 'utf8'))
  const names = (file: string) => readFileSync(file, 'utf8').includes('<OwnerField />')
  expect(files.filter((file) => sends(file) && !names(file))).toEqual([])
})

test('a form with files keeps its text in the tab, since the sign-in does not carry it', () => {
  const takesFiles = (file: string) => readFileSync(file, 'utf8').includes('encType="multipart/form-data"')
  const keepsText = (file: string) => readFileSync(file, 'utf8').includes('useKeptText(')
  expect(files.filter((file) => takesFiles(file) && !keepsText(file))).toEqual([])
})

test('rules are pure: they import nothing but other rules and the words of numbers and dates', () => {
  const isPure = (to: string) => /\brules$/.test(to) || folder(to) === 'italian'
  expect(offenders(({ from, to }) => /\brules\.ts$/.test(from) && !isPure(to))).toEqual([])
})

test('screens and parts reach the database only through queries and commands', () => {
  const reaches = ({ from, to }: Edge) =>
    folder(to) === 'database' && !/\.(server|sql)\.|^app\/(database|operations\/demo)\//.test(from)
  const typesOnly = ['app/catalogue/course-page/partners.tsx → app/database/schema']
  expect(offenders(reaches)).toEqual(typesOnly)
})

test('only the audit log reads the audit log: facts stand in columns of their own tables', () => {
  const reads = files.filter((file) => /\bauditLogs\b/.test(readFileSync(file, 'utf8')))
  const elsewhere = reads.filter((file) => folder(file) !== 'audit')
  expect(elsewhere).toEqual(['app/database/schema.ts'])
})

/** Enrolments that have ended count here too. */
const ENDED_TOO = [
  'app/accounts/profile/new-email.commands.server.ts', // links that went to the former address
  'app/audit/subject.queries.server.ts', // the entries about a person
  'app/course-editor/commands.server.ts', // a course that somebody ever asked for is no draft
  'app/documents/personal/access.queries.server.ts', // what was given stays
  'app/documents/personal/queries.server.ts', // what was given stays
  'app/editions/reminders.queries.server.ts', // whoever got an e-mail
  'app/enrolments/attendance/attendance.sql.ts', // marks stay in the register
  'app/enrolments/decision.server.ts', // rows that a command has locked
  'app/enrolments/decisions.sql.ts', // the last decision about an enrolment
  'app/enrolments/dues/dues.server.ts', // rows that a command has locked
  'app/enrolments/unsent-emails.server.ts', // rows that a command has locked
  'app/operations/demo/seed.server.ts', // an empty database
  'app/papers/queries.server.ts', // marks stay in the register
  'app/payments/commands.server.ts', // money comes and goes after the end too
  'app/payments/undo.server.ts', // what is taken back
  'app/privacy/authorship.server.ts', // who approved or rejected it
  'app/privacy/retention.commands.server.ts', // whoever was ever enrolled
  'app/undo/later-decisions.queries.server.ts', // payments that a move has taken along
]

test('whoever reads enrolments says whether ended ones count', () => {
  const reads = files.filter((file) => /\buserCourses\b/.test(readFileSync(file, 'utf8')))
  const says =
    /isLive|isUndecided|isOnWaitingList|holdsSeat|isInRoster|isDeletedWithAccount|lockEnrolments|endedAt|ended_at/
  expect(reads.filter((file) => !says.test(readFileSync(file, 'utf8'))).sort()).toEqual(ENDED_TOO)
})

test('a noun leans only on nouns listed before it', () => {
  // Every noun may record.
  const leans = ({ from, to }: Edge) =>
    isNoun(from) &&
    isNoun(to) &&
    rank(to) > rank(from) &&
    !/audit\/(record\.server|(codes\.)?rules)$/.test(to)
  expect(offenders(leans)).toEqual([])
})

test('queries and rules change nothing', () => {
  const readers = files.filter((file) => /\/(rules|.*queries\.server)\.ts$/.test(file))
  expect(readers.filter((file) => /\.(insert|update|delete)\(/.test(readFileSync(file, 'utf8')))).toEqual([])
})

test('another noun’s commands are called by frames and the API alone', () => {
  const calls = ({ from, to }: Edge) =>
    isNoun(from) && isNoun(to) && folder(from) !== folder(to) && /commands\.server$/.test(to)
  expect(offenders(calls)).toEqual([
    // A teacher who is invited, the office’s pages of accounts, a new person who is enrolled at once, and a new edition that takes files along.
    'app/teachers/teachers.screen.tsx → app/people/invitation.commands.server',
    'app/people/new-email.screen.tsx → app/accounts/profile/new-email.commands.server',
    'app/people/new-person.screen.tsx → app/enrolments/direct/enrol.commands.server',
    'app/people/remove-second-factor.screen.tsx → app/accounts/two-factor/commands.server',
    'app/course-editor/new-edition.server.ts → app/documents/course/copy.commands.server',
  ])
})

test('the foundations know no noun', () => {
  const knows = ({ from, to }: Edge) => FOUNDATIONS.includes(folder(from)) && isNoun(to)
  expect(offenders((edge) => knows(edge) && folder(edge.from) !== 'database')).toEqual([])
  expect(offenders((edge) => knows(edge) && !FRONT_DOOR.test(edge.to))).toEqual([])
  expect(
    offenders(({ from, to }) => folder(from) === 'ui' && !['ui', 'italian'].includes(folder(to))),
  ).toEqual([])
  expect(offenders(({ from, to }) => folder(from) === 'italian' && folder(to) !== 'italian')).toEqual([])
})

test('every screen, resource and frame has exactly one address', () => {
  const routed = [...readFileSync('app/routes.ts', 'utf8').matchAll(/'([a-z/-]+\/[a-z.-]+\.tsx?)'/g)].map(
    ([, file]) => `app/${file}`,
  )
  const meant = files.filter(
    (file) =>
      /\.(screen|resource)\.tsx?$/.test(file) ||
      /^app\/(member\/(member|account-frame)|office\/(office|administrators)|public\/auth|editions\/edition|teachers\/edition|settings\/settings)\.tsx$/.test(
        file,
      ),
  )
  // Two places of the office hold what is for administrators alone.
  const guard = 'app/office/administrators.tsx'
  expect(routed.sort()).toEqual([...meant, guard].sort())
})

test('what is for administrators alone asks for one in every loader and action', () => {
  const guarded = (entries: RouteConfigEntry[], within: boolean): string[] =>
    entries.flatMap(({ file, children = [] }) => {
      const isGuard = file === 'office/administrators.tsx'
      return [...(within || isGuard ? [file] : []), ...guarded(children, within || isGuard)]
    })
  const found = guarded(routes, false)
  expect(found.length).toBeGreaterThan(10)
  const asks = (file: string) => {
    const [, ...handlers] = readFileSync(`app/${file}`, 'utf8').split(
      /^export (?:async )?function (?=loader|action)/m,
    )
    return handlers.every((handler) => /\badminFrom\(context\)/.test(handler))
  }
  expect(found.filter((file) => !asks(file))).toEqual([])
})

test('a page that reads uploads accepts large bodies, and no other page does', () => {
  const readers = edges
    .filter(({ to }) => to === 'app/storage/uploads.server')
    .map(({ from }) => from)
    .filter((file) => /\breadUploads\(/.test(readFileSync(file, 'utf8')))
  const readsUploads = (file: string) =>
    readers.some(
      (reader) =>
        file === reader ||
        edges.some(({ from, to }) => from === file && to === reader.replace(/\.tsx?$/, '')),
    )
  const uploadAddresses = (entries: RouteConfigEntry[], base: string): string[] =>
    entries.flatMap(({ file, path, children = [] }) => {
      const address = path ? `${base}/${path}` : base
      const found = uploadAddresses(children, address)
      return readsUploads(`app/${file}`) ? [address, ...found] : found
    })
  expect(uploadAddresses(routes, '').sort()).toEqual([...LARGE_FORMS.withFiles].sort())
})

/** Strings that begin like a route, yet are no address. */
const PATTERNS = [
  'app/large-forms.ts', // patterns of routes; their type names the routes
  'app/public/meta/speculation.resource.ts', // patterns that browsers match; their type names the routes
]

test('addresses are written by href', () => {
  // The start of a string, or what follows a value in a template: `${origin}/corsi`.
  const begins = `(?<!\\bhref\\(\\s*)['"\`}]/(${firstSegments(routes).join('|').replaceAll('.', '\\.')})(?![\\w.-])`
  const address = new RegExp(`${begins}|="/"`)
  const written = files.filter((file) => /\.tsx?$/.test(file) && address.test(readFileSync(file, 'utf8')))
  expect(written.sort()).toEqual(PATTERNS)
})

test('every command names its actor first and leaves an audit entry', () => {
  const commands = files
    .filter((file) => file.endsWith('commands.server.ts') && !/sign-in[./]commands\.server\.ts$/.test(file))
    .flatMap((file) => {
      const [, ...texts] = readFileSync(file, 'utf8').split(/^export (?:async )?function /m)
      const all = readFileSync(file, 'utf8')
      return texts.map((text) => ({
        file,
        text,
        recordsItself:
          /\b(record|applyStep|endEnrolments|storeSignUp|replacePassword|giveRole|writeGroup|writeBrochure|insertPayments)\(/.test(
            all,
          ),
      }))
    })
  const actorless = commands.filter(
    ({ text }) => !/^\w+(<.*>)?\(\s*_?(member|staff|admin|visitor|actor|system|nobody)\b/.test(text),
  )
  expect(actorless.map(({ file, text }) => `${file}: ${text.split('(')[0]}`).sort()).toEqual([
    // For programs on the server.
    'app/accounts/commands.server.ts: createConfirmedAccount',
    'app/accounts/commands.server.ts: ensureFirstAdmin',
    'app/accounts/two-factor/commands.server.ts: removeSecondFactorFromConsole',
    'app/people/roles.commands.server.ts: promoteFromConsole',
  ])
  expect(commands.filter(({ recordsItself }) => !recordsItself)).toEqual([])
})

test('no two folders import each other', () => {
  const pair = ({ from, to }: Edge) => [dirname(from), dirname(to)] as const
  // Everybody records in the audit log, which knows who people are; the schema reads the lists of states.
  const isLeaf = ({ from, to }: Edge) =>
    to.endsWith('.css') ||
    /^app\/audit\/(record\.server|.*rules)$/.test(to) ||
    from === 'app/database/schema.ts'
  const imports = new Set(edges.filter((edge) => !isLeaf(edge)).map((edge) => pair(edge).join(' → ')))
  const back = [...imports].filter((edge) => {
    const [from, to] = edge.split(' → ')
    return from !== to && imports.has(`${to} → ${from}`)
  })
  expect(back).toEqual([])
})

test('an exported name means one thing', () => {
  /** What React Router reads from every route. */
  const ROUTE = [
    'loader',
    'action',
    'headers',
    'shouldRevalidate',
    'clientLoader',
    'middleware',
    'ErrorBoundary',
    'handle',
  ]
  const exported = files.flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    const names = text.matchAll(/^export (?:async )?(?:const|function\*?|type|class) (\w+)/gm)
    // A function may have several signatures.
    return [...new Set([...names].map(([, name]) => name ?? ''))].map((name) => ({ name, file }))
  })
  const filesOf = Map.groupBy(exported, ({ name }) => name)
  const twice = [...filesOf].filter(([name, found]) => found.length > 1 && !ROUTE.includes(name))
  expect(twice.map(([name, found]) => [name, ...found.map(({ file }) => file)])).toEqual([])
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

function firstSegments(entries: RouteConfigEntry[]): string[] {
  const first = ({ path, children = [] }: RouteConfigEntry) =>
    path ? [path.split('/', 1)[0] ?? ''] : firstSegments(children)
  return [...new Set(entries.flatMap(first))].filter((segment) => segment !== '*')
}

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

test('the tree of the README names every folder of the application', () => {
  const readme = readFileSync('README.md', 'utf8')
  const tree = readme.slice(readme.indexOf('## The tree'))
  const folders = new Set(
    globSync('app/**/*.{ts,tsx}').flatMap((file) => {
      const path = file.split('/').slice(1, -1)
      return path.map((_, depth) => path.slice(0, depth + 1).join('/'))
    }),
  )
  const missing = [...folders].filter((folder) => !new RegExp(`[ /(]${basename(folder)}/`).test(tree))
  expect(missing).toEqual([])
})
