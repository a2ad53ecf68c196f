import { minutesInDay } from 'date-fns/constants'
import { normalForm } from '../../../parsing/text.rules'
import { minutesOf } from '../../../parsing/times.rules'
import {
  type AttendanceMark,
  hasTimes,
  isSameMark,
  lessonMinutes,
  minutesBetween,
  minutesInSpan,
  type RegisterLesson,
} from '../rules'
import { type Report, type ReportRow, startOfDay, type TimeSpan, timeOf } from './reader.rules'

/** A participant of the edition. `mark`: in the lesson of the report, null without one. */
export type ReportPerson = {
  id: string
  firstName: string
  lastName: string
  email: string
  mark: AttendanceMark | null
}

/** Somebody whom a report names. `rows`: all with the same e-mail, or without an e-mail with the same name. */
type Attendee = { name: string; email: string | null; rows: ReportRow[] }

/** The participant who an attendee is, and by what they were recognised; null: the office has to choose. */
export type Match = { enrolment: string; by: 'email' | 'name' } | null

/** Key by which names are compared: equal whatever the order of the words, accents and signs. */
function nameKey(name: string): string {
  return normalForm(name.toLowerCase(), 'NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .split(' ')
    .sort()
    .join(' ')
}

/** A name and the other name in brackets behind it: 'Ada (Ada Rossi)' gives both. */
function namesIn(name: string): string[] {
  const [, outside = name, inside = ''] = /^([^()]*)\(([^()]*)\)\s*$/.exec(name) ?? []
  return [outside, inside].filter((part) => part.trim() !== '')
}

/** Groups the rows of a report by who they are about, in the order of the report. */
export function attendeesOf(rows: readonly ReportRow[]): Attendee[] {
  const groups = Map.groupBy(rows, ({ email, name }) => email ?? nameKey(name))
  return [...groups.values()].flatMap((rowsOfOne) => {
    const [first] = rowsOfOne
    return first ? [{ name: first.name, email: first.email, rows: rowsOfOne }] : []
  })
}

/**
 * Finds the participant with the e-mail of an attendee, else the only one with their name; null without, or with
 * several.
 */
export function matchAttendee(
  { name, email }: Pick<Attendee, 'name' | 'email'>,
  people: readonly ReportPerson[],
): Match {
  const byEmail = people.find((person) => person.email.toLowerCase() === email)
  if (byEmail) return { enrolment: byEmail.id, by: 'email' }
  const names = new Set(namesIn(name).map(nameKey))
  const [first, ...homonyms] = people.filter(({ firstName, lastName }) =>
    names.has(nameKey(`${firstName} ${lastName}`)),
  )
  return first && homonyms.length === 0 ? { enrolment: first.id, by: 'name' } : null
}

/** Merges presences that overlap or touch, so that no minute counts twice; in order of time. */
function unionOf(spans: readonly TimeSpan[]): TimeSpan[] {
  const union: TimeSpan[] = []
  for (const span of spans.toSorted((one, other) => one.from - other.from)) {
    const last = union.at(-1)
    if (last && span.from <= last.to) last.to = Math.max(last.to, span.to)
    else union.push({ ...span })
  }
  return union
}

/** Minutes of a presence that fall into the lesson; of a lesson without times, those that fall on its days. */
function minutesWithin(lesson: RegisterLesson, { from, to }: TimeSpan): number {
  const start = startOfDay(lesson.startDate)
  if (hasTimes(lesson)) return minutesInSpan(lesson, from - start, to - start)
  return Math.max(0, Math.min(to, startOfDay(lesson.endDate) + minutesInDay) - Math.max(from, start))
}

/** Minutes by which a duration may be shorter than the time between entry and exit and still count as the same. */
const ROUNDING = 2

/**
 * Computes the mark of a person from all rows about them: the minutes of the lesson in which they were present,
 * overlaps once. A row whose duration is shorter than the time between its entry and exit sums up several presences:
 * its duration counts. Of rows without times the durations count. The mark has times only if the person was there once.
 * No rows give an absence.
 */
export function markFromRows(rows: readonly ReportRow[], lesson: RegisterLesson): AttendanceMark {
  const most = lessonMinutes(lesson) ?? 0
  const isSummary = ({ span, minutes }: ReportRow) =>
    span !== null && minutes !== null && minutes < span.to - span.from - ROUNDING
  const spansOf = (some: readonly ReportRow[]) => unionOf(some.flatMap(({ span }) => span ?? []))
  const minutesOfSpans = (spans: readonly TimeSpan[]) =>
    spans.reduce((sum, span) => sum + minutesWithin(lesson, span), 0)
  const presences = spansOf(rows.filter((row) => !isSummary(row)))
  const summaries = rows
    .filter(isSummary)
    .reduce(
      (sum, { span, minutes }) => sum + Math.min(minutes ?? 0, span ? minutesWithin(lesson, span) : 0),
      0,
    )
  const timed = Math.min(minutesOfSpans(spansOf(rows)), minutesOfSpans(presences) + summaries)
  const untimed = rows.reduce((sum, { span, minutes }) => sum + (span ? 0 : (minutes ?? 0)), 0)
  const minutes = Math.min(most, Math.round(timed + untimed))
  if (minutes === 0 || minutes === most) return { minutes, arrived: null, left: null }
  return { minutes, ...timesOf(presences, lesson, minutes) }
}

/**
 * Entry and exit of the only presence, within the lesson; nulls if there are several or none, if they give other
 * minutes, or for a lesson without times.
 */
function timesOf(presences: readonly TimeSpan[], lesson: RegisterLesson, minutes: number) {
  const none = { arrived: null, left: null }
  const [span, ...others] = presences.filter((presence) => minutesWithin(lesson, presence) > 0)
  if (!span || others.length > 0 || !lesson.startTime || !lesson.endTime || !hasTimes(lesson)) return none
  const [start, begin, end] = [
    startOfDay(lesson.startDate),
    minutesOf(lesson.startTime),
    minutesOf(lesson.endTime),
  ]
  const arrived = timeOf(Math.max(span.from - start, begin))
  const left = timeOf(Math.min(span.to - start, end))
  return minutesBetween(lesson, arrived, left) === minutes ? { arrived, left } : none
}

// ── What would be registered ────────────────────────────────────────────────────────────────────────

/** The choice 'Non è un iscritto' for an attendee. */
export const NOT_ENROLLED = 'no'

/**
 * What the office has chosen in the form of a report. `people`: by the place of the attendee, from 0, the enrolment,
 * `NOT_ENROLLED` or '' for no choice. Enrolments: `replaced`, whose earlier mark gives way; `absent`, to be marked
 * absent.
 */
export type ReportChoices = {
  people: ReadonlyMap<number, string>
  replaced: ReadonlySet<string>
  absent: ReadonlySet<string>
  /** The earlier marks that the form showed, as `shownMark` writes them. */
  shown: ReadonlySet<string>
}

/** An attendee as the page shows them. `lines`: of the report; `mark`: that these give. */
type ShownAttendee = {
  name: string
  email: string | null
  lines: number[]
  mark: AttendanceMark
  /** As in `ReportChoices.people`. */
  choice: string
  /** By what the chosen participant was recognised; null if the office chose them, or nobody is chosen. */
  by: 'email' | 'name' | null
}
type ShownPerson = { id: string; name: string }

/** A mark to write. `shown`: the mark until then, null without one. */
type ReportMark = { enrolment: string; mark: AttendanceMark; shown: AttendanceMark | null }

/** A report as the page shows it before it is registered. */
export type ResolvedReport = Pick<Report, 'zone'> & {
  /** How many marks would be written. */
  count: number
  attendees: ShownAttendee[]
  /** Participants among whom the office chooses for each attendee. */
  people: ShownPerson[]
  /** Participants of the report who already have another mark. `isReplaced`: the office has chosen to replace it. */
  marked: (ShownPerson & { before: AttendanceMark; after: AttendanceMark; isReplaced: boolean })[]
  /** Enrolments that already have the mark of the report. */
  unchanged: string[]
  /** Participants who have no mark and are not in the report. `isAbsent`: the office has chosen to mark them absent. */
  missing: (ShownPerson & { isAbsent: boolean })[]
}

/**
 * Finds out which participants are in a report, and which marks follow. Every match is shown to the office, and an
 * earlier mark is replaced only if the office says so.
 * @param choices of the office; null before the report has been shown: matches are then proposed
 * @returns `marks`: what to write if there are no errors; `errors`: by the id of a field, what the office still has to
 * choose
 */
export function resolveReport(
  report: Report,
  people: readonly ReportPerson[],
  lesson: RegisterLesson,
  choices: ReportChoices | null,
): { resolved: ResolvedReport; marks: ReportMark[]; errors: Record<string, string> } {
  const errors: Record<string, string> = {}
  const rowsOf = new Map<string, ReportRow[]>()
  const attendees = attendeesOf(report.rows).map(({ name, email, rows }, place) => {
    const match = matchAttendee({ name, email }, people)
    const choice = choices ? (choices.people.get(place) ?? '') : (match?.enrolment ?? '')
    if (people.some(({ id }) => id === choice)) rowsOf.set(choice, [...(rowsOf.get(choice) ?? []), ...rows])
    else if (choices && choice !== NOT_ENROLLED)
      errors[attendeeField(place)] = `${name || email}: scegli chi è`
    return {
      name,
      email,
      lines: rows.map(({ line }) => line),
      mark: markFromRows(rows, lesson),
      choice,
      by: match?.enrolment === choice ? match.by : null,
    }
  })
  const nameOf = ({ id, firstName, lastName }: ReportPerson) => ({ id, name: `${lastName} ${firstName}` })
  const marks: ReportMark[] = []
  const marked: ResolvedReport['marked'] = []
  const missing: ResolvedReport['missing'] = []
  const unchanged: string[] = []
  for (const person of people) {
    const rows = rowsOf.get(person.id)
    const isAbsent = choices?.absent.has(person.id) ?? false
    if (!rows && person.mark === null) missing.push({ ...nameOf(person), isAbsent })
    if (!rows && !(isAbsent && person.mark === null)) continue
    const after = markFromRows(rows ?? [], lesson)
    const isReplaced = choices?.replaced.has(person.id) ?? false
    if (person.mark && !isSameMark(person.mark, after)) {
      marked.push({ ...nameOf(person), before: person.mark, after, isReplaced })
      // A mark that the form did not show was made since then.
      if (choices && !choices.shown.has(shownMark(person.id, person.mark)))
        errors[replaceField(person.id)] = `${person.firstName} ${person.lastName}: c’è già un altro segno`
      if (!isReplaced) continue
    } else if (person.mark) {
      unchanged.push(person.id)
      continue
    }
    marks.push({ enrolment: person.id, mark: after, shown: person.mark })
  }
  // By the id of the button, since no field is wrong.
  if (choices && marks.length === 0 && Object.keys(errors).length === 0)
    errors.registra = 'Con queste scelte non c’è niente da registrare'
  const resolved = {
    zone: report.zone,
    count: marks.length,
    attendees,
    people: people.map(nameOf),
    marked,
    missing,
    unchanged,
  }
  return { resolved, marks, errors }
}

/** The earlier mark of an enrolment as a hidden field carries it: 'ID 240 9:00 13:00'. */
export const shownMark = (enrolment: string, { minutes, arrived, left }: AttendanceMark) =>
  [enrolment, minutes, arrived ?? '', left ?? ''].join(' ')

/** The name and id of the field for an attendee. */
export const attendeeField = (place: number) => `persona-${place}`
/** The id of the checkbox that replaces an earlier mark. Errors are named by it; all such boxes have one name. */
export const replaceField = (enrolment: string) => `sostituisci-${enrolment}`

/** Reads the choices of the office from the form of a report. */
export function reportChoicesFrom(form: FormData): ReportChoices {
  const people = new Map<number, string>()
  for (const [field, value] of form) {
    const [, place] = /^persona-(\d{1,4})$/.exec(field) ?? []
    if (place) people.set(Number(place), String(value))
  }
  const all = (field: string) => new Set(form.getAll(field).map(String))
  return { people, replaced: all('sostituisci'), absent: all('assente'), shown: all('mostrato') }
}

/** How many marks the form would write with these choices. */
export function countMarks({ marked, missing, unchanged }: ResolvedReport, choices: ReportChoices): number {
  const chosen = [...choices.people.values()].filter((choice) => choice !== '' && choice !== NOT_ENROLLED)
  const unwritten = [...unchanged, ...marked.flatMap(({ id }) => (choices.replaced.has(id) ? [] : id))]
  const written = new Set(chosen.filter((id) => !unwritten.includes(id)))
  const absent = missing.filter(({ id }) => choices.absent.has(id) && !written.has(id))
  return written.size + absent.length
}
