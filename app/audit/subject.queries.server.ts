import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { href } from 'react-router'
import { personPage } from '../accounts/pages.rules'
import { emailAddressesOf } from '../accounts/queries.server'
import { type Admin, isDeletedAccount, normalEmail, type Staff } from '../accounts/rules'
import { LEGAL_TITLES } from '../content/legal'
import { isLegalName } from '../content/legal.rules'
import { db } from '../database/client.server'
import {
  auditLogs,
  contactSubmissions,
  courseDocuments,
  courses,
  personalDocuments,
  profiles,
  userCourses,
} from '../database/schema'
import { isId } from '../parsing/text.rules'
import { editionLine } from '../ui/edition'

/**
 * What an entry is about, if it still exists. `name`: a title, a file name, an e-mail or a full name; for an enrolment
 * and a personal document the e-mail of the person and the title of the course. `address`: its page, null without one.
 */
export type Subject = {
  name: string
  /** Date and place of the course, also of the course to which a file or an enrolment belongs. */
  edition?: string
  address: string | null
  /** A deleted course, which can be restored. */
  archived?: boolean
}
type EntryReference = { entityType: string; entityId: string }
type FoundSubjects = [id: string, subject: Subject][]

/**
 * Finds what entries are about, by the id of their entity. What no longer exists, or is of an entity without a function
 * below, is missing. At most one query for each entity.
 */
export async function subjectsOf(
  _admin: Admin,
  entries: readonly EntryReference[],
): Promise<Map<string, Subject>> {
  const find = async (search: (ids: string[]) => FoundSubjects | Promise<FoundSubjects>, ids: string[]) =>
    ids.length > 0 ? search([...new Set(ids)]) : []
  const idsOf = (...entities: string[]) =>
    entries.filter(({ entityType }) => entities.includes(entityType)).map(({ entityId }) => entityId)
  // The id of an entry about many rows is no UUID: PostgreSQL would refuse it.
  const uuidsOf = (entity: string) => idsOf(entity).filter(isId)
  const subjects = await Promise.all([
    find(findCourses, uuidsOf('courses')),
    find(findDocuments, uuidsOf('course_documents')),
    find(findEnrolments, uuidsOf('user_courses')),
    find(findPersonalDocuments, uuidsOf('personal_documents')),
    find(findPeople, idsOf('profiles', 'calendar_feeds')),
    find(findContacts, uuidsOf('contact_submissions')),
    find(findLegalPages, idsOf('legal_versions')),
  ])
  return new Map(subjects.flat())
}

const edition = { startDate: courses.startDate, place: courses.place }
const enrolledPerson = { person: profiles.id, email: profiles.email, title: courses.title }

async function findCourses(ids: string[]): Promise<FoundSubjects> {
  const rows = await db
    .select({ id: courses.id, title: courses.title, archivedAt: courses.archivedAt, ...edition })
    .from(courses)
    .where(inArray(courses.id, ids))
  return rows.map(({ id, title, archivedAt, ...edition }) => {
    const subject = { name: title, edition: editionLine(edition) }
    const address = href('/admin/courses/:course', { course: id })
    return [id, archivedAt ? { ...subject, address: null, archived: true } : { ...subject, address }]
  })
}

async function findDocuments(ids: string[]): Promise<FoundSubjects> {
  const rows = await db
    .select({ id: courseDocuments.id, name: courseDocuments.fileName, ...edition })
    .from(courseDocuments)
    .innerJoin(courses, eq(courses.id, courseDocuments.courseId))
    .where(and(inArray(courseDocuments.id, ids), isNull(courseDocuments.deletedAt)))
  return rows.map(({ id, name, ...edition }) => {
    const address = href('/admin/documents/:document', { document: id })
    return [id, { name, edition: editionLine(edition), address }]
  })
}

async function findEnrolments(ids: string[]): Promise<FoundSubjects> {
  const rows = await db
    .select({ id: userCourses.id, course: courses.id, ...enrolledPerson, ...edition })
    .from(userCourses)
    .innerJoin(courses, eq(courses.id, userCourses.courseId))
    .innerJoin(profiles, eq(profiles.id, userCourses.userId))
    .where(inArray(userCourses.id, ids))
  return rows.map(({ id, course, title, email, ...edition }) => {
    const address = href('/admin/courses/:course/iscritti', { course })
    return [id, { name: `${personName(email)}, ${title}`, edition: editionLine(edition), address }]
  })
}

async function findPersonalDocuments(ids: string[]): Promise<FoundSubjects> {
  const rows = await db
    .select({ id: personalDocuments.id, ...enrolledPerson })
    .from(personalDocuments)
    .innerJoin(userCourses, eq(userCourses.id, personalDocuments.enrolmentId))
    .innerJoin(courses, eq(courses.id, userCourses.courseId))
    .innerJoin(profiles, eq(profiles.id, userCourses.userId))
    .where(and(inArray(personalDocuments.id, ids), isNull(personalDocuments.deletedAt)))
  return rows.map(({ id, email, person, title }) => [
    id,
    { name: `${personName(email)}, ${title}`, address: personAddress(person, email) },
  ])
}

async function findPeople(ids: string[]): Promise<FoundSubjects> {
  const { id, email } = profiles
  const rows = await db.select({ id, email }).from(profiles).where(inArray(id, ids))
  return rows.map(({ id, email }) => [id, { name: personName(email), address: personAddress(id, email) }])
}

const personName = (email: string) => (isDeletedAccount(email) ? 'Utente eliminato' : email)

/** The page of a person; null for a deleted account, which has none. */
const personAddress = (person: string, email: string) => (isDeletedAccount(email) ? null : personPage(person))

async function findContacts(ids: string[]): Promise<FoundSubjects> {
  const { id, name, surname } = contactSubmissions
  const rows = await db.select({ id, name, surname }).from(contactSubmissions).where(inArray(id, ids))
  return rows.map(({ id, name, surname }) => {
    const address = href('/admin/contacts/:contact', { contact: id })
    return [id, { name: `${name} ${surname}`.trim(), address }]
  })
}

function findLegalPages(names: string[]): FoundSubjects {
  return names.filter(isLegalName).map((page) => {
    const address = `${href('/admin/impostazioni/legali')}?pagina=${page}`
    return [page, { name: LEGAL_TITLES[page], address }]
  })
}

/**
 * What identifies the entries about a person: the ids of the person and of the enrolments, the present and former
 * e-mails.
 */
export type SubjectPerson = { ids: string[]; emails: string[] }

/** Finds a person by the exact e-mail or id; undefined without one. */
export async function findSubjectPerson(_staff: Staff, typed: string): Promise<SubjectPerson | undefined> {
  const [person] = await db
    .select({ id: profiles.id, email: profiles.email })
    .from(profiles)
    .where(or(eq(profiles.id, typed), eq(profiles.email, normalEmail(typed))))
    .limit(1)
  if (!person) return undefined
  const enrolments = await db
    .select({ id: userCourses.id })
    .from(userCourses)
    .where(eq(userCourses.userId, person.id))
  return { ids: [person.id, ...enrolments.map(({ id }) => id)], emails: await emailAddressesOf(db, person) }
}

/** The conditions of the entries about a person, for a union: each has an index of its own. */
export function conditionsAboutPerson({ ids, emails }: SubjectPerson): (SQL | undefined)[] {
  const { entityType, entityId, details } = auditLogs
  const isOfPersonEntity = inArray(entityType, ['profiles', 'calendar_feeds', 'user_courses'])
  // A withdrawn enrolment has no row: its entries are found by e-mail.
  return [
    and(sql`${entityId} = any(${sql.param(ids)}::text[])`, isOfPersonEntity),
    inArray(sql`(${details} ->> 'email')`, emails),
  ]
}
