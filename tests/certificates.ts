import { eq } from 'drizzle-orm'
import type { Staff } from '../app/accounts/rules'
import { issueCertificates } from '../app/certificates/commands.server'
import { drawCertificates } from '../app/certificates/draw.commands.server'
import { db } from '../app/database/client.server'
import { attendance, certificates, personalDocuments, userCourses } from '../app/database/schema'
import { aCourse, aMember, decided, inDays } from './world'

/** Everybody of `names` has completed 'Contabilità' and attended all of its eight hours; its register is closed. */
export async function aFinishedCourse(names: string[] = ['ada'], facts: Parameters<typeof aCourse>[0] = {}) {
  const course = await aCourse({ title: 'Contabilità', ...facts }, [
    { startDate: inDays(-9), startTime: '09:00', endTime: '18:00', hours: 8, closedAt: new Date() },
  ])
  const people = await Promise.all(names.map((name) => aMember(name)))
  const enrolments = await db
    .insert(userCourses)
    .values(people.map(({ id }) => ({ userId: id, courseId: course.id, ...decided('completed') })))
    .returning()
  await db
    .insert(attendance)
    .values(enrolments.map(({ id }) => ({ courseId: course.id, lesson: 1, enrolmentId: id, minutes: 480 })))
  return { course, people, enrolments: enrolments.map(({ id }) => id) }
}

/** The attestati of all these enrolments, with their files. */
export async function issueAndDraw(staff: Staff, course: { id: string }, enrolments: string[]) {
  const issued = await issueCertificates(staff, course.id, enrolments)
  await drawCertificates(null)
  return issued
}

export const certificateRowsNow = () =>
  db.select().from(certificates).orderBy(certificates.year, certificates.seq)

export const documentsOf = (enrolment: string) =>
  db.select().from(personalDocuments).where(eq(personalDocuments.enrolmentId, enrolment))
