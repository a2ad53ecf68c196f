import { and, eq, sql } from 'drizzle-orm'
import type { Marker, Staff } from '../../accounts/rules'
import { record } from '../../audit/record.server'
import { inTransaction, type Transaction } from '../../database/client.server'
import { attendance, courseSessions, courses } from '../../database/schema'
import { writeSession } from '../../parsing/sessions.rules'
import { isId } from '../../parsing/text.rules'
import { today } from '../../runtime/clock'
import { refuse } from '../../runtime/outcome.rules'
import { cleanTypedText, REASON_LIMIT } from '../rules'
import { mayKeepRegister } from './attendance.sql'
import { peopleWithMarks } from './queries.server'
import {
  type AttendanceMark,
  isSameMark,
  lessonMinutes,
  mayCloseRegister,
  mayMarkAttendance,
  mayReopenRegister,
  type RegisterOutcome,
} from './rules'

/** A mark to write. `shown`: the mark that the page showed until then, null if it showed none. */
export type NewMark = { enrolment: string; mark: AttendanceMark; shown: AttendanceMark | null }

/**
 * A colleague's mark that was overwritten although the page did not show it. `name`: of the participant; `by`: the name
 * of the colleague, null if their account is deleted.
 */
export type ReplacedMark = { name: string; by: string | null; mark: AttendanceMark }

/**
 * Writes marks in the open register of a lesson, over earlier ones. Refuses all of them if one has more minutes than
 * the lesson, or is of somebody who holds no seat.
 * @param lesson the number of the lesson, here and below
 * @returns `replaced`: the overwritten marks that a colleague made since the page was read
 */
export async function markAttendance(
  actor: Marker,
  courseId: string,
  lesson: number,
  marks: readonly NewMark[],
): Promise<RegisterOutcome<{ replaced: ReplacedMark[] }>> {
  return withLockedRegister(actor, courseId, lesson, async (tx, register) => {
    const people = await participantsOf(tx, actor, register)
    const marksOfParticipants = marks.flatMap(({ enrolment, mark, shown }) => {
      const person = people.find(({ id }) => id === enrolment)
      return person ? [{ person, mark, shown }] : []
    })
    const changedMarks = marksOfParticipants.filter(({ person, mark }) => !isSameMark(person.mark, mark))
    const allowed = mayMarkAttendance(register.edition, register.session, today())
    // A form that was sent twice has closed the register before; its marks are written.
    const isRepeated = changedMarks.length === 0 && marksOfParticipants.length === marks.length
    if (!allowed.ok && !(allowed.refusal === 'closed' && isRepeated)) return allowed
    const allMinutes = lessonMinutes(register.session) ?? 0
    if (marks.some(({ mark }) => mark.minutes < 0 || mark.minutes > allMinutes)) return refuse('unreadable')
    if (marksOfParticipants.length < marks.length) return refuse('ended')
    await writeMarks(tx, actor, register, changedMarks)
    const replaced = changedMarks.flatMap(({ person, shown }) =>
      person.mark && person.markedBy !== actor.id && !isSameMark(person.mark, shown)
        ? [{ name: `${person.firstName} ${person.lastName}`, by: person.markerName, mark: person.mark }]
        : [],
    )
    return { ok: true, replaced }
  })
}

/**
 * Marks everybody who has no mark in a lesson as present for the whole of it.
 * @param shown the enrolments that the page showed; marks nobody else. Absent: all who hold a seat
 * @returns `markedCount`: how many people it marked; `unshownCount`: how many it left without a mark
 */
export async function markEverybody(
  actor: Marker,
  courseId: string,
  lesson: number,
  shown?: readonly string[],
): Promise<RegisterOutcome<{ markedCount: number; unshownCount: number }>> {
  return withLockedRegister(actor, courseId, lesson, async (tx, register) => {
    const allowed = mayMarkAttendance(register.edition, register.session, today())
    if (!allowed.ok) return allowed
    const unmarked = (await participantsOf(tx, actor, register)).filter(({ mark }) => mark === null)
    const mark = { minutes: lessonMinutes(register.session) ?? 0, arrived: null, left: null }
    const shownPeople = shown ? unmarked.filter(({ id }) => shown.includes(id)) : unmarked
    const marks = shownPeople.map((person) => ({ person, mark }))
    await writeMarks(tx, actor, register, marks)
    return { ok: true, markedCount: marks.length, unshownCount: unmarked.length - marks.length }
  })
}

/**
 * Closes the register of a lesson, in which everybody who holds a seat must be marked. Once nobody holds one, marks of
 * people whose enrolment has ended suffice.
 */
export async function closeRegister(
  actor: Marker,
  courseId: string,
  lesson: number,
): Promise<RegisterOutcome> {
  return withLockedRegister(actor, courseId, lesson, async (tx, register) => {
    const people = await peopleWithMarks(actor, courseId, lesson, tx)
    const allowed = mayCloseRegister(register.edition, register.session, people, today())
    if (!allowed.ok) return allowed
    await updateLesson(tx, register, { closedAt: sql`now()`, closedBy: actor.id, reopenReason: null })
    await recordRegister(tx, actor, register, {
      register: 'closed',
      count: people.filter(({ isEnrolled }) => isEnrolled).length,
    })
    return { ok: true }
  })
}

/** Opens a closed register again. `typedReason`: as it was typed; the lesson keeps it, cleaned. */
export async function reopenRegister(
  staff: Staff,
  courseId: string,
  lesson: number,
  typedReason: string,
): Promise<RegisterOutcome> {
  const reason = cleanTypedText(typedReason)
  if (!reason) return refuse('no-reason')
  if (reason.length > REASON_LIMIT) return refuse('long-reason')
  return withLockedRegister(staff, courseId, lesson, async (tx, register) => {
    const allowed = mayReopenRegister(register.edition, register.session)
    if (!allowed.ok) return allowed
    await updateLesson(tx, register, { closedAt: null, closedBy: null, reopenReason: reason })
    await recordRegister(tx, staff, register, { register: 'reopened', reason })
    return { ok: true }
  })
}

/**
 * Removes all marks of an open register, so that its lesson can be moved or removed, and the reason for which it was
 * reopened: the register begins anew.
 */
export async function emptyRegister(
  staff: Staff,
  courseId: string,
  lesson: number,
): Promise<RegisterOutcome<{ removed: number }>> {
  return withLockedRegister(staff, courseId, lesson, async (tx, register) => {
    if (register.edition.archivedAt) return refuse('unknown')
    if (register.session.closedAt) return refuse('closed')
    const isOfLesson = and(eq(attendance.courseId, courseId), eq(attendance.lesson, lesson))
    const { rowCount } = await tx.delete(attendance).where(isOfLesson)
    await updateLesson(tx, register, { reopenReason: null })
    const removed = rowCount ?? 0
    if (removed > 0) await recordRegister(tx, staff, register, { register: 'emptied', count: removed })
    return { ok: true, removed }
  })
}

type LessonPerson = Awaited<ReturnType<typeof peopleWithMarks>>[number]

/** A locked lesson with its register, and its edition. */
type Register = {
  edition: Pick<typeof courses.$inferSelect, 'title' | 'archivedAt' | 'cancelledAt'>
  session: typeof courseSessions.$inferSelect
}

/**
 * Locks an edition, then a lesson of it, and runs `work` on its register in one transaction, so that marking, closing,
 * opening and changes of the dates happen one after the other. Refuses as 'unknown' a lesson that does not exist, or
 * whose register the actor may not keep.
 */
async function withLockedRegister<Done extends object>(
  actor: Marker,
  courseId: string,
  lesson: number,
  work: (tx: Transaction, register: Register) => Promise<RegisterOutcome<Done>>,
): Promise<RegisterOutcome<Done>> {
  if (!isId(courseId) || !Number.isInteger(lesson)) return refuse('unknown')
  return inTransaction(async (tx) => {
    // As other commands do, before a mark locks its enrolment; two registers of an edition do not wait for each other.
    const [edition] = await tx
      .select({ title: courses.title, archivedAt: courses.archivedAt, cancelledAt: courses.cancelledAt })
      .from(courses)
      .where(eq(courses.id, courseId))
      .for('share')
    const [session] = await tx
      .select()
      .from(courseSessions)
      .where(
        and(
          eq(courseSessions.courseId, courseId),
          // A number from an address may be too large for the column.
          sql`${courseSessions.number} = ${lesson}::int`,
          mayKeepRegister(actor, courseId),
        ),
      )
      .for('update')
    return session && edition ? work(tx, { edition, session }) : refuse('unknown')
  })
}

/** The people who hold a seat in the edition of a register, with their marks. */
async function participantsOf(tx: Transaction, actor: Marker, { session }: Register) {
  const people = await peopleWithMarks(actor, session.courseId, session.number, tx)
  return people.filter(({ isEnrolled }) => isEnrolled)
}

/** Writes marks with their audit entries. */
async function writeMarks(
  tx: Transaction,
  actor: Marker,
  { edition, session }: Register,
  marks: readonly { person: LessonPerson; mark: AttendanceMark }[],
) {
  if (marks.length === 0) return
  const { courseId, number: lesson } = session
  const rows = marks.map(({ person, mark: { minutes, arrived, left } }) => {
    const times = { arrivedAt: arrived, leftAt: left }
    return { courseId, lesson, enrolmentId: person.id, minutes, ...times, markedBy: actor.id }
  })
  await tx
    .insert(attendance)
    .values(rows)
    .onConflictDoUpdate({
      target: [attendance.courseId, attendance.lesson, attendance.enrolmentId],
      set: {
        minutes: sql`excluded.minutes`,
        arrivedAt: sql`excluded.arrived_at`,
        leftAt: sql`excluded.left_at`,
        markedBy: actor.id,
        markedAt: sql`now()`,
      },
    })
  const lessonDetails = { course: edition.title, lesson: writeSession(session) }
  const entries = marks.map(({ person, mark }) => ({
    action: person.mark ? ('update' as const) : ('create' as const),
    entity: 'attendance' as const,
    id: person.id,
    details: {
      ...lessonDetails,
      email: person.email,
      ...(person.mark && { old: withoutNulls(person.mark) }),
      new: withoutNulls(mark),
    },
  }))
  await record(tx, actor, entries)
}

/** A mark for its audit entry: times that are not known are left out. */
const withoutNulls = ({ minutes, arrived, left }: AttendanceMark) => ({
  minutes,
  ...(arrived && left && { arrived, left }),
})

/** Writes columns of the lesson of a register. */
async function updateLesson(
  tx: Transaction,
  { session: { courseId, number } }: Register,
  columns: Parameters<ReturnType<typeof tx.update<typeof courseSessions>>['set']>[0],
) {
  const isLesson = and(eq(courseSessions.courseId, courseId), eq(courseSessions.number, number))
  await tx.update(courseSessions).set(columns).where(isLesson)
}

/** Adds an audit entry about a register. `count`: of its people if closed, of the removed marks if emptied. */
function recordRegister(
  tx: Transaction,
  actor: Marker,
  { edition: { title }, session }: Register,
  details: { register: 'closed' | 'reopened' | 'emptied'; count?: number; reason?: string },
) {
  return record(tx, actor, {
    action: 'update',
    entity: 'courses',
    id: session.courseId,
    details: { ...details, title, lesson: writeSession(session) },
  })
}
