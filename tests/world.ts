import { getTableName, is, sql } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { onTestFinished } from 'vitest'
import type { Admin, Member, Staff, Teacher } from '../app/accounts/rules'
import { db } from '../app/database/client.server'
import * as schema from '../app/database/schema'
import type { EnrolmentState } from '../app/enrolments/rules'
import { plusDays } from '../app/italian/days'
import { today } from '../app/runtime/clock'
import { reloadSettings } from '../app/site/snapshot.server'
import { openTestDatabase } from './database'

await openTestDatabase()

type ProfileFacts = Partial<typeof schema.profiles.$inferInsert>
type CourseFacts = Partial<typeof schema.courses.$inferInsert>
type SessionFacts = Partial<typeof schema.courseSessions.$inferInsert> & { startDate: string }
type Course = typeof schema.courses.$inferSelect

const tables = Object.values(schema).filter((value) => is(value, PgTable))
/** A replica runs no triggers and checks no foreign keys. */
const asReplica = 'set local session_replication_role = replica'
const deleteAll = tables.map((table) => `delete from ${getTableName(table)}`)

/** For `beforeEach`. The first settings are in force again. */
export async function emptyDatabase(): Promise<void> {
  // One transaction.
  await db.execute(sql.raw([asReplica, ...deleteAll].join(';')))
  await reloadSettings()
}

/** A confirmed member, `<name>@example.it`. */
export async function aMember(name = 'ada', facts: ProfileFacts = {}): Promise<Member> {
  const [profile] = await db
    .insert(schema.profiles)
    .values({
      id: name,
      email: `${name}@example.it`,
      emailVerified: true,
      firstName: name.charAt(0).toUpperCase() + name.slice(1),
      lastName: 'Prova',
      ...facts,
    })
    .returning()
  return profile as unknown as Member
}

export async function anAdmin(name = 'carla', facts: ProfileFacts = {}): Promise<Admin> {
  return (await aMember(name, { role: 'admin', ...facts })) as Admin
}

export async function aSecretary(name = 'sara', facts: ProfileFacts = {}): Promise<Staff> {
  return (await aMember(name, { role: 'secretary', ...facts })) as Staff
}

/** YYYY-MM-DD in Italy. */
export const inDays = (days: number) => plusDays(today(), days)

/** The columns of an enrolment in this state. */
export function decided(status: EnrolmentState) {
  const now = new Date()
  const approvedAt = status === 'pending' || status === 'rejected' ? null : now
  return { status, approvedAt, rejectedAt: status === 'rejected' ? now : null }
}

let coursesMade = 0

/** A published course with every field, inserted directly. A session with one date lasts that day. */
export async function aCourse(facts: CourseFacts = {}, sessions: SessionFacts[] = []): Promise<Course> {
  coursesMade += 1
  const [course] = await db
    .insert(schema.courses)
    .values({
      slug: `corso-${coursesMade}`,
      title: `Corso ${coursesMade}`,
      shortDescription: 'Un corso di prova.',
      description: 'Un corso che esiste soltanto nelle prove.',
      modalita: 'In presenza',
      tipoSessione: 'Aula',
      location: 'Ascoli Piceno',
      price: 100,
      maxPartecipanti: 10,
      moduli: ['Primo modulo'],
      metodologie: ['Lezione frontale'],
      certificazione: ['Attestato di frequenza'],
      ...datesOf(sessions),
      ...facts,
    })
    .returning()
  if (!course) throw new Error('insert returned no row')
  const rows = sessions.map((session, position) => ({
    courseId: course.id,
    position,
    number: position + 1,
    endDate: session.startDate,
    ...session,
  }))
  if (rows.length > 0) await db.insert(schema.courseSessions).values(rows)
  return course
}

function datesOf(sessions: SessionFacts[]): CourseFacts {
  const days = sessions.flatMap(({ startDate, endDate }) => [startDate, endDate ?? startDate]).sort()
  const hours = sessions.map((session) => session.hours ?? 0).reduce((sum, count) => sum + count, 0)
  return { startDate: days.at(0), endDate: days.at(-1), totalHours: hours || undefined }
}

/** A contact message to insert. */
export function aSubmission(
  facts: Partial<typeof schema.contactSubmissions.$inferInsert> = {},
): typeof schema.contactSubmissions.$inferInsert {
  return {
    name: 'Bea',
    surname: 'Verdi',
    email: 'bea@example.it',
    phone: '0734 654321',
    message: 'Corso di interesse: Uno\nAzienda: Due\nMessaggio: Tre',
    privacyVersion: '2025-05-02',
    ...facts,
  }
}

/** An address that waits for a course, confirmed. */
export async function anInterest(
  course: { id: string },
  facts: Partial<typeof schema.interests.$inferInsert> = {},
): Promise<void> {
  const values = { email: 'bea@example.it', tokenHash: crypto.randomUUID(), confirmedAt: new Date() }
  await db.insert(schema.interests).values({ courseId: course.id, ...values, ...facts })
}

/** Every statement fails until the test ends. */
export async function databaseDown(): Promise<void> {
  await db.execute(sql`alter schema public rename to away`)
  onTestFinished(async () => {
    await db.execute(sql`alter schema away rename to public`)
  })
}

/** Every statement on this table fails until the test ends. */
export async function tableDown(name: string): Promise<void> {
  await db.execute(sql.raw(`alter table ${name} rename to away`))
  onTestFinished(async () => {
    await db.execute(sql.raw(`alter table away rename to ${name}`))
  })
}

/** A member who may mark the registers of an edition. */
export async function aTeacher(courseId: string, name = 'tea', facts: ProfileFacts = {}): Promise<Teacher> {
  const member = await aMember(name, facts)
  await db.insert(schema.courseTeachers).values({ courseId, userId: member.id })
  return { ...member, taughtEditionId: courseId } as Teacher
}
