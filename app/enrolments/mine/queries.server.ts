import { and, asc, desc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { alias, type PgColumn } from 'drizzle-orm/pg-core'
import type { Member } from '../../accounts/rules'
import { minimumOf } from '../../courses/minimum.rules'
import { nextSessions } from '../../courses/next-session.queries.server'
import { instalmentsOf } from '../../courses/price.rules'
import { courseState, hasBegun, isConcluded } from '../../courses/rules'
import { isSeated } from '../../courses/seats.rules'
import { hasFreeSeat, peopleEnrolled, seatsTaken } from '../../courses/seats.sql'
import { db } from '../../database/client.server'
import { courses, userCourses } from '../../database/schema'
import { isJustNow } from '../../database/sent-twice.server'
import { isId } from '../../parsing/text.rules'
import { today } from '../../runtime/clock'
import { refuse } from '../../runtime/outcome.rules'
import { answerDeadline, isAnswerLate } from '../../site/opening.server'
import { errorToast } from '../../ui/toast'
import { isEditionDecisionOpen, startBeforePostponement } from '../decisions.sql'
import { balancesOf } from '../dues/queries.server'
import { isLive } from '../enrolments.sql'
import { newDatesDeadlinesWhere } from '../new-dates.queries.server'
import { refundsOf } from '../refund.queries.server'
import { isVisibleToPayer } from '../refund.sql'
import { explainEnrolmentRefusal } from '../refusals.rules'
import { type Ending, type EnrolmentRefused, type EnrolmentState, groupOf } from '../rules'
import { isRequestableBy, waitingPlacesOf } from '../waiting-list/queries.server'
import { enrolmentsReadBy } from './own-enrolments.sql'

/** A moment of a course as people in it may read it: null while the office can still take its decision back. */
const readableMoment = (kind: 'cancel-edition' | 'confirm-edition', moment: PgColumn) =>
  sql`case when not ${isEditionDecisionOpen(kind)} then ${moment} end`.mapWith(moment) as SQL<Date | null>
/** When a course was cancelled, as people in it may read it. */
export const readableCancelledAt = readableMoment('cancel-edition', courses.cancelledAt)
/** When a course was confirmed, as people in it may read it. */
export const readableConfirmedAt = readableMoment('confirm-edition', courses.confirmedAt)
/** The first day of a course, as people in it may read it: while new dates can be taken back, the former one. */
export const readableStartDate = sql<
  string | null
>`case when ${isEditionDecisionOpen('postpone')} then ${startBeforePostponement} else ${courses.startDate} end`

/**
 * The enrolments of a member as `enrolmentsReadBy` gives them, newest first. Those of the group 'now' have the next
 * session, the note on payment and the address of the lessons; a pending request has the time of its answer and its
 * place on the waiting list; a rejected one, or one of a cancelled edition, has another course to ask for
 * (`courseInstead`).
 * @param filter conditions that all have to hold; without one, all enrolments
 */
export async function enrolmentsOf(
  member: Member,
  filter: { id?: string; courseId?: string; slugs?: string[] } = {},
) {
  const ownEnrolments = enrolmentsReadBy(member)
  const rows = await db
    .select({
      id: ownEnrolments.id,
      status: ownEnrolments.status,
      requestedAt: ownEnrolments.requestedAt,
      reopenedAt: ownEnrolments.reopenedAt,
      waitingSince: ownEnrolments.waitingSince,
      admittedAt: ownEnrolments.admittedAt,
      reference: ownEnrolments.reference,
      agreedPrice: ownEnrolments.agreedPrice,
      approvedAt: ownEnrolments.approvedAt,
      rejectedAt: ownEnrolments.rejectedAt,
      rejectReason: ownEnrolments.rejectReason,
      endedAt: ownEnrolments.endedAt,
      ending: ownEnrolments.ending,
      endReason: ownEnrolments.endReason,
      transferredTo: ownEnrolments.transferredTo,
      hasCertificate: ownEnrolments.hasCertificate,
      isLastDecisionOpen: ownEnrolments.isLastDecisionOpen,
      /** How the office entered the person who has not asked, also before a move; null for a request. */
      officeEntry: sql<'enrolled' | 'listed' | null>`(
        select case when former.approved_at = former.requested_at then 'enrolled' else 'listed' end
        from ${userCourses} former where former.user_id = ${ownEnrolments.userId}
          and former.requested_at = ${ownEnrolments.requestedAt}
          and former.requested_at in (former.approved_at, former.admitted_at) limit 1)`,
      /** The course has new dates that the office can still take back. */
      hasOpenPostponement: isEditionDecisionOpen('postpone'),
      /** The course that the person was moved to. `isEdition`: it is another edition of the same course. */
      movedTo: sql<{ title: string; startDate: string | null; isEdition: boolean } | null>`(
        select json_build_object('title', course.title, 'startDate', course.start_date, 'isEdition', course.series_id = ${courses.seriesId})
        from ${userCourses} moved join ${courses} course on course.id = moved.course_id where moved.id = ${ownEnrolments.transferredTo})`,
      course: {
        id: courses.id,
        slug: courses.slug,
        title: courses.title,
        modalita: courses.modalita,
        tipoSessione: courses.tipoSessione,
        location: courses.location,
        price: courses.price,
        startDate: readableStartDate,
        endDate: courses.endDate,
        comingSoon: courses.comingSoon,
        seriesId: courses.seriesId,
        cancelledAt: readableCancelledAt,
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
        confirmedAt: readableConfirmedAt,
        peopleEnrolled,
      },
    })
    .from(ownEnrolments)
    .innerJoin(courses, eq(courses.id, ownEnrolments.courseId))
    .where(
      and(
        filter.id === undefined ? undefined : eq(ownEnrolments.id, filter.id),
        filter.courseId === undefined ? undefined : eq(ownEnrolments.courseId, filter.courseId),
        filter.slugs === undefined ? undefined : inArray(courses.slug, filter.slugs),
      ),
    )
    .orderBy(desc(ownEnrolments.requestedAt), desc(ownEnrolments.id))

  const [day, now] = [today(), new Date()]
  const groupedRows = rows.map((row) => {
    const state = courseState(row.course, day)
    return { ...row, state, group: groupOf(row.status, state, row.ending) }
  })
  const currentCourseIds = groupedRows.filter(({ group }) => group === 'now').map(({ course }) => course.id)
  const hasPending = rows.some(({ status, ending }) => status === 'pending' && !ending)
  const seatedRows = rows.filter(
    ({ status, ending, isLastDecisionOpen }) => isSeated(status) && !ending && !isLastDecisionOpen,
  )
  const [sessions, newDatesDeadlines, coursesInstead, places, balances, refunds] = await Promise.all([
    nextSessions(currentCourseIds, day),
    newDatesDeadlinesWhere(
      inArray(
        userCourses.id,
        rows.map(({ id }) => id),
      ),
    ),
    findCoursesInstead(
      member,
      rows.filter(mayNeedAnother).map(({ course }) => course.id),
    ),
    hasPending ? waitingPlacesOf(member) : [],
    balancesOf(
      seatedRows.map(({ id }) => id),
      isVisibleToPayer,
    ),
    refundsOf(
      rows.flatMap(({ id, ending, isLastDecisionOpen }) => (ending && !isLastDecisionOpen ? [id] : [])),
      isVisibleToPayer,
    ),
  ])
  return groupedRows.map(({ state, course, terms, agreedPrice, ...row }) => ({
    ...row,
    /** The agreed price in euros, else the present full price of the course; null if neither is known. */
    price: agreedPrice ?? course.price,
    /** What is due and paid; null without a seat, without dues and payments, and while a decision can be taken back. */
    balance: balances.get(row.id) ?? null,
    /**
     * What is given back after the end of the enrolment; null before it, after a move, if nothing was paid, and while a
     * decision can be taken back.
     */
    refund: refunds.get(row.id) ?? null,
    instalments: instalmentsOf(agreedPrice ?? course.price, { ...course, ...terms }),
    course: {
      ...course,
      confirmedAt: terms.confirmedAt,
      // Only participants of a course that goes on read these.
      ...(row.group !== 'now' && { afterApproval: null, lessonsUrl: null }),
      state,
      /** Whether the course has begun; false without dates. */
      hasBegun: hasBegun(course, day),
      /** Whether the last day of the course has passed, whatever its state. */
      concluded: isConcluded(course, day),
      /** Whether the edition is certain to take place, in words; null if nothing is said, or outside group 'now'. */
      minimum: row.group === 'now' ? minimumOf({ ...course, ...terms }, day) : null,
    },
    nextSession: row.hasOpenPostponement ? null : (sessions.get(course.id) ?? null),
    /** The last day to answer a question about new dates, YYYY-MM-DD; null without an open question. */
    newDatesDeadline: newDatesDeadlines.get(row.id) ?? null,
    /** Of a pending request: `by` when the office answers it, in words, and whether that is past; null for others. */
    officeAnswer:
      row.status === 'pending' && !row.ending
        ? {
            by: answerDeadline(row.reopenedAt ?? row.requestedAt),
            late: isAnswerLate(row.reopenedAt ?? row.requestedAt, now),
          }
        : null,
    /** Another course to ask for, of a rejected request or a cancelled edition; null if there is none. */
    courseInstead: mayNeedAnother(row) ? (coursesInstead.get(course.id) ?? null) : null,
    /**
     * The place on the waiting list, also of a missed offer; null without one, and while a decision can be taken back.
     */
    waitingPlace: row.isLastDecisionOpen ? null : (places.find(({ id }) => id === row.id) ?? null),
  }))
}

export type Enrolment = Awaited<ReturnType<typeof enrolmentsOf>>[number]

/** One enrolment of a member; undefined if it does not exist or is of somebody else. */
export async function enrolmentOf(member: Member, id: string): Promise<Enrolment | undefined> {
  if (!isId(id)) return undefined
  const [enrolment] = await enrolmentsOf(member, { id })
  return enrolment
}

/**
 * Tells a member why they cannot change an enrolment: it is being updated, while the office can still take back a
 * decision about it, which the refusal itself would give away; else why it was `refused`.
 */
export async function ownRefusalToast(member: Member, enrolmentId: string, refused: EnrolmentRefused) {
  const enrolment = await enrolmentOf(member, enrolmentId)
  return errorToast(explainEnrolmentRefusal(enrolment?.isLastDecisionOpen ? refuse('updating') : refused))
}

/** Whether a person is shown another course to ask for, since this enrolment is rejected or its edition cancelled. */
const mayNeedAnother = ({ status, ending }: { status: EnrolmentState; ending: Ending | null }) =>
  status === 'rejected' || ending === 'edition_cancelled'

/**
 * A course to ask for in place of another. `isSameCourse`: it is an edition of the same course; else a course of the
 * same theme.
 */
export type CourseInstead = { slug: string; title: string; startDate: string | null; isSameCourse: boolean }

/**
 * For each of these courses, by its id: the next edition of it that the member can ask for, which has more free seats
 * than people who wait; else the next such course of its theme.
 */
async function findCoursesInstead(member: Member, ids: string[]): Promise<Map<string, CourseInstead>> {
  if (ids.length === 0) return new Map()
  const originalCourse = alias(courses, 'original')
  const isSameCourse = sql<boolean>`${courses.seriesId} = ${originalCourse.seriesId}`
  const { slug, title, startDate } = courses
  const rows = await db
    .selectDistinctOn([originalCourse.id], { id: originalCourse.id, slug, title, startDate, isSameCourse })
    .from(originalCourse)
    .innerJoin(courses, or(isSameCourse, eq(courses.theme, originalCourse.theme)))
    .where(and(inArray(originalCourse.id, ids), isRequestableBy(sql`${courses}`, member), hasFreeSeat))
    .orderBy(originalCourse.id, desc(isSameCourse), sql`${startDate} asc nulls last`, asc(courses.id))
  return new Map(rows.map(({ id, ...course }) => [id, course]))
}

/** The state of a member's live enrolment in a course, as they may read it; null without one. */
export async function enrolmentState(member: Member, courseId: string): Promise<EnrolmentState | null> {
  const ownEnrolments = enrolmentsReadBy(member)
  const [row] = await db
    .select({ status: ownEnrolments.status })
    .from(ownEnrolments)
    .where(and(eq(ownEnrolments.courseId, courseId), isNull(ownEnrolments.endedAt)))
  return row?.status ?? null
}

/**
 * Turns the refusal 'existing' of a request into one with the state that the member may read, or into 'updating' if
 * they may read none; other refusals stay as they are.
 */
export async function requestRefusalFor(
  member: Member,
  courseId: string,
  refused: EnrolmentRefused,
): Promise<EnrolmentRefused> {
  if (refused.refusal !== 'existing') return refused
  const state = await enrolmentState(member, courseId)
  return state ? refuse('existing', { state }) : refuse('updating')
}

/**
 * A member's live enrolment in a course, or else the one that ended because the course was cancelled; undefined
 * without either.
 */
export async function enrolmentIn(member: Member, courseId: string): Promise<Enrolment | undefined> {
  const enrolments = await enrolmentsOf(member, { courseId })
  return (
    enrolments.find(({ ending }) => !ending) ??
    enrolments.find(({ ending }) => ending === 'edition_cancelled')
  )
}

/** A member's live enrolments in courses, by the slug of the course. */
export async function enrolmentsBySlug(member: Member, slugs: string[]): Promise<Map<string, Enrolment>> {
  const enrolments = await enrolmentsOf(member, { slugs })
  return new Map(
    enrolments.flatMap((enrolment) => (enrolment.ending ? [] : [[enrolment.course.slug, enrolment]])),
  )
}

/**
 * Whether a member has a pending request for the course from the last ten seconds: the form was then sent twice. Seats
 * that staff give themselves are not pending, and do not count.
 */
export async function hasJustAsked(member: Member, courseId: string): Promise<boolean> {
  const { userId, courseId: course, requestedAt, status } = userCourses
  return (
    (await db.$count(
      userCourses,
      and(eq(userId, member.id), eq(course, courseId), eq(status, 'pending'), isLive, isJustNow(requestedAt)),
    )) > 0
  )
}
