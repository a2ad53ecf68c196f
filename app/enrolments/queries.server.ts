import { differenceInCalendarDays, parseISO } from 'date-fns'
import { and, asc, desc, eq, gt, inArray, isNull, not, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Member } from '../accounts/rules'
import { answerBy, isAnswerLate } from '../content/opening.server'
import { minimumOf } from '../courses/minimum.rules'
import { instalmentsOf } from '../courses/price.rules'
import { isPublished } from '../courses/queries.server'
import { courseState, isConcluded } from '../courses/rules'
import { db } from '../database/client.server'
import {
  courseSessions,
  courses,
  hasCertificate,
  isLive,
  peopleEnrolled,
  seatsTaken,
  userCourses,
  withSeatsLeft,
} from '../database/schema'
import { isId } from '../parsing/text.rules'
import { today } from '../runtime/clock'
import { openQuestions } from './postponement.queries.server'
import { type EnrolmentState, groupOf } from './rules'
import { placesOf } from './waiting/queries.server'

/** Day and times in Italy; the `number`th of `of` sessions; days from today, negative once begun. */
export type NextSession = {
  date: string
  /** The last day of the session. */
  until: string
  startTime: string | null
  endTime: string | null
  number: number
  of: number
  ahead: number
}

/**
 * Own enrolments, newest first. While a seat is of use they have the next session, the note on payment and the address of
 * the lessons; a request has the time of its answer and its place on the waiting list, and a refused one another course to
 * ask for. `only`: the id of one.
 */
export async function enrolmentsOf(member: Member, only?: string) {
  const rows = await db
    .select({
      id: userCourses.id,
      status: userCourses.status,
      requestedAt: userCourses.requestedAt,
      waitingSince: userCourses.waitingSince,
      admittedAt: userCourses.admittedAt,
      agreedPrice: userCourses.agreedPrice,
      approvedAt: userCourses.approvedAt,
      rejectedAt: userCourses.rejectedAt,
      rejectReason: userCourses.rejectReason,
      endedAt: userCourses.endedAt,
      ending: userCourses.ending,
      endReason: userCourses.endReason,
      transferredTo: userCourses.transferredTo,
      hasCertificate,
      course: {
        id: courses.id,
        slug: courses.slug,
        title: courses.title,
        shortDescription: courses.shortDescription,
        modalita: courses.modalita,
        tipoSessione: courses.tipoSessione,
        location: courses.location,
        price: courses.price,
        startDate: courses.startDate,
        endDate: courses.endDate,
        comingSoon: courses.comingSoon,
        createdAt: courses.createdAt,
        seriesId: courses.seriesId,
        cancelledAt: courses.cancelledAt,
        archivedAt: courses.archivedAt,
        draft: courses.draft,
        theme: courses.theme,
        format: courses.format,
        maxPartecipanti: courses.maxPartecipanti,
        afterApproval: courses.afterApproval,
        lessonsUrl: courses.lessonsUrl,
        seatsTaken,
      },
      terms: {
        paymentInstallments: courses.paymentInstallments,
        minParticipants: courses.minParticipants,
        confirmBy: courses.confirmBy,
        confirmedAt: courses.confirmedAt,
        peopleEnrolled,
      },
    })
    .from(userCourses)
    .innerJoin(courses, eq(courses.id, userCourses.courseId))
    .where(and(eq(userCourses.userId, member.id), only === undefined ? undefined : eq(userCourses.id, only)))
    .orderBy(desc(userCourses.requestedAt), desc(userCourses.id))

  const [day, now] = [today(), new Date()]
  const placed = rows.map((row) => {
    const state = courseState(row.course, day)
    return { ...row, state, group: groupOf(row.status, state, row.ending) }
  })
  const ids = placed.filter(({ group }) => group === 'now').map(({ course }) => course.id)
  const isRefused = rows.some(({ status }) => status === 'rejected')
  const isPending = rows.some(({ status, ending }) => status === 'pending' && !ending)
  const [sessions, questions, others, places] = await Promise.all([
    nextSessions(ids, day),
    openQuestions(member),
    isRefused ? coursesInstead(member, day) : new Map<string, CourseInstead>(),
    isPending ? placesOf(member) : [],
  ])
  return placed.map(({ state, course, terms, agreedPrice, ...row }) => ({
    ...row,
    /** What this person pays, whatever the course costs today. */
    price: agreedPrice ?? course.price,
    instalments: instalmentsOf(agreedPrice ?? course.price, { ...course, ...terms }),
    course: {
      ...course,
      ...(row.group !== 'now' && { afterApproval: null, lessonsUrl: null }),
      state,
      concluded: isConcluded(course, day),
      /** Whether the edition takes place, to who has a seat. */
      minimum: row.group === 'now' ? minimumOf({ ...course, ...terms }, day) : null,
    },
    nextSession: sessions.get(course.id) ?? null,
    /** The day until which new dates are to be answered, YYYY-MM-DD. */
    answerBy: questions.get(row.id) ?? null,
    answer:
      row.status === 'pending' && !row.ending
        ? { by: answerBy(row.requestedAt), late: isAnswerLate(row.requestedAt, now) }
        : null,
    instead: others.get(course.id) ?? null,
    /** On the waiting list, or after it. */
    place: places.find(({ id }) => id === row.id) ?? null,
  }))
}

export type Enrolment = Awaited<ReturnType<typeof enrolmentsOf>>[number]

/** Undefined for an enrolment of somebody else. */
export async function enrolmentOf(member: Member, id: string): Promise<Enrolment | undefined> {
  if (!isId(id)) return undefined
  const [enrolment] = await enrolmentsOf(member, id)
  return enrolment
}

/** `again`: another edition of the same course, else another of its theme. */
export type CourseInstead = { slug: string; title: string; startDate: string | null; again: boolean }

/** By id of a refused course: the next one with free seats that this person has not asked for. */
async function coursesInstead(member: Member, day: string): Promise<Map<string, CourseInstead>> {
  const refused = alias(courses, 'refused')
  const again = sql<boolean>`${courses.seriesId} = ${refused.seriesId}`
  const { slug, title, startDate } = courses
  const asked = sql`exists (select from ${userCourses} as mine where mine.user_id = ${member.id} and mine.course_id = ${courses}.id and mine.ended_at is null)`
  const rows = await db
    .selectDistinctOn([refused.id], { id: refused.id, slug, title, startDate, again })
    .from(refused)
    .innerJoin(courses, or(again, eq(courses.theme, refused.theme)))
    .where(
      and(
        inArray(
          refused.id,
          db
            .select({ id: userCourses.courseId })
            .from(userCourses)
            .where(and(eq(userCourses.userId, member.id), eq(userCourses.status, 'rejected'))),
        ),
        isPublished,
        not(courses.comingSoon),
        or(isNull(startDate), gt(startDate, day)),
        sql`not (${withSeatsLeft(0)})`,
        not(asked),
      ),
    )
    .orderBy(refused.id, desc(again), sql`${startDate} asc nulls last`, asc(courses.id))
  return new Map(rows.map(({ id, ...course }) => [id, course]))
}

/** Null without an enrolment. */
export async function enrolmentState(member: Member, courseId: string): Promise<EnrolmentState | null> {
  const [row] = await db
    .select({ status: userCourses.status })
    .from(userCourses)
    .where(and(eq(userCourses.userId, member.id), eq(userCourses.courseId, courseId), isLive))
  return row?.status ?? null
}

/** With what the reader of a course page is told; undefined without an enrolment. */
export async function enrolmentIn(member: Member, courseId: string) {
  const { status, requestedAt, agreedPrice, rejectReason } = userCourses
  const [row] = await db
    .select({ status, requestedAt, agreedPrice, rejectReason, hasCertificate })
    .from(userCourses)
    .where(and(eq(userCourses.userId, member.id), eq(userCourses.courseId, courseId), isLive))
  return row
}

export async function enrolmentStates(
  member: Member,
  slugs: string[],
): Promise<Record<string, EnrolmentState>> {
  const rows = await db
    .select({ slug: courses.slug, status: userCourses.status })
    .from(userCourses)
    .innerJoin(courses, eq(courses.id, userCourses.courseId))
    .where(and(eq(userCourses.userId, member.id), inArray(courses.slug, slugs), isLive))
  return Object.fromEntries(rows.map(({ slug, status }) => [slug, status]))
}

/** Whether the enrolment waits and was requested within the last ten seconds (decision 0027). */
export async function hasJustAsked(member: Member, courseId: string): Promise<boolean> {
  const { userId, courseId: course, requestedAt, status } = userCourses
  const recent = gt(requestedAt, sql`now() - interval '10 seconds'`)
  return (
    (await db.$count(
      userCourses,
      and(eq(userId, member.id), eq(course, courseId), eq(status, 'pending'), isLive, recent),
    )) > 0
  )
}

/** The first session of each course that is not over; without an end time it lasts all day. `day`: today. */
export async function nextSessions(courseIds: string[], day: string): Promise<Map<string, NextSession>> {
  if (!courseIds.length) return new Map()
  const { courseId, startDate, startTime, endDate, endTime, position } = courseSessions
  const numbered = db
    .select({
      courseId,
      date: startDate,
      until: endDate,
      startTime: sql<string | null>`left(${startTime}::text, 5)`.as('starts'),
      endTime: sql<string | null>`left(${endTime}::text, 5)`.as('ends'),
      number:
        sql<number>`(row_number() over (partition by ${courseId} order by ${startDate}, ${startTime} nulls first, ${position}))::int`.as(
          'number',
        ),
      of: sql<number>`(count(*) over (partition by ${courseId}))::int`.as('of'),
      over: sql<Date>`(${endDate} + coalesce(${endTime}, '24:00')) at time zone 'Europe/Rome'`.as('over'),
    })
    .from(courseSessions)
    .where(inArray(courseId, courseIds))
    .as('numbered')
  const { over, ...shown } = numbered._.selectedFields
  const rows = await db
    .selectDistinctOn([numbered.courseId], shown)
    .from(numbered)
    .where(gt(over, sql`now()`))
    .orderBy(numbered.courseId, numbered.number)
  const ahead = (date: string) => differenceInCalendarDays(parseISO(date), parseISO(day))
  return new Map(
    rows.map(({ courseId, ...session }) => [courseId, { ...session, ahead: ahead(session.date) }]),
  )
}
