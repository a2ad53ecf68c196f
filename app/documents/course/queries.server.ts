import { and, asc, desc, eq, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm'
import { href } from 'react-router'
import { isStaff, type Member, type Staff } from '../../accounts/rules'
import { SEATED_STATES } from '../../courses/seats.rules'
import { db } from '../../database/client.server'
import { courseDocuments, courses, userCourses } from '../../database/schema'
import { holdsSeat } from '../../enrolments/enrolments.sql'
import { enrolmentsReadBy } from '../../enrolments/mine/own-enrolments.sql'
import { formatFileSize } from '../../italian/file-sizes'
import { isId } from '../../parsing/text.rules'
import { fileTypeLabel, MOST_CHOICES, mayReadDocument } from '../rules'

/** Lists the `MOST_CHOICES` newest courses to choose from, by title. */
export function courseChoices(_staff: Staff) {
  const newest = db
    .select({ id: courses.id, title: courses.title, startDate: courses.startDate, place: courses.place })
    .from(courses)
    .where(isNull(courses.archivedAt))
    .orderBy(sql`${courses.startDate} desc nulls first`, asc(courses.id))
    .limit(MOST_CHOICES)
    .as('newest')
  return db.select().from(newest).orderBy(sql`${newest.title} collate "und-x-icu"`, asc(newest.id))
}

/** The documents of a course, newest first. Without pages, since a course has dozens. */
export function documentsOf(_staff: Staff, courseId: string) {
  return db
    .select()
    .from(courseDocuments)
    .where(and(eq(courseDocuments.courseId, courseId), isNotDeleted))
    .orderBy(desc(courseDocuments.createdAt), desc(courseDocuments.id))
}

/** The newest documents that a person may read as a participant of their courses. */
export function documentsOfPerson(_staff: Staff, personId: string, limit: number) {
  const { id, courseId, fileName, createdAt, visibility } = courseDocuments
  return db
    .select({ id, courseId, fileName, course: courses.title })
    .from(userCourses)
    .innerJoin(courses, eq(courses.id, userCourses.courseId))
    .innerJoin(courseDocuments, eq(courseId, courses.id))
    .where(and(eq(userCourses.userId, personId), holdsSeat, ne(visibility, 'ufficio'), isNotDeleted))
    .orderBy(desc(createdAt), desc(id))
    .limit(limit)
}

/** A document of a course, with the course; undefined for an unknown or deleted one. */
export async function documentById(_staff: Staff, id: string) {
  if (!isId(id)) return undefined
  const [row] = await db
    .select({
      document: courseDocuments,
      course: { title: courses.title, startDate: courses.startDate, place: courses.place },
    })
    .from(courseDocuments)
    .innerJoin(courses, eq(courses.id, courseDocuments.courseId))
    .where(and(eq(courseDocuments.id, id), isNotDeleted))
  return row && { ...row.document, course: row.course }
}

const isNotDeleted = isNull(courseDocuments.deletedAt)

/** Who may read a document, in words that follow its type and size; '' for everybody. */
const READERS_IN_WORDS = { pubblico: '', iscritti: 'per gli iscritti', ufficio: 'per l’ufficio' } as const

export type ReadableDocument = Awaited<ReturnType<typeof readableDocuments>>[number]

/**
 * The documents of some courses that a reader (null: a visitor) may read, newest first. `facts`: type, size and
 * readers in words, so that public pages load no rules.
 */
export async function readableDocuments(reader: Member | null, courseIds: string[]) {
  if (courseIds.length === 0) return []
  const rows = await documentsWithReader(reader, inArray(courseDocuments.courseId, courseIds)).orderBy(
    desc(courseDocuments.createdAt),
    desc(courseDocuments.id),
  )
  return rows
    .filter((row) => isReadable(row, reader))
    .map(({ document: { id, courseId, fileName, description, fileType, fileSize, visibility } }) => ({
      id,
      courseId,
      fileName,
      description,
      facts: [fileTypeLabel(fileType), formatFileSize(fileSize), READERS_IN_WORDS[visibility]]
        .filter(Boolean)
        .join(', '),
    }))
}

/**
 * A document and whether a reader (null: a visitor) may read it; undefined for an unknown or deleted one. `isPublic`:
 * whether everybody may; `page`: where the document is listed.
 */
export async function documentFor(reader: Member | null, id: string) {
  if (!isId(id)) return undefined
  const [row] = await documentsWithReader(reader, eq(courseDocuments.id, id))
  if (!row) return undefined
  const page = row.archivedAt ? href('/dashboard') : href('/corsi/:slug', { slug: row.slug })
  return { ...row.document, readable: isReadable(row, reader), isPublic: isReadable(row, null), page }
}

/**
 * Documents with the id of the reader's enrolment that has a seat in their course, null without one. A decision that
 * the office can still undo does not count: the reader does not know of it.
 */
function documentsWithReader(reader: Member | null, which: SQL) {
  const ownEnrolments = enrolmentsReadBy({ id: reader?.id ?? '' })
  return db
    .select({
      document: courseDocuments,
      slug: courses.slug,
      archivedAt: courses.archivedAt,
      draft: courses.draft,
      enrolment: ownEnrolments.id,
    })
    .from(courseDocuments)
    .innerJoin(courses, eq(courses.id, courseDocuments.courseId))
    .leftJoin(
      ownEnrolments,
      and(
        eq(ownEnrolments.courseId, courses.id),
        isNull(ownEnrolments.endedAt),
        inArray(ownEnrolments.status, [...SEATED_STATES]),
      ),
    )
    .where(and(which, isNotDeleted))
    .$dynamic()
}

type DocumentWithReader = Awaited<ReturnType<typeof documentsWithReader>>[number]

function isReadable(
  { document, archivedAt, draft, enrolment }: DocumentWithReader,
  reader: Member | null,
): boolean {
  return mayReadDocument(
    { visibility: document.visibility, hidden: draft || archivedAt !== null },
    { staff: reader !== null && isStaff(reader), seated: reader !== null && enrolment !== null },
  )
}
