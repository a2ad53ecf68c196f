import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as fields from '../app/accounts/fields'
import { passwordWeaknesses } from '../app/accounts/passwords/rules'
import * as people from '../app/accounts/rules'
import { requiredWords } from '../app/accounts/search.rules'
import { filtersFrom } from '../app/audit/filters'
import { slugsIn } from '../app/catalogue/compare-address.rules'
import { catalogueView } from '../app/catalogue/filters.rules'
import { searchTerms, transpositionsOf } from '../app/catalogue/list/search.rules'
import { inboxView } from '../app/contacts/admin/rules'
import { messageParts, replyLink, splitName, tidyLines } from '../app/contacts/rules'
import { courseTextFrom, readCourse } from '../app/course-editor/rules'
import * as courses from '../app/courses/rules'
import { courseTableQuery, tableView } from '../app/courses/table/rules'
import {
  brochureFileName,
  documentsQuery,
  FILE_KINDS,
  fileKindOf,
  tidyFileName,
} from '../app/documents/rules'
import { readDuration, readMoment } from '../app/enrolments/attendance/report/moments.rules'
import { decodeReport, readReport } from '../app/enrolments/attendance/report/reader.rules'
import { attendeesOf, matchAttendee } from '../app/enrolments/attendance/report/rules'
import { cleanTypedText } from '../app/enrolments/rules'
import { chooseEncoding } from '../app/http/compression.server'
import { writeLine } from '../app/http/csv.server'
import { matchesETag } from '../app/http/etag.server'
import { pathWithoutPunctuation, pathWithoutTrailingSlashes } from '../app/http/http.server'
import { formatDate } from '../app/italian/dates'
import { telLink } from '../app/italian/phones'
import { readEmails, readInstalments, readPartners } from '../app/parsing/entries.rules'
import { linesOf } from '../app/parsing/lines.rules'
import { readAmount, readInteger } from '../app/parsing/numbers.rules'
import { officePage } from '../app/parsing/office-page.rules'
import { readSessions } from '../app/parsing/session-lines.rules'
import { isId, tidy } from '../app/parsing/text.rules'
import { camtAccount, camtEntries } from '../app/payments/statements/camt.server'
import { readLineField } from '../app/payments/statements/form.rules'
import { createLineMatcher, referencesIn } from '../app/payments/statements/matching.rules'
import {
  centsOfCell,
  dayOfCell,
  findTable,
  readMovement,
  type StatementTable,
} from '../app/payments/statements/table.rules'
import { readPeopleList } from '../app/people/people-list.rules'
import { redact } from '../app/runtime/log.server'
import { isToken } from '../app/runtime/token.server'
import { attachmentHeader } from '../app/storage/downloads.server'
import { UNITS } from '../lab/fuzz/hostile'

// No parser throws or takes quadratic time.

const query = (name: string, text: string) => new URLSearchParams({ [name]: text })
const kind = FILE_KINDS[0] as (typeof FILE_KINDS)[number]

const LESSON = {
  startDate: '2026-11-21',
  endDate: '2026-11-21',
  startTime: '09:00:00',
  endTime: '18:00:00',
  hours: 8,
  closedAt: null,
}

const STATEMENT: StatementTable = {
  columns: { day: 0, text: 1, amount: 2, credit: -1, debit: -1, sign: 1 },
  mark: ',',
  rows: [],
  format: '',
}
const PAYABLE = { id: 'a', reference: 1042, name: 'Ada Neri', company: null, course: 'Corso', openDues: [1] }

/** Parsers of unlimited text. */
const PARSERS: Record<string, (text: string) => unknown> = {
  'lists, one entry per line': (text) => linesOf(text),
  amounts: readAmount,
  'whole numbers': readInteger,
  instalments: readInstalments,
  'lists of e-mails': readEmails,
  partners: readPartners,
  sessions: readSessions,
  'a whole course': (text) => readCourse(courseTextFrom({ get: () => text })),
  'titles, for an address': courses.slugFrom,
  'titles, with addresses that are taken': (text) => courses.freeSlug(text, new Set(['corso'])),
  'addresses of courses': courses.isSlug,
  ids: isId,
  'the address of the catalogue': (text) => [
    catalogueView(query('q', text)),
    catalogueView(query('luogo', text)),
    catalogueView(query('page', text)),
    searchTerms(text),
    transpositionsOf(text.slice(0, 30)),
    slugsIn(query('corsi', text)),
  ],
  'the address of the office': (text) => [
    tableView(query('ordine', text)),
    tableView(query('q', text)),
    courseTableQuery(`?q=${encodeURIComponent(text.toWellFormed())}`),
  ],
  'the page to return to': (text) => [officePage(text), officePage(`/admin?${text}`)],
  'the address of people, messages, documents and the log': (text) => [
    readPeopleList(query('q', text)),
    readPeopleList(query('dopo', text)),
    inboxView(query('q', text)),
    documentsQuery(`?corso=${text}`),
    filtersFrom(query('utente', text)),
  ],
  'words to search for': requiredWords,
  'lines of people': (text) => [tidy(text), people.normalEmail(text), people.isDeletedAccount(text)],
  'fields of people': (text) =>
    [fields.firstName, fields.email, fields.phone, fields.companyField, fields.password].map((field) =>
      field.safeParse(text),
    ),
  passwords: (text) =>
    passwordWeaknesses(text, {
      email: 'ada@example.it',
      firstName: 'Ada',
      lastName: text,
      role: 'admin',
    }),
  'names and messages of visitors': (text) => [
    splitName(text),
    tidyLines(text),
    messageParts(text),
    messageParts(`Corso di interesse: ${text}\nAzienda: ${text}`),
    replyLink({
      name: tidyLines(text).toWellFormed(),
      surname: '',
      email: 'a@b.it',
      message: text.toWellFormed(),
    }),
  ],
  'names of files': (text) => [
    attachmentHeader(tidyFileName(text, kind)),
    fileKindOf(text, 'pdf'),
    attachmentHeader(brochureFileName(text.toWellFormed())),
  ],
  reasons: cleanTypedText,
  'reports of online rooms': (text) =>
    [text, `Nome;Entrata;Uscita\n${text}`, `Nome,Minuti\n"${text}",5\n${text}`].map((report) =>
      readReport(report, LESSON, null),
    ),
  'cells of such reports': (text) => [readMoment(text), readDuration(text)],
  'files of such reports': (text) => decodeReport(new TextEncoder().encode(text)),
  'names in such reports': (text) => {
    const row = { line: 1, name: text, email: null, span: null, minutes: 5 }
    return attendeesOf([row]).map((attendee) => matchAttendee(attendee, []))
  },
  'statements of banks': (text) =>
    [text, `Data;Descrizione;Importo\n${text}`, `Data,Importo,Causale\n15/03/2027,"${text}",5\n${text}`].map(
      findTable,
    ),
  'movements of such statements': (text) => [
    dayOfCell(text),
    centsOfCell(text, ','),
    readMovement({ line: 1, cells: ['15/03/2027', text, text] }, STATEMENT),
    referencesIn(text),
    createLineMatcher(
      [PAYABLE],
      [],
    )({
      line: 1,
      day: '2027-03-15',
      cents: 1,
      text,
      bankReference: null,
      ordinal: 1,
    }),
    readLineField(text),
  ],
  'the XML of such statements': (text) => [
    camtAccount(text),
    camtEntries(text),
    camtEntries(`<Ntry>${text}`),
  ],
  'secrets of calendars': isToken,
  'cells of spreadsheets': (text) => writeLine([text, text]),
  'dates of older data': (text) => formatDate(text, 'd MMM yyyy', '—'),
  telephones: telLink,
  'lines of the log': (text) => [redact(JSON.stringify({ path: text })), redact(text)],
  'entity tags': (text) => matchesETag(text, '"a"'),
  'encodings that are taken': chooseEncoding,
  'ends of paths': (text) => [
    pathWithoutTrailingSlashes(`/${text}`),
    pathWithoutTrailingSlashes(`/a${text}b/`),
    pathWithoutPunctuation(`/a${text}.`),
    pathWithoutPunctuation(`/${encodeURIComponent(text.toWellFormed())}`),
  ],
}

/** Lone surrogates, NUL, bidirectional marks and significant signs. */
const signs = [
  ...UNITS,
  '\ud800',
  '\r\n',
  ';',
  '+',
  '10/03/2026',
  'ore',
  'marzo',
  '|',
  '<',
  '&',
  '://',
  '\\',
  "'",
]
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.constantFrom(...signs), { maxLength: 30 }).map((parts) => parts.join('')),
  fc.json(),
)
/** Characters. */
const LONG = 20_000
/** Of four times the characters, quadratic time takes 16 times as long. */
const MOST_TIMES_AS_LONG = 9
/** Milliseconds; below it, other work of the machine decides the ratio. */
const MILLISECONDS = 150

test.each(Object.entries(PARSERS))('%s: no text is a fault', (_name, parse) => {
  fc.assert(
    fc.property(anyText, (text) => {
      parse(text)
    }),
    { numRuns: 300 },
  )
})

test.each(Object.entries(PARSERS))('%s: time grows with the length, not with its square', (_name, parse) => {
  const slow = [...UNITS, '/', '/a', 'a/', '1 ', ' - ', '\\"'].flatMap((unit) => {
    const spent = fastestOf(parse, `${unit.repeat(LONG / unit.length)}!`)
    if (spent <= MILLISECONDS) return []
    const ofQuarter = fastestOf(parse, `${unit.repeat(LONG / 4 / unit.length)}!`, 0)
    return spent > MOST_TIMES_AS_LONG * ofQuarter
      ? [`${JSON.stringify(unit)}: ${spent.toFixed(0)} ms, of a quarter ${ofQuarter.toFixed(0)} ms`]
      : []
  })
  expect(slow).toEqual([])
})

test('the control: quadratic time is found', () => {
  const quadratic = (text: string) => {
    let sum = 0
    for (let i = 0; i < text.length; i++) for (let j = 0; j < text.length; j++) sum += (i ^ j) & 1
    return sum
  }
  const whole = fastestOf(quadratic, 'a'.repeat(LONG))
  expect(whole).toBeGreaterThan(MOST_TIMES_AS_LONG * fastestOf(quadratic, 'a'.repeat(LONG / 4), 0))
})

const ATTEMPTS = 4

/** Milliseconds of CPU. A garbage collection may slow any attempt: it stops at one within `enough`. */
function fastestOf(parse: (text: string) => unknown, text: string, enough = MILLISECONDS): number {
  let fastest = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < ATTEMPTS && fastest > enough; attempt++)
    fastest = Math.min(fastest, timeOf(parse, text))
  return fastest
}

function timeOf(parse: (text: string) => unknown, text: string): number {
  const before = process.threadCpuUsage()
  parse(text)
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
