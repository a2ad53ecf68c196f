import { and, eq, exists, isNull, type SQL, sql } from 'drizzle-orm'
import { isNotDeleted } from '../accounts/queries.server'
import { isPersonId, normalEmail, type Staff } from '../accounts/rules'
import { record } from '../audit/record.server'
import { inTransaction, type Transaction } from '../database/client.server'
import { courses, courseTeachers, outgoingMail, profiles } from '../database/schema'
import { enqueueEmail } from '../mail/outbox.server'
import { isId } from '../parsing/text.rules'
import { refuse } from '../runtime/outcome.rules'
import { teacherAdded } from './emails'
import type { TeacherOutcome } from './rules'

/**
 * Makes the person with this e-mail a teacher of an edition, who may mark its registers, and enqueues an e-mail that
 * tells them.
 */
export async function addTeacher(
  staff: Staff,
  courseId: string,
  email: string,
): Promise<TeacherOutcome<{ name: string }>> {
  if (!isId(courseId)) return refuse('unknown-course')
  return inTransaction(async (tx) => {
    const [course] = await tx
      .select({ title: courses.title })
      .from(courses)
      .where(and(eq(courses.id, courseId), isNull(courses.archivedAt)))
      .for('share')
    if (!course) return refuse('unknown-course')
    const [person] = await tx
      .select()
      .from(profiles)
      .where(and(eq(profiles.email, normalEmail(email)), isNotDeleted))
      .for('share')
    if (!person) return refuse('unknown-person')
    const added = await tx
      .insert(courseTeachers)
      .values({ courseId, userId: person.id, addedBy: staff.id })
      .onConflictDoNothing()
    if (added.rowCount === 0) return refuse('already-teacher')
    const details = { course: course.title, email: person.email }
    await record(tx, staff, { action: 'create', entity: 'course_teachers', id: courseId, details })
    await enqueueEmail(tx, teacherAdded(person, course.title))
    return { ok: true, name: `${person.firstName} ${person.lastName}` }
  })
}

/**
 * Takes from a teacher the right to mark the registers of an edition, from the next request on. The teacher’s marks
 * stay. A member of staff may still mark its registers. The e-mail that tells the teacher of the right, if nobody has
 * tried to send it yet, never leaves.
 */
export async function removeTeacher(
  staff: Staff,
  courseId: string,
  personId: string,
): Promise<TeacherOutcome<{ name: string }>> {
  if (!isId(courseId)) return refuse('unknown-course')
  if (!isPersonId(personId)) return refuse('not-teacher')
  return inTransaction(async (tx) => {
    const isAssignment = and(eq(courseTeachers.courseId, courseId), eq(courseTeachers.userId, personId))
    await dropUnsentEmail(tx, isAssignment)
    const removed = await tx.delete(courseTeachers).where(isAssignment)
    if (removed.rowCount === 0) return refuse('not-teacher')
    const [course] = await tx.select({ title: courses.title }).from(courses).where(eq(courses.id, courseId))
    const [person] = await tx.select().from(profiles).where(eq(profiles.id, personId))
    const details = { course: course?.title, email: person?.email }
    await record(tx, staff, { action: 'delete', entity: 'course_teachers', id: courseId, details })
    return { ok: true, name: `${person?.firstName} ${person?.lastName}` }
  })
}

/**
 * Deletes the e-mail about an assignment, unless the sender has tried it. It was enqueued in the same transaction, so it
 * has the same time. `isAssignment`: condition on `course_teachers`.
 */
async function dropUnsentEmail(tx: Transaction, isAssignment: SQL | undefined) {
  const { kind, toAddress, createdAt, attempts } = outgoingMail
  const assignment = tx
    .select({ one: sql`1` })
    .from(courseTeachers)
    .innerJoin(profiles, eq(profiles.id, courseTeachers.userId))
    .where(and(isAssignment, eq(profiles.email, toAddress), eq(courseTeachers.addedAt, createdAt)))
  await tx
    .delete(outgoingMail)
    .where(and(eq(kind, 'may-mark-registers'), eq(attempts, 0), exists(assignment)))
}
