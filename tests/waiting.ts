import { and, asc, desc, eq } from 'drizzle-orm'
import type { Admin, Member } from '../app/accounts/rules'
import { db } from '../app/database/client.server'
import { courseSeats, outgoingMail, seatOffers, userCourses } from '../app/database/schema'
import { isLive } from '../app/enrolments/enrolments.sql'
import { requestEnrolment } from '../app/enrolments/request/commands.server'
import { admitRequests } from '../app/enrolments/review/commands.server'
import { aCourse, aMember, anAdmin, decided, inDays } from './world'

type Course = Awaited<ReturnType<typeof aCourse>>

export const ALMOST_A_DAY = new Date(Date.now() + 24 * 3_600_000 - 60_000)

/** An edition in sixty days whose seats are taken. */
export async function aFullCourse(
  seats = 1,
  facts: Parameters<typeof aCourse>[0] = {},
  start = inDays(60),
  startTime = '09:00',
): Promise<Course> {
  const course = await aCourse({ maxPartecipanti: seats, ...facts }, [{ startDate: start, startTime }])
  for (let seat = 0; seat < seats; seat++) {
    const { id } = await aMember(`iscritto${seat}-${course.slug}`)
    await db.insert(userCourses).values({ userId: id, courseId: course.id, ...decided('approved') })
  }
  return course
}

/** Asks for a full course; the id of the request. */
export async function waitFor(member: Member, course: { id: string }): Promise<string> {
  await requestEnrolment(member, course.id)
  return (await enrolmentOfPerson(member, course))?.id ?? ''
}

export async function enrolmentOfPerson(member: Member, course: { id: string }) {
  const isOfMember = and(eq(userCourses.userId, member.id), eq(userCourses.courseId, course.id))
  const [row] = await db.select().from(userCourses).where(isOfMember).orderBy(desc(userCourses.requestedAt))
  return row
}

/** Frees the seat of the first participant of a course. */
export async function freeSeat({ id }: { id: string }) {
  const [seated] = await db
    .select({ id: userCourses.id })
    .from(userCourses)
    .where(and(eq(userCourses.courseId, id), eq(userCourses.status, 'approved'), isLive))
    .orderBy(asc(userCourses.requestedAt))
    .limit(1)
  if (seated) await db.delete(userCourses).where(eq(userCourses.id, seated.id))
}

/** A full course with one seat, and people whom the office has admitted to its list. */
export async function aList(people: string[]) {
  const [admin, course]: [Admin, Course] = [await anAdmin(), await aFullCourse()]
  const members = []
  for (const name of people) {
    const member = await aMember(name)
    members.push({ member, id: await waitFor(member, course) })
  }
  await admitRequests(
    admin,
    members.map(({ id }) => id),
  )
  return { admin, course, members }
}

/** An edition with one seat, which is freed, and this many admitted people on its list. */
export async function aFreedSeat(people: number, facts = {}) {
  const course = await aFullCourse(1, facts)
  const waiting: { member: Member; id: string }[] = []
  for (let i = 0; i < people; i++) {
    const member = await aMember(`persona${i}`)
    waiting.push({ member, id: await waitFor(member, course) })
  }
  await db.update(userCourses).set({ admittedAt: new Date() }).where(eq(userCourses.status, 'pending'))
  await freeSeat(course)
  return { course, waiting }
}

/** Newest last. */
export const offers = () => db.select().from(seatOffers).orderBy(asc(seatOffers.madeAt))
export const openOffers = async () => (await offers()).filter(({ answeredAt }) => !answeredAt)

export const seatsOffered = async (id: string) =>
  (await db.select().from(courseSeats).where(eq(courseSeats.courseId, id)))[0]?.offered

/** The token in the last offer that was mailed to this address. */
export async function tokenFor({ email }: Member): Promise<string> {
  const [mail] = await db
    .select({ text: outgoingMail.text })
    .from(outgoingMail)
    .where(and(eq(outgoingMail.toAddress, email), eq(outgoingMail.kind, 'seat-offered')))
    .orderBy(desc(outgoingMail.id))
    .limit(1)
  return mail?.text.match(/\/offerte\/([\w-]{32})/)?.[1] ?? ''
}

export const kindsTo = async ({ email }: Member) =>
  (
    await db
      .select({ kind: outgoingMail.kind })
      .from(outgoingMail)
      .where(eq(outgoingMail.toAddress, email))
      .orderBy(outgoingMail.id)
  ).map(({ kind }) => kind)
