import { formatMinutes } from '../../italian/spans'
import { formatTime, formatTimes } from '../../italian/times'
import { minutesOf, readTime } from '../../parsing/times.rules'
import { OK, type Outcome, refuse } from '../../runtime/outcome.rules'

/** A session as its register needs it. Times 'HH:MM:SS' or null. */
export type RegisterLesson = {
  startDate: string
  endDate: string
  startTime: string | null
  endTime: string | null
  hours: number | null
  closedAt: Date | null
}

/** What the register says of a participant. `minutes`: 0 is absent; times 'H:MM' of somebody who was there for a part. */
export type AttendanceMark = { minutes: number; arrived: string | null; left: string | null }

export const isSameMark = (one: AttendanceMark | null, other: AttendanceMark | null) =>
  one?.minutes === other?.minutes && one?.arrived === other?.arrived && one?.left === other?.left

export const PRESENCES = { present: 'Presente', partial: 'In parte', absent: 'Assente' } as const
export type Presence = keyof typeof PRESENCES

/** Null while the office has not written the hours of the lesson: they never follow from its times alone. */
export const lessonMinutes = ({ hours }: Pick<RegisterLesson, 'hours'>) =>
  hours === null ? null : Math.round(hours * 60)

export function presenceOf(minutes: number, lesson: Pick<RegisterLesson, 'hours'>): Presence {
  if (minutes === 0) return 'absent'
  return minutes < (lessonMinutes(lesson) ?? 0) ? 'partial' : 'present'
}

/** Begin and end of a lesson of one day, in minutes since midnight; null where only minutes can be typed. */
function spanOfLesson({ startDate, endDate, startTime, endTime }: RegisterLesson): [number, number] | null {
  return startDate === endDate && startTime && endTime ? [minutesOf(startTime), minutesOf(endTime)] : null
}

export const hasTimes = (lesson: RegisterLesson) => spanOfLesson(lesson) !== null

/**
 * The minutes of the lesson between two times, in minutes since midnight. What is longer than its hours is a pause, which
 * lies in the middle: of 8 hours from 9 to 18, from 13 to 14.
 */
export function minutesAmong(lesson: RegisterLesson, from: number, to: number): number {
  const [begin, end] = spanOfLesson(lesson) ?? [0, 0]
  const pause = Math.max(0, end - begin - (lessonMinutes(lesson) ?? 0))
  const middle = (begin + end) / 2
  const overlap = (start: number, stop: number) => Math.max(0, Math.min(stop, to) - Math.max(start, from))
  return overlap(begin, end) - overlap(middle - pause / 2, middle + pause / 2)
}

/** The same between two times of a clock, in whole minutes. */
export function minutesBetween(lesson: RegisterLesson, arrived: string, left: string): number {
  const minutes = minutesAmong(lesson, minutesOf(arrived), minutesOf(left))
  return Math.min(lessonMinutes(lesson) ?? 0, Math.round(minutes))
}

/** What a row of the register's form holds. */
export type MarkText = { presence: string; arrived: string; left: string; minutes: string }
export const MARK_FIELDS = ['presence', 'arrived', 'left', 'minutes'] as const satisfies (keyof MarkText)[]

/** The field of a row in a form; `shown`: the one that holds what the page showed. */
export const markField = (name: keyof MarkText, enrolment: string, shown = false) =>
  `${shown ? 'shown-' : ''}${name}-${enrolment}`

export type MarkErrors = Partial<Record<'arrived' | 'left' | 'minutes', string>>

/** What the form shows again where rows could not be read, by enrolment. */
export type RegisterResult = { rows: Record<string, MarkText>; errors: Record<string, MarkErrors> }

/** The row of a mark, inverse of `readMark`; without a mark an empty one. */
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

/** A part begins with the times of the lesson, of which one is then changed. */
export function withTimes(text: MarkText, { startTime, endTime }: RegisterLesson): MarkText {
  return { ...text, arrived: text.arrived || formatTime(startTime), left: text.left || formatTime(endTime) }
}

/** A part without times: the lesson has none, or a report knows only the minutes. */
export const isInMinutes = ({ arrived, left, minutes }: MarkText, lesson: RegisterLesson) =>
  !hasTimes(lesson) || (minutes !== '' && !arrived && !left)

/** Null without a presence. A part is read by its times, else by its minutes. */
export function readMark(
  text: MarkText,
  lesson: RegisterLesson,
): { mark: AttendanceMark | null; errors?: never } | { mark?: never; errors: MarkErrors } {
  const most = lessonMinutes(lesson) ?? 0
  const noTimes = { arrived: null, left: null }
  const { presence } = text
  if (presence === 'present') return { mark: { minutes: most, ...noTimes } }
  if (presence === 'absent') return { mark: { minutes: 0, ...noTimes } }
  if (presence !== 'partial') return { mark: null }
  return isInMinutes(text, lesson) ? readMinutes(text.minutes, most) : readTimes(text, lesson, most)
}

function readTimes(text: MarkText, lesson: RegisterLesson, most: number) {
  const [arrived, left] = [readTime(text.arrived), readTime(text.left)]
  const wrong = 'Scrivi un’ora, per esempio 9:30'
  if (!arrived || !left)
    return { errors: { ...(!arrived && { arrived: wrong }), ...(!left && { left: wrong }) } }
  if (minutesOf(arrived) >= minutesOf(left)) return { errors: { left: `Viene dopo le ${arrived}` } }
  const minutes = minutesBetween(lesson, arrived, left)
  if (minutes === 0) return { errors: { left: 'In queste ore non c’è lezione: segna «Assente»' } }
  if (minutes >= most) return { errors: { left: 'È tutta la lezione: segna «Presente», o cambia un’ora' } }
  return { mark: { minutes, arrived, left } }
}

function readMinutes(text: string, most: number) {
  const minutes = /^\d{1,5}$/.test(text.trim()) ? Number(text) : 0
  if (minutes === 0) return { errors: { minutes: 'Scrivi i minuti, per esempio 90' } }
  if (minutes < most) return { mark: { minutes, arrived: null, left: null } }
  const sentence = `La lezione dura ${most} minuti: scrivine di meno, o segna «Presente»`
  return { errors: { minutes: sentence } }
}

// ── Who may ─────────────────────────────────────────────────────────────────────────────────────────

type Edition = { archivedAt: Date | null; cancelledAt: Date | null }

export type RegisterRefusal =
  | 'unknown'
  | 'cancelled'
  | 'early'
  | 'no-hours'
  | 'closed'
  | 'open'
  | 'no-people'
  | 'unmarked'
  | 'ended'
  | 'unreadable'
  | 'no-reason'
  | 'long-reason'
export type RegisterOutcome<Done extends object = object> = Outcome<RegisterRefusal, Done>

const EXPLAIN: Record<RegisterRefusal, string> = {
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

/** Completes 'Impossibile salvare il registro: …'. */
export const explainRegister = ({ refusal }: { refusal: RegisterRefusal }) => EXPLAIN[refusal]

/** Nobody signs a lesson that has not been: marks begin with its day. `today`: YYYY-MM-DD. */
export function mayMarkAttendance(edition: Edition, lesson: RegisterLesson, today: string): RegisterOutcome {
  if (edition.archivedAt) return refuse('unknown')
  if (edition.cancelledAt) return refuse('cancelled')
  if (lesson.startDate > today) return refuse('early')
  if (lesson.hours === null) return refuse('no-hours')
  return lesson.closedAt ? refuse('closed') : OK
}

/** `people`: those who hold a seat; `marked`: how many of them are marked. */
export function mayCloseRegister(
  edition: Edition,
  lesson: RegisterLesson,
  { people, marked }: { people: number; marked: number },
  today: string,
): RegisterOutcome {
  const allowed = mayMarkAttendance(edition, lesson, today)
  if (!allowed.ok) return allowed
  if (people === 0) return refuse('no-people')
  return marked < people ? refuse('unmarked') : OK
}

export function mayReopenRegister(edition: Edition, lesson: RegisterLesson): RegisterOutcome {
  if (edition.archivedAt) return refuse('unknown')
  return lesson.closedAt ? OK : refuse('open')
}

// ── Hours ───────────────────────────────────────────────────────────────────────────────────────────

/** Of a person in an edition, in minutes. `attended`: of `soFar`, the lessons in which the person is marked. */
export type Attended = { attended: number; soFar: number }
/** Percent, where the office writes none. */
export const DEFAULT_THRESHOLD = 80

/** Of an edition. `planned`: minutes of all lessons, null while one has no hours; `threshold`: percent. */
export type Plan = { planned: number | null; threshold: number }

export function planOf(lessons: readonly Pick<RegisterLesson, 'hours'>[], threshold: number): Plan {
  const lengths = lessons.map(lessonMinutes)
  const isKnown = lengths.length > 0 && lengths.every((length) => length !== null)
  const planned = isKnown ? lengths.reduce<number>((sum, length) => sum + (length ?? 0), 0) : null
  return { planned, threshold }
}

/** Minutes that somebody needs; null while the hours of the edition are not known. */
const neededMinutes = ({ planned, threshold }: Plan) =>
  planned === null ? null : (planned * threshold) / 100

/** 'reached'; 'lost' where all lessons to come do not suffice; else 'open'. */
export function thresholdOf({ attended, soFar }: Attended, plan: Plan): 'reached' | 'lost' | 'open' {
  const needed = neededMinutes(plan)
  if (needed === null || plan.planned === null) return 'open'
  if (attended >= needed) return 'reached'
  return attended + plan.planned - soFar < needed ? 'lost' : 'open'
}

/** Whole percent of the planned hours, rounded down, so that it never looks reached; null while they are not known. */
export const shareOf = ({ attended }: Pick<Attended, 'attended'>, { planned }: Plan) =>
  planned ? Math.floor((attended * 100) / planned) : null

/** Whether every lesson has been: its day is past, or its register is closed. `today`: YYYY-MM-DD. */
export function areLessonsOver(
  lessons: readonly Pick<RegisterLesson, 'endDate' | 'closedAt'>[],
  today: string,
): boolean {
  return lessons.length > 0 && lessons.every(({ endDate, closedAt }) => closedAt || endDate < today)
}

/**
 * Who of an edition whose lessons are over may be marked 'Completato': those who have reached the threshold. Null before,
 * without planned hours, or where nobody is marked. `people`: those who are in progress.
 */
export function proposeCompletion<Person extends Attended>(
  lessons: readonly RegisterLesson[],
  people: readonly Person[],
  plan: Plan,
  today: string,
): { reached: Person[]; below: Person[]; openRegisters: number } | null {
  const isMarked = people.some(({ soFar }) => soFar > 0)
  if (!plan.planned || !isMarked || !areLessonsOver(lessons, today)) return null
  const hasReached = (person: Person) => thresholdOf(person, plan) === 'reached'
  return {
    reached: people.filter(hasReached),
    below: people.filter((person) => !hasReached(person)),
    openRegisters: lessons.filter(({ closedAt }) => !closedAt).length,
  }
}

/** With two decimals at most. */
export const hoursOf = (minutes: number) => Math.round((minutes / 60) * 100) / 100

/** '28 ore su 32', '13 ore e 50 minuti su 16 ore'. */
function partInWords(part: number, all: number): string {
  const isWhole = part % 60 === 0 && all % 60 === 0
  return `${formatMinutes(part)} su ${isWhole ? all / 60 : formatMinutes(all)}`
}

/** '28 ore su 32'; '' before the first mark. */
export function attendedInWords({ attended, soFar }: Attended): string {
  return soFar === 0 ? '' : partInWords(attended, soFar)
}

/** 'Soglia: 24 ore su 32' */
export function thresholdInWords(plan: Plan): string {
  const needed = neededMinutes(plan)
  if (needed === null || plan.planned === null) return `Soglia: ${plan.threshold} %`
  return `Soglia: ${partInWords(Math.ceil(needed), plan.planned)}`
}

/** 'Presente', or 'In parte, 9:00–14:00: 4 ore'. */
export function markInWords(
  { minutes, arrived, left }: AttendanceMark,
  lesson: Pick<RegisterLesson, 'hours'>,
): string {
  const presence = presenceOf(minutes, lesson)
  if (presence !== 'partial') return PRESENCES[presence]
  return `${PRESENCES.partial}${arrived ? `, ${formatTimes(arrived, left)}` : ''}: ${formatMinutes(minutes)}`
}
