import { formatMinutes } from '../../italian/spans'
import { formatTime, formatTimes } from '../../italian/times'
import { minutesOf, readTime } from '../../parsing/times.rules'
import { OK, type Outcome, refuse } from '../../runtime/outcome.rules'

/**
 * What a register needs to know of its session. Days YYYY-MM-DD; times HH:MM:SS, null if the office gave none; `hours`:
 * of teaching, without pauses, null until the office enters them: till then nobody can be marked.
 */
export type RegisterLesson = {
  startDate: string
  endDate: string
  startTime: string | null
  endTime: string | null
  hours: number | null
  closedAt: Date | null
}

/**
 * What a register says of a participant. `minutes`: 0 means absent; `arrived`, `left`: H:MM, only of a part, if known.
 */
export type AttendanceMark = { minutes: number; arrived: string | null; left: string | null }

/** Whether two marks say the same; null is the same as null. */
export const isSameMark = (mark: AttendanceMark | null, other: AttendanceMark | null) =>
  mark?.minutes === other?.minutes && mark?.arrived === other?.arrived && mark?.left === other?.left

/** The presences with their labels, in the order of the form. */
export const PRESENCES = { present: 'Presente', partial: 'In parte', absent: 'Assente' } as const
export type Presence = keyof typeof PRESENCES

/**
 * The minutes of teaching of a lesson; null while the office has not entered its hours. With a pause the lesson lasts
 * longer.
 */
export const lessonMinutes = ({ hours }: Pick<RegisterLesson, 'hours'>) =>
  hours === null ? null : Math.round(hours * 60)

/** What minutes mean in a lesson: present, there for a part, or absent. */
export function presenceOf(minutes: number, lesson: Pick<RegisterLesson, 'hours'>): Presence {
  if (minutes === 0) return 'absent'
  return minutes < (lessonMinutes(lesson) ?? 0) ? 'partial' : 'present'
}

/** Start and end of a lesson, in minutes since midnight; null if one of them is missing, or it lasts several days. */
function spanOfLesson({ startDate, endDate, startTime, endTime }: RegisterLesson): [number, number] | null {
  return startDate === endDate && startTime && endTime ? [minutesOf(startTime), minutesOf(endTime)] : null
}

/** Whether somebody who was there for a part can be marked with the times of entry and exit, not only with minutes. */
export const hasTimes = (lesson: RegisterLesson) => spanOfLesson(lesson) !== null

/**
 * Minutes of the lesson in a span of time, `from` and `to` in minutes since midnight of its day; 0 for a lesson for
 * which `hasTimes` is false. If its times are longer than its hours, the difference is taken as a pause in the middle:
 * 8 hours between 9:00 and 18:00 leave a pause from 13:00 to 14:00.
 */
export function minutesInSpan(lesson: RegisterLesson, from: number, to: number): number {
  const [begin, end] = spanOfLesson(lesson) ?? [0, 0]
  const pause = Math.max(0, end - begin - (lessonMinutes(lesson) ?? 0))
  const middle = (begin + end) / 2
  const overlap = (start: number, stop: number) => Math.max(0, Math.min(stop, to) - Math.max(start, from))
  return overlap(begin, end) - overlap(middle - pause / 2, middle + pause / 2)
}

/** Whole minutes of the lesson between two times, H:MM; never more than the lesson has. */
export function minutesBetween(lesson: RegisterLesson, arrived: string, left: string): number {
  const minutes = minutesInSpan(lesson, minutesOf(arrived), minutesOf(left))
  return Math.min(lessonMinutes(lesson) ?? 0, Math.round(minutes))
}

/** The fields of a person in the form of a register, as text; '' is empty. `presence`: a `Presence` or ''. */
export type MarkText = Record<(typeof MARK_FIELDS)[number], string>
export const MARK_FIELDS = ['presence', 'arrived', 'left', 'minutes'] as const

/** The name of a form field of an enrolment. */
export const markField = (name: keyof MarkText, enrolment: string) => `${name}-${enrolment}`

/** The name of the hidden field of an enrolment, with the row that the page showed, as `writeShownRow` writes it. */
export const shownRowField = (enrolment: string) => `shown-${enrolment}`

/** Writes a row into one field: a large register would have more fields than a form may have. */
export const writeShownRow = (row: MarkText) => MARK_FIELDS.map((name) => row[name]).join(';')

/** Reads what `writeShownRow` wrote; missing parts are empty. */
export function readShownRow(value: string): MarkText {
  const [presence = '', arrived = '', left = '', minutes = ''] = value.split(';')
  return { presence, arrived, left, minutes }
}

/** Why the row of a person cannot be read, by field. */
export type MarkErrors = Partial<Record<'arrived' | 'left' | 'minutes', string>>

/** What a refused form shows again: its changed rows as typed, and what is wrong with some; both by enrolment. */
export type RegisterResult = { rows: Record<string, MarkText>; errors: Record<string, MarkErrors> }

/** Writes a mark as fields of the form, the inverse of `readMark`; null gives empty fields. */
export function writeMark(mark: AttendanceMark | null, lesson: RegisterLesson): MarkText {
  if (!mark) return { presence: '', arrived: '', left: '', minutes: '' }
  const presence = presenceOf(mark.minutes, lesson)
  return {
    presence,
    arrived: mark.arrived ?? '',
    left: mark.left ?? '',
    minutes: presence === 'partial' ? String(mark.minutes) : '',
  }
}

/** Fills empty times of a part with those of the lesson, of which the user then changes one. */
export function withTimes(text: MarkText, { startTime, endTime }: RegisterLesson): MarkText {
  return { ...text, arrived: text.arrived || formatTime(startTime), left: text.left || formatTime(endTime) }
}

/** Whether a part is given in minutes: the lesson has no times, or minutes were entered without times. */
export const isInMinutes = ({ arrived, left, minutes }: MarkText, lesson: RegisterLesson) =>
  !hasTimes(lesson) || (minutes !== '' && !arrived && !left)

/**
 * Reads the fields of a person. `mark`: null if no presence is chosen; `errors`: by field, why a part cannot be read.
 */
export function readMark(
  text: MarkText,
  lesson: RegisterLesson,
): { mark: AttendanceMark | null; errors?: never } | { mark?: never; errors: MarkErrors } {
  const allMinutes = lessonMinutes(lesson) ?? 0
  const noTimes = { arrived: null, left: null }
  const { presence } = text
  if (presence === 'present') return { mark: { minutes: allMinutes, ...noTimes } }
  if (presence === 'absent') return { mark: { minutes: 0, ...noTimes } }
  if (presence !== 'partial') return { mark: null }
  return isInMinutes(text, lesson)
    ? readMinutes(text.minutes, allMinutes)
    : readTimes(text, lesson, allMinutes)
}

function readTimes(text: MarkText, lesson: RegisterLesson, allMinutes: number) {
  const [arrived, left] = [readTime(text.arrived), readTime(text.left)]
  const sentence = 'Scrivi un’ora, per esempio 9:30'
  if (!arrived || !left)
    return { errors: { ...(!arrived && { arrived: sentence }), ...(!left && { left: sentence }) } }
  if (minutesOf(arrived) >= minutesOf(left)) return { errors: { left: `Deve venire dopo le ${arrived}` } }
  const minutes = minutesBetween(lesson, arrived, left)
  if (minutes === 0) return { errors: { left: 'In queste ore non c’è lezione: segna «Assente»' } }
  if (minutes >= allMinutes)
    return { errors: { left: 'È tutta la lezione: segna «Presente», o cambia un’ora' } }
  return { mark: { minutes, arrived, left } }
}

function readMinutes(text: string, allMinutes: number) {
  const minutes = /^\d{1,5}$/.test(text.trim()) ? Number(text) : 0
  if (minutes === 0) return { errors: { minutes: 'Scrivi i minuti, per esempio 90' } }
  if (minutes < allMinutes) return { mark: { minutes, arrived: null, left: null } }
  const sentence = `La lezione dura ${allMinutes} minuti: scrivine di meno, o segna «Presente»`
  return { errors: { minutes: sentence } }
}

// ── What may be done ───────────────────────────────────────────────────────────────────────────────

type Edition = { archivedAt: Date | null; cancelledAt: Date | null }

const SENTENCES = {
  unknown: 'questa lezione non c’è più',
  cancelled: 'questa edizione è stata annullata',
  early: 'la lezione non è ancora cominciata',
  'no-hours': 'scrivi prima le ore di questa lezione nella scheda del corso',
  closed: 'il registro è stato chiuso, e lo riapre la segreteria',
  open: 'il registro è già aperto',
  'no-people': 'non c’è nessuno da segnare',
  unmarked: 'manca il segno di qualcuno',
  ended: 'questa persona non è più iscritta',
  unreadable: 'un’ora o i minuti non si leggono',
  'no-reason': 'scrivi il motivo',
  'long-reason': 'il motivo è troppo lungo',
}
export type RegisterRefusal = keyof typeof SENTENCES
export type RegisterOutcome<Done extends object = object> = Outcome<RegisterRefusal, Done>

/** Says as a clause why a command about a register is refused: 'la lezione non è ancora cominciata'. */
export const explainRegisterRefusal = ({ refusal }: { refusal: RegisterRefusal }) => SENTENCES[refusal]

/**
 * Whether people can be marked in a lesson of an edition that is neither deleted nor cancelled: from its first day,
 * while it has hours and its register is open. Who may mark them is decided elsewhere. `today`: YYYY-MM-DD.
 */
export function mayMarkAttendance(edition: Edition, lesson: RegisterLesson, today: string): RegisterOutcome {
  if (edition.archivedAt) return refuse('unknown')
  if (edition.cancelledAt) return refuse('cancelled')
  if (lesson.startDate > today) return refuse('early')
  if (lesson.hours === null) return refuse('no-hours')
  return lesson.closedAt ? refuse('closed') : OK
}

/**
 * Whether a register can be closed: people can be marked in it, and all who are enrolled are. Once nobody is enrolled,
 * marks of people whose enrolment has ended suffice.
 */
export function mayCloseRegister(
  edition: Edition,
  lesson: RegisterLesson,
  people: readonly { isEnrolled: boolean; mark: AttendanceMark | null }[],
  today: string,
): RegisterOutcome {
  const allowed = mayMarkAttendance(edition, lesson, today)
  if (!allowed.ok) return allowed
  if (people.length === 0) return refuse('no-people')
  return people.some(({ isEnrolled, mark }) => isEnrolled && !mark) ? refuse('unmarked') : OK
}

/** Whether a register may be opened again: it is closed, and its edition is neither deleted nor cancelled. */
export function mayReopenRegister(edition: Edition, lesson: RegisterLesson): RegisterOutcome {
  if (edition.archivedAt) return refuse('unknown')
  if (edition.cancelledAt) return refuse('cancelled')
  return lesson.closedAt ? OK : refuse('open')
}

// ── Hours ───────────────────────────────────────────────────────────────────────────────────────────

/**
 * Minutes of a person in an edition. `soFar`: how long the lessons last in which they are marked; `attended`: how much
 * of these they attended.
 */
export type Attended = { attended: number; soFar: number }
/** Percent of the planned hours that an edition asks for if the office enters no other threshold. */
export const DEFAULT_THRESHOLD = 80

/**
 * What an edition asks of its participants. `planned`: minutes of all lessons, null without lessons or while one has no
 * hours; `threshold`: percent of them to attend.
 */
export type AttendanceRequirement = { planned: number | null; threshold: number }

/** The requirement of an edition with these lessons and this threshold. */
export function attendanceRequirement(
  lessons: readonly Pick<RegisterLesson, 'hours'>[],
  threshold: number,
): AttendanceRequirement {
  const lengths = lessons.map(lessonMinutes)
  const isKnown = lengths.length > 0 && lengths.every((length) => length !== null)
  const planned = isKnown ? lengths.reduce<number>((sum, length) => sum + (length ?? 0), 0) : null
  return { planned, threshold }
}

/**
 * Whether a participant has reached the threshold. 'lost': they cannot reach it even if they attend all lessons in
 * which they are not marked yet; 'open': neither reached nor lost, or the hours of the edition are not known.
 */
export function thresholdStateOf(
  { attended, soFar }: Attended,
  { planned, threshold }: AttendanceRequirement,
): 'reached' | 'lost' | 'open' {
  if (planned === null) return 'open'
  const needed = (planned * threshold) / 100
  if (attended >= needed) return 'reached'
  return attended + planned - soFar < needed ? 'lost' : 'open'
}

/**
 * Whole percent of the planned hours that a person attended, rounded down: a threshold that is just missed does not
 * look reached. Null while the planned hours are not known.
 */
export const attendedPercent = (
  { attended }: Pick<Attended, 'attended'>,
  { planned }: AttendanceRequirement,
) => (planned ? Math.floor((attended * 100) / planned) : null)

/** Whether the last day of every lesson is past, or its register closed; false without lessons. `today`: YYYY-MM-DD. */
export function areLessonsOver(
  lessons: readonly Pick<RegisterLesson, 'endDate' | 'closedAt'>[],
  today: string,
): boolean {
  return lessons.length > 0 && lessons.every(({ endDate, closedAt }) => closedAt || endDate < today)
}

/**
 * Proposes who may be marked 'Completato': `reached` and `below` split `people`, who are in progress, by the threshold.
 * Null until the lessons are over, without planned hours, or if nobody is marked. `openRegisters`: lessons whose
 * registers are not closed yet.
 */
export function proposeCompletion<Person extends Attended>(
  lessons: readonly RegisterLesson[],
  people: readonly Person[],
  requirement: AttendanceRequirement,
  today: string,
): { reached: Person[]; below: Person[]; openRegisters: number } | null {
  const isMarked = people.some(({ soFar }) => soFar > 0)
  if (!requirement.planned || !isMarked || !areLessonsOver(lessons, today)) return null
  const hasReached = (person: Person) => thresholdStateOf(person, requirement) === 'reached'
  return {
    reached: people.filter(hasReached),
    below: people.filter((person) => !hasReached(person)),
    openRegisters: lessons.filter(({ closedAt }) => !closedAt).length,
  }
}

/** Converts minutes to hours, rounded to two decimals. */
export const hoursOf = (minutes: number) => Math.round((minutes / 60) * 100) / 100

/** A part of a whole, both in minutes: '28 ore su 32', '13 ore e 50 minuti su 16 ore'. */
function partInWords(part: number, all: number): string {
  const isWhole = part % 60 === 0 && all % 60 === 0
  return `${formatMinutes(part)} su ${isWhole ? all / 60 : formatMinutes(all)}`
}

/** What a person attended of the lessons so far: '28 ore su 32'; '' before the first mark. */
export function attendedInWords({ attended, soFar }: Attended): string {
  return soFar === 0 ? '' : partInWords(attended, soFar)
}

/** 'Soglia: 24 ore su 32'; 'Soglia: 75 %' while the hours of the edition are not known. */
export function thresholdInWords({ planned, threshold }: AttendanceRequirement): string {
  if (planned === null) return `Soglia: ${threshold} %`
  return `Soglia: ${partInWords(Math.ceil((planned * threshold) / 100), planned)}`
}

/** A mark in words: 'Presente', or 'In parte, 9:00–14:00: 4 ore'. */
export function markInWords(
  { minutes, arrived, left }: AttendanceMark,
  lesson: Pick<RegisterLesson, 'hours'>,
): string {
  const presence = presenceOf(minutes, lesson)
  if (presence !== 'partial') return PRESENCES[presence]
  return `${PRESENCES.partial}${arrived ? `, ${formatTimes(arrived, left)}` : ''}: ${formatMinutes(minutes)}`
}
