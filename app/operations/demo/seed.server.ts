import { and, eq, inArray, sql } from 'drizzle-orm'
import { createConfirmedAccount } from '../../accounts/commands.server'
import { type Admin, type Member, SYSTEM } from '../../accounts/rules'
import { memberOnConsole } from '../../accounts/session/session.server'
import { issueCertificates } from '../../certificates/commands.server'
import { drawCertificates } from '../../certificates/draw.commands.server'
import { handleContact } from '../../contacts/admin/commands.server'
import { sendContact } from '../../contacts/commands.server'
import { submissionFrom } from '../../contacts/rules'
import { FIRST_SETTINGS } from '../../content/first-settings'
import { createCourse } from '../../course-editor/commands.server'
import { writeSessionsOf } from '../../courses/sessions.server'
import { db, inTransaction } from '../../database/client.server'
import {
  contactSubmissions,
  courseDocuments,
  courses,
  decisionRows,
  decisions,
  profiles,
  userCourses,
} from '../../database/schema'
import { publishBrochure } from '../../documents/brochure/commands.server'
import { addDocument } from '../../documents/course/commands.server'
import { sweepFiles } from '../../documents/sweep.server'
import { changeTerms } from '../../editions/terms.commands.server'
import { closeRegister, markAttendance, markEverybody } from '../../enrolments/attendance/commands.server'
import { lessonsWithRegister, registerPeople } from '../../enrolments/attendance/queries.server'
import { requestEnrolment } from '../../enrolments/request/commands.server'
import { approveRequest, markEnrolment, rejectRequest } from '../../enrolments/review/commands.server'
import { withoutEmails } from '../../mail/outbox.server'
import { numberSessions, type SessionFacts, spanOf } from '../../parsing/sessions.rules'
import { saveBillingDetails } from '../../payments/billing/commands.server'
import { today } from '../../runtime/clock'
import type { Outcome } from '../../runtime/outcome.rules'
import { changeSettings } from '../../settings/commands.server'
import { addTeacher } from '../../teachers/commands.server'
import { demoAbsences } from './absences'
import { DEMO_ACCOUNTS } from './accounts'
import { type DemoContact, demoContacts } from './contacts'
import { demoCourses } from './courses'
import { demoDocuments } from './documents'
import { type DemoEnrolment, demoEnrolments } from './enrolments'
import { type DemoTransfer, loadDuesAndPayments, registerDemoStatement } from './load-payments.server'
import { demoBilling } from './payments'
import { demoPdf } from './pdfs'
import { DEMO_PEOPLE, PEOPLE_WITHOUT_SIGN_IN, type PersonKey } from './people'
import type { DemoCourse } from './planned-course'

/** The courses (slugs) whose registers the demo teacher may mark: one to come, and the concluded one. */
const TAUGHT_COURSES = ['marketing-strategico-e-vendite-4-0', 'gestione-del-tempo-e-delle-priorita']

/** The bank account of the demo, with an example IBAN of the ECBS, which belongs to no bank. */
const DEMO_BANK_ACCOUNT = { beneficiary: 'Accademia Truentum', iban: 'IT60X0542811101000000123456' }

/**
 * Fills an empty database with demo data, by the ordinary commands, in one transaction and without e-mails. Does
 * nothing if there are people already. Returns whether the demo accounts exist.
 */
export async function seedDemo(): Promise<boolean> {
  if ((await db.$count(profiles)) > 0) return (await memberOnConsole(DEMO_ACCOUNTS.admin.email)) !== null
  await withoutEmails(() => inTransaction(loadDemo, { dbJoins: true })).catch(async (error) => {
    // The rollback has left the files without rows.
    await sweepFiles(Date.now())
    throw error
  })
  return true
}

async function loadDemo() {
  const admin = (await createAccount({ ...DEMO_ACCOUNTS.admin, role: 'admin' })) as Admin
  await expectSuccess(
    changeSettings(admin, 'payments', { ...FIRST_SETTINGS.payments, ...DEMO_BANK_ACCOUNT }, 0),
  )
  const people = new Map<string, Member>()
  // Unknown to everybody, so that these people cannot sign in.
  const password = crypto.randomUUID()
  for (const person of [
    DEMO_ACCOUNTS.member,
    ...PEOPLE_WITHOUT_SIGN_IN.map((demoPerson) => ({ ...demoPerson, password })),
  ]) {
    people.set(person.email, await createAccount(person))
  }

  const demo = demoCourses(today())
  /** The ids of the courses, by slug. */
  const courseIds = new Map<string, string>()
  for (const [index, course] of demo.entries()) {
    const seriesId = course.editionOf ? await seriesOf(courseIds.get(course.editionOf) ?? '') : undefined
    courseIds.set(course.slug, await addCourse(admin, course, index, seriesId))
  }
  for (const [index, { course, name, bytes, ...facts }] of demoDocuments.entries()) {
    const file = { name, bytes: await bytes() }
    const { id } = await expectSuccess(addDocument(admin, courseIds.get(course) ?? '', file, facts))
    const createdAt = sql`now() - interval '20 days' + ${index} * interval '1 day'`
    await db.update(courseDocuments).set({ createdAt }).where(eq(courseDocuments.id, id))
  }
  for (const enrolment of demoEnrolments) {
    const member = people.get(enrolment.person)
    const courseId = courseIds.get(enrolment.course)
    if (!member || !courseId)
      throw new Error(
        `Unknown person or course of a demo enrolment: ${enrolment.person}, ${enrolment.course}`,
      )
    await enrol(admin, member, courseId, enrolment)
  }
  await loadPayments(admin, people, courseIds)
  const teacher = await createAccount(DEMO_ACCOUNTS.teacher)
  for (const slug of TAUGHT_COURSES)
    await expectSuccess(addTeacher(admin, courseIds.get(slug) ?? '', teacher.email))
  for (const contact of demoContacts) await receiveMessage(admin, contact)
  for (const { slug, sessions } of demo.filter(isOver)) {
    const courseId = courseIds.get(slug) ?? ''
    await addSessions(courseId, sessions)
    await closeRegisters(admin, courseId, slug)
    await issueAttestati(admin, courseId)
  }
}

/** Creates an account with a confirmed e-mail, company and phone, and returns its member. */
async function createAccount(
  facts: Parameters<typeof createConfirmedAccount>[0] & { company?: string; phone?: string },
) {
  const created = await createConfirmedAccount(facts)
  if (!created.ok) throw new Error(`A demo account was refused: ${created.refusal}`)
  const { company, phone } = facts
  if (company || phone) await db.update(profiles).set({ company, phone }).where(eq(profiles.id, created.id))
  const member = await memberOnConsole(facts.email)
  if (!member) throw new Error('A demo account is not there')
  return member
}

/**
 * Creates a course, with its terms and brochure; a concluded one without sessions. Returns its id. Its `index` makes it
 * older than the courses before it, so that the office’s table, newest first, has the order of the demo data.
 */
async function addCourse(admin: Admin, demoCourse: DemoCourse, index: number, seriesId?: string) {
  const { brochure, slug, terms, editionOf: _editionOf, ...course } = demoCourse
  const sessions = isOver(course) ? [] : course.sessions
  const { id } = await expectSuccess(createCourse(admin, { ...course, sessions }, { seriesId }))
  await db
    .update(courses)
    .set({ createdAt: sql`now() - interval '90 days' - ${index} * interval '1 hour'` })
    .where(eq(courses.id, id))
  if (terms) await expectSuccess(changeTerms(admin, id, terms, { minParticipants: null, confirmBy: null }))
  if (brochure) {
    const file = { name: `${slug}.pdf`, bytes: await demoPdf(slug) }
    await expectSuccess(publishBrochure(admin, id, file))
  }
  return id
}

/** Returns the id of the series of a course. */
async function seriesOf(courseId: string) {
  const [course] = await db.select({ id: courses.seriesId }).from(courses).where(eq(courses.id, courseId))
  return course?.id
}

/** Whether a course is concluded. It would take no requests, so its sessions are added after the enrolments. */
const isOver = ({ sessions }: { sessions: readonly SessionFacts[] }) => {
  const { endDate } = spanOf(sessions)
  return endDate !== null && endDate < today()
}

async function addSessions(courseId: string, sessions: readonly SessionFacts[]) {
  await inTransaction((tx) => writeSessionsOf(tx, courseId, numberSessions(sessions, [])))
  await db.update(courses).set(spanOf(sessions)).where(eq(courses.id, courseId))
}

/** Marks everybody in every lesson as present, except for `demoAbsences`, and closes the registers. */
async function closeRegisters(admin: Admin, courseId: string, slug: string) {
  for (const { number } of await lessonsWithRegister(admin, courseId)) {
    await expectSuccess(markEverybody(admin, courseId, number))
    const people = await registerPeople(admin, courseId, number)
    const marks = demoAbsences
      .filter(({ course, lesson }) => course === slug && lesson === number)
      .map(({ person, minutes, arrived, left }) => ({
        enrolment:
          people.find(
            ({ firstName, lastName }) => firstName === person.firstName && lastName === person.lastName,
          )?.id ?? '',
        mark: { minutes, arrived, left },
        shown: null,
      }))
    await expectSuccess(markAttendance(admin, courseId, number, marks))
    await expectSuccess(closeRegister(admin, courseId, number))
  }
}

/**
 * Issues attestati to everybody who completed an edition, with a decision that can no longer be undone, and draws them.
 */
async function issueAttestati(admin: Admin, courseId: string) {
  const isCompleted = and(eq(userCourses.courseId, courseId), eq(userCourses.status, 'completed'))
  const completed = await db.select({ id: userCourses.id }).from(userCourses).where(isCompleted)
  const enrolments = completed.map(({ id }) => id)
  const { decision } = await issueCertificates(admin, courseId, enrolments)
  if (!decision) throw new Error('No demo attestato was issued')
  await db.update(decisions).set({ heldUntil: sql`now()` }).where(eq(decisions.id, decision))
  await drawCertificates(SYSTEM)
}

/**
 * Requests an enrolment and brings it into its state. Then it dates the request back, and the approval and all
 * decisions to six hours after it.
 */
async function enrol(
  admin: Admin,
  member: Member,
  courseId: string,
  { state, daysAgo, reason }: DemoEnrolment,
) {
  const isEnrolment = and(eq(userCourses.userId, member.id), eq(userCourses.courseId, courseId))
  await expectSuccess(requestEnrolment(member, courseId))
  const [row] = await db.select({ id: userCourses.id }).from(userCourses).where(isEnrolment)
  const id = row?.id ?? ''
  if (state === 'rejected') await expectSuccess(rejectRequest(admin, id, reason))
  else if (state !== 'pending') await expectSuccess(approveRequest(admin, id))
  if (state === 'in_progress' || state === 'completed')
    await expectSuccess(markEnrolment(admin, id, 'start', { isEarlyConfirmed: true }))
  if (state === 'completed')
    await expectSuccess(markEnrolment(admin, id, 'complete', { isEarlyConfirmed: true }))

  const requestedAt = sql`now() - ${daysAgo} * interval '1 day'`
  const madeAt = sql`least(now(), ${requestedAt} + interval '6 hours')`
  await db
    .update(userCourses)
    .set({
      requestedAt,
      approvedAt: sql`case when ${userCourses.approvedAt} is not null then ${madeAt} end`,
    })
    .where(isEnrolment)
  const decisionIds = db
    .select({ id: decisionRows.decisionId })
    .from(decisionRows)
    .where(eq(decisionRows.enrolmentId, id))
  await db.update(decisions).set({ madeAt, heldUntil: madeAt }).where(inArray(decisions.id, decisionIds))
}

/** Sends a message by the contact form and dates it back; one with a note is handled by the office. */
async function receiveMessage(admin: Admin, { hoursAgo, note, ...values }: DemoContact) {
  const submission = submissionFrom(values)
  await expectSuccess(sendContact({ address: submission.email, device: '' }, submission))
  const isSubmission = eq(contactSubmissions.email, submission.email)
  const createdAt = sql`now() - ${hoursAgo} * interval '1 hour'`
  const [row] = await db.update(contactSubmissions).set({ createdAt }).where(isSubmission).returning()
  if (note) await expectSuccess(handleContact(admin, row?.id ?? '', { note, before: '' }))
}

/** Saves the billing details of the demo, and registers what has been paid. */
async function loadPayments(
  admin: Admin,
  people: ReadonlyMap<string, Member>,
  courseIds: ReadonlyMap<string, string>,
) {
  for (const [key, details] of Object.entries(demoBilling)) {
    const member = people.get(DEMO_PEOPLE[key as PersonKey].email)
    await expectSuccess(saveBillingDetails(admin, member?.id ?? '', details, 0))
  }
  const transfers: DemoTransfer[] = []
  for (const { person, course: slug } of demoEnrolments) {
    const member = people.get(person)
    if (member)
      transfers.push(...(await loadDuesAndPayments(admin, member, { id: courseIds.get(slug) ?? '', slug })))
  }
  await registerDemoStatement(admin, DEMO_BANK_ACCOUNT.iban, transfers)
}

/** Returns the outcome of a command; throws if it was refused. */
async function expectSuccess<CommandOutcome extends Outcome<string>>(command: Promise<CommandOutcome>) {
  const outcome = await command
  if (!outcome.ok) throw new Error(`A demo command was refused: ${outcome.refusal}`)
  return outcome as Extract<CommandOutcome, { ok: true }>
}
