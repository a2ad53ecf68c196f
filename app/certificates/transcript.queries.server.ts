import { asc, eq, inArray, sql } from 'drizzle-orm'
import type { Member, Staff } from '../accounts/rules'
import { isAtOwnPace } from '../courses/rules'
import { SEATED_STATES } from '../courses/seats.rules'
import { db } from '../database/client.server'
import { attendance, certificates, courseSessions, courses } from '../database/schema'
import { attendanceRequirement } from '../enrolments/attendance/rules'
import { canBeUndone, isEditionDecisionOpen } from '../enrolments/decisions.sql'
import { enrolmentsReadBy } from '../enrolments/mine/own-enrolments.sql'
import { stateOrEndingLabel } from '../enrolments/rules'
import { formatPeriod } from '../italian/periods'
import type { TranscriptFacts } from '../papers/rules'
import { NO_DATES, placeInOffice } from '../ui/edition'
import { verificationPage } from './facts.server'
import { type CertificateNumber, formatCertificateNumber } from './rules'

type Person = Pick<Member, 'id' | 'firstName' | 'lastName'>

/** The facts of a member's own transcript. */
export const ownTranscript = (member: Member) => transcriptOf(member)

/** The facts of a person's transcript for the office, the same that the person reads. */
export const transcriptFor = (_staff: Staff, person: Person) => transcriptOf(person)

/**
 * The courses in which a person has a seat, or had one and attended a lesson, by first day. Decisions that the office
 * can still take back are left out, and only the hours of closed registers count.
 */
async function transcriptOf(person: Person): Promise<TranscriptFacts> {
  const enrolments = enrolmentsReadBy(person)
  const rows = await db
    .select({
      status: enrolments.status,
      ending: enrolments.ending,
      hasCertificate: enrolments.hasCertificate,
      attended: sql<number>`(select coalesce(sum(mark.minutes), 0)::int from ${attendance} as mark
        join ${courseSessions} as lesson on lesson.course_id = mark.course_id and lesson.number = mark.lesson
        where mark.enrolment_id = ${enrolments.id} and lesson.closed_at is not null)`,
      /** Of the valid attestato. A replaced one counts as valid while its replacement can be taken back. */
      certificateNumber: sql<CertificateNumber | null>`(select json_build_object('year', paper.year, 'seq', paper.seq)
        from ${certificates} as paper where paper.enrolment_id = ${enrolments.id}
          and not ${canBeUndone(sql`paper.decision_id`)}
          and (paper.ended_at is null or exists (select from ${certificates} as newer
            where newer.replaces = paper.id and ${canBeUndone(sql`newer.decision_id`)})))`,
      course: {
        title: courses.title,
        place: courses.place,
        format: courses.format,
        startDate: courses.startDate,
        endDate: courses.endDate,
        attendanceThreshold: courses.attendanceThreshold,
        hasOpenPostponement: isEditionDecisionOpen('postpone'),
        lessons: sql<
          { hours: number | null }[]
        >`(select coalesce(json_agg(json_build_object('hours', hours)), '[]')
          from ${courseSessions} where course_id = ${courses.id})`,
      },
    })
    .from(enrolments)
    .innerJoin(courses, eq(courses.id, enrolments.courseId))
    .where(inArray(enrolments.status, [...SEATED_STATES]))
    .orderBy(sql`${courses.startDate} asc nulls last`, asc(courses.title), asc(enrolments.id))
  const listedRows = rows.filter(({ ending, attended }) => ending === null || attended > 0)
  return {
    firstName: person.firstName,
    lastName: person.lastName,
    verificationPage: verificationPage(),
    printedAt: new Date(),
    courses: listedRows.map(({ status, ending, hasCertificate, attended, certificateNumber, course }) => {
      const { planned } = attendanceRequirement(course.lessons, course.attendanceThreshold)
      const atOwnPace = isAtOwnPace(course)
      const period = course.hasOpenPostponement ? '' : formatPeriod(course.startDate, course.endDate)
      const hasRegisters = course.lessons.length > 0 && !atOwnPace
      return {
        title: course.title,
        dates: atOwnPace ? '' : period || NO_DATES,
        place: placeInOffice(course.place),
        attendance: hasRegisters ? { attended, planned } : null,
        state: stateOrEndingLabel(status, ending),
        certificate: certificateNumber
          ? `n. ${formatCertificateNumber(certificateNumber)}`
          : hasCertificate
            ? 'Consegnato'
            : null,
      }
    }),
  }
}
