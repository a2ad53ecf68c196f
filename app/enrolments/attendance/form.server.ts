import { data, redirect } from 'react-router'
import type { Marker, Staff } from '../../accounts/rules'
import { courseByKey } from '../../courses/office.queries.server'
import { readForm } from '../../http/form.server'
import { redirectWith } from '../../http/toasts.server'
import { formatCount } from '../../italian/numbers'
import { OK } from '../../runtime/outcome.rules'
import { errorToast, type Toast } from '../../ui/toast'
import {
  closeRegister,
  markAttendance,
  markEverybody,
  type NewMark,
  type ReplacedMark,
} from './commands.server'
import { type RegisterPerson, registerOf, registerPeople } from './queries.server'
import {
  explainRegisterRefusal,
  isSameMark,
  MARK_FIELDS,
  type MarkErrors,
  type MarkText,
  markField,
  markInWords,
  type RegisterLesson,
  type RegisterOutcome,
  type RegisterResult,
  readMark,
  readShownRow,
  shownRowField,
} from './rules'

/** Most characters that are read of a field, which has a presence, a time or a number of minutes. */
const FIELD_LIMIT = 20

/**
 * Reads the changed rows of a form, as typed; by enrolment. A row is not changed if it is as the page showed it. Times or
 * minutes that were typed beside an unchanged presence mean a part: without a script their fields stand in every row.
 */
export function readChangedRows(form: FormData): Record<string, MarkText> {
  const enrolments = enrolmentsIn(form, /^(?:presence|shown)-(.{1,64})$/)
  const rows = enrolments.flatMap((enrolment): [string, MarkText][] => {
    const row = readRow(form, enrolment)
    const shown = shownRow(form, enrolment)
    if (MARK_FIELDS.every((name) => row[name] === shown[name])) return []
    const isPart = row.presence === shown.presence && isPartChanged(row, shown)
    return [[enrolment, isPart ? { ...row, presence: 'partial' } : row]]
  })
  return Object.fromEntries(rows)
}

/** The enrolments in the names of fields that match the pattern. */
const enrolmentsIn = (form: FormData, pattern: RegExp) => [
  ...new Set([...form.keys()].flatMap((field) => pattern.exec(field)?.[1] ?? [])),
]

const isPartChanged = (row: MarkText, shown: MarkText) =>
  (['arrived', 'left', 'minutes'] as const).some((name) => row[name] !== '' && row[name] !== shown[name])

/** Reads the row of an enrolment as the page showed it. */
const shownRow = (form: FormData, enrolment: string) =>
  readShownRow(String(form.get(shownRowField(enrolment)) ?? ''))

/**
 * Reads the marks of changed rows.
 * @returns `marks`: to write; `errors`: why a row cannot be read, by enrolment
 */
function readMarks(form: FormData, rows: Record<string, MarkText>, lesson: RegisterLesson) {
  const marks: NewMark[] = []
  const errors: Record<string, MarkErrors> = {}
  for (const [enrolment, text] of Object.entries(rows)) {
    const shown = readMark(shownRow(form, enrolment), lesson).mark ?? null
    const read = readMark(text, lesson)
    if (read.errors) errors[enrolment] = read.errors
    // A row may have no field for what its saved text has, such as the minutes between two times.
    else if (read.mark && !isSameMark(read.mark, shown)) marks.push({ enrolment, mark: read.mark, shown })
  }
  return { marks, errors }
}

/** Sentences for the actor, one for each mark of a colleague that was overwritten. */
function replacedInWords(replaced: readonly ReplacedMark[], lesson: RegisterLesson): string[] {
  return replaced.map(
    ({ name, by, mark }) =>
      `${by ?? 'Un utente eliminato'} aveva segnato ${name}: ${markInWords(mark, lesson)}. Ora vale il tuo segno.`,
  )
}

/** Reads the row of an enrolment as typed. */
function readRow(form: FormData, enrolment: string): MarkText {
  const value = (name: keyof MarkText) =>
    String(form.get(markField(name, enrolment)) ?? '').slice(0, FIELD_LIMIT)
  return {
    presence: value('presence'),
    arrived: value('arrived'),
    left: value('left'),
    minutes: value('minutes'),
  }
}

/** The course and the lesson in the address of a register. Throws 404 for an unknown one. */
export async function registerOr404(staff: Staff, params: { course: string; lesson: string }) {
  const course = await courseByKey(staff, params.course)
  const register = course && (await registerOf(staff, course.id, params.lesson))
  if (!course || !register) throw data(null, { status: 404 })
  return { course, lesson: register.lesson }
}

/** Begins the sentence that says why a command about a register was refused. */
export const REGISTER_FAILED = 'Impossibile salvare il registro'

/**
 * Redirects to the page of a register with a toast: `title`, or after `failure` why the command was refused; both with
 * `description`.
 */
export function redirectToRegister(
  page: string,
  outcome: RegisterOutcome,
  title: string,
  description = '',
  failure = REGISTER_FAILED,
) {
  const success: Toast = { tone: 'success', title, ...(description && { description }) }
  const toast = outcome.ok
    ? success
    : errorToast(`${failure}: ${explainRegisterRefusal(outcome)}${description && `. ${description}`}`)
  return redirectWith(page, toast)
}

/**
 * Answers the form of a register: saves its changed rows, then does what `intent` says, 'everybody' or 'close'. With a
 * script `answerMarkForm` has saved the rows before.
 * @param page the address of the register, where the answer leads back to
 */
export async function answerRegisterForm(
  actor: Marker,
  courseId: string,
  lesson: RegisterLesson & { number: number },
  form: FormData,
  page: string,
) {
  const rows = readChangedRows(form)
  const { marks, errors } = readMarks(form, rows, lesson)
  if (Object.keys(errors).length > 0) return data<RegisterResult>({ rows, errors }, { status: 400 })
  let notes = ''
  if (marks.length > 0) {
    const marked = await markAttendance(actor, courseId, lesson.number, marks)
    if (!marked.ok) {
      const toasts = [errorToast(`${REGISTER_FAILED}: ${explainRegisterRefusal(marked)}`)]
      return data({ rows, errors, toasts }, { status: 409 })
    }
    notes = replacedInWords(marked.replaced, lesson).join(' ')
  }
  // The marks stay saved if what follows is refused.
  const saved = marks.length > 0 ? 'Segni salvati. ' : ''
  switch (form.get('intent')) {
    case 'everybody': {
      const shown = enrolmentsIn(form, /^shown-(.{1,64})$/)
      const marked = await markEverybody(actor, courseId, lesson.number, shown)
      const { markedCount, unshownCount } = marked.ok ? marked : { markedCount: 0, unshownCount: 0 }
      const title =
        markedCount + unshownCount > 0
          ? `Segnati presenti: ${formatCount(markedCount, 'persona', 'persone')}`
          : 'Tutti sono già segnati'
      const unshown = formatCount(
        unshownCount,
        'persona che prima non c’era',
        'persone che prima non c’erano',
      )
      const description = [notes, unshownCount > 0 && `Da segnare: ${unshown}.`].filter(Boolean).join(' ')
      return redirectToRegister(page, marked, title, description, `${saved}Gli altri non sono segnati`)
    }
    case 'close': {
      const closed = await closeRegister(actor, courseId, lesson.number)
      // Who closes a closed register has pressed twice, or a colleague was faster.
      const isClosed = closed.ok || closed.refusal === 'closed'
      return redirectToRegister(
        page,
        isClosed ? OK : closed,
        'Registro chiuso',
        notes,
        `${saved}Il registro non è chiuso`,
      )
    }
    default:
      return redirectToRegister(page, OK, 'Registro salvato', notes)
  }
}

/**
 * How `answerMarkForm` answers the script of a register. `savedAt`: a moment in ISO format; `notes`: sentences about
 * overwritten marks of colleagues; `errors`: by enrolment; `problem`: why nothing was saved. After a fault there is no
 * such answer: the script sends the mark again.
 */
export type MarkAnswer =
  | { ok: true; savedAt: string; notes: string[] }
  | { ok: false; errors?: Record<string, MarkErrors>; problem?: string }

/** The current state of a register, which the script of its page reads from time to time. */
export type CurrentRegister = { isClosed: boolean; people: RegisterPerson[] }

/** Saves the marks that the script of a register sends, and answers it. `number`: of the lesson, as in the address. */
export async function answerMarkForm(request: Request, actor: Marker, course: string, number: string) {
  const register = await registerOf(actor, course, number)
  if (!register)
    return jsonResponse({ ok: false, problem: explainRegisterRefusal({ refusal: 'unknown' }) }, 404)
  const { lesson } = register
  const form = await readForm(request)
  const { marks, errors } = readMarks(form, readChangedRows(form), lesson)
  if (Object.keys(errors).length > 0) return jsonResponse({ ok: false, errors }, 400)
  const marked = await markAttendance(actor, course, lesson.number, marks)
  if (!marked.ok) return jsonResponse({ ok: false, problem: explainRegisterRefusal(marked) }, 409)
  const notes = replacedInWords(marked.replaced, lesson)
  return jsonResponse({ ok: true, savedAt: new Date().toISOString(), notes })
}

/**
 * Answers the script of an open page with the current marks; leads a request that asks for no JSON to the `page` of the
 * register. `number`: as in `answerMarkForm`.
 */
export async function answerWithCurrentMarks(
  request: Request,
  actor: Marker,
  course: string,
  number: string,
  page: string,
) {
  if (request.headers.get('Accept') !== 'application/json') return redirect(page)
  const register = await registerOf(actor, course, number)
  if (!register) throw data(null, { status: 404 })
  const { lesson } = register
  const people = await registerPeople(actor, course, lesson.number)
  return jsonResponse({ isClosed: lesson.closedAt !== null, people })
}

const jsonResponse = (content: MarkAnswer | CurrentRegister, status = 200) =>
  new Response(JSON.stringify(content), { status, headers: { 'Content-Type': 'application/json' } })
