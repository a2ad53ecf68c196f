import { randomUUID } from 'node:crypto'
import { desc, eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { aFinishedCourse, certificateRowsNow, issueAndDraw } from '../../tests/certificates'
import { aPerson, aRequest, aVisitor, cookieOf, emailsTo, isSignedIn, PASSWORD } from '../../tests/people'
import { withSecondFactor } from '../../tests/second-factor'
import { wholeSite } from '../../tests/site'
import { aCourse, anAdmin, anInterest, decided, emptyDatabase } from '../../tests/world'
import { updateProfile } from '../accounts/profile/commands.server'
import { requestRecovery } from '../accounts/recovery/commands.server'
import { SYSTEM } from '../accounts/rules'
import { signIn } from '../accounts/sign-in/commands.server'
import { signUp } from '../accounts/sign-up/commands.server'
import { record } from '../audit/record.server'
import { revokeCertificate } from '../certificates/commands.server'
import { sendContact } from '../contacts/commands.server'
import { db, inTransaction } from '../database/client.server'
import {
  attendance,
  auditLogs,
  backupCodes,
  calendarFeeds,
  contactSubmissions,
  interests,
  outgoingMail,
  payments,
  profiles,
  secondFactors,
  signIns,
  userCourses,
  verifications,
} from '../database/schema'
import { enrolPerson } from '../enrolments/direct/enrol.commands.server'
import { openFeed } from '../enrolments/mine/feed/commands.server'
import { requestEnrolment } from '../enrolments/request/commands.server'
import { approveRequest, rejectRequest } from '../enrolments/review/commands.server'
import { registerInterest } from '../interests/commands.server'
import { brokenInvariants } from '../operations/invariants.queries.server'
import { today } from '../runtime/clock'
import { env } from '../runtime/env.server'
import { siteSettings } from '../site/settings'
import { deleteAccount, deleteFromConsole, deletePerson } from './commands.server'
import { ownDeletionPreview } from './deletion.queries.server'

const site = await wholeSite(await import('../entry.server'))
beforeEach(emptyDatabase)

const email = 'ada@example.it'
const requestOf = async (courseId: string) => {
  const [row] = await db.select().from(userCourses).where(eq(userCourses.courseId, courseId))
  return row?.id ?? ''
}

/** Every row that could name a person, as text. */
const everythingStored = async () => {
  const tables = [
    'profiles',
    'user_courses',
    'contact_submissions',
    'outgoing_mail',
    'interests',
    'audit_logs',
    'verifications',
    'calendar_feeds',
    'sign_ins',
    'person_messages',
    'second_factors',
    'backup_codes',
  ]
  const rows = await Promise.all(tables.map((table) => db.execute(sql.raw(`select * from ${table}`))))
  return JSON.stringify(rows.map((result) => result.rows))
}

test('a deletion needs the password, with five attempts', async () => {
  const member = await aPerson('ada')
  for (let guess = 0; guess < 5; guess++)
    expect(await deleteAccount(member, 'sbagliata')).toMatchObject({ refusal: 'wrong-password' })
  expect(await deleteAccount(member, PASSWORD)).toMatchObject({ refusal: 'limited' })
  expect(await db.$count(profiles)).toBe(1)
})

test('the last administrator stays; of two, one may go, and of two at once one does', async () => {
  const admin = await aPerson('ada', 'admin')
  expect(await deleteAccount(admin, PASSWORD)).toEqual({ ok: false, refusal: 'only-admin' })
  const other = await aPerson('bea', 'admin')
  const outcomes = await Promise.all([admin, other].map((member) => deleteAccount(member, PASSWORD)))
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await db.$count(profiles, eq(profiles.role, 'admin'))).toBe(1)
})

test('paid seats of courses that have not begun are announced as cancelled, with their refund', async () => {
  const [member, admin] = [await aPerson('ada'), await anAdmin('amministra')]
  const seats = [await aCourse(), await aCourse(), await begun(), await aCourse()]
  const rows = seats.map(({ id }) => ({ userId: member.id, courseId: id, ...decided('approved') }))
  const ids = (await db.insert(userCourses).values(rows).returning()).map(({ id }) => id)
  const pay = (enrolmentId: string, amount: number) =>
    db
      .insert(payments)
      .values({ id: randomUUID(), enrolmentId, amount, receivedOn: today(), method: 'transfer' })
  const pageOf = async (path: string, person: { email: string }) =>
    (await (await site(aRequest(path, await cookieOf(person.email)))).text()).replace(/<!-- -->|\s+/g, ' ')
  const [first = '', second = '', inProgress = ''] = ids
  await pay(first, 100)
  await pay(inProgress, 100)
  expect(await ownDeletionPreview(member)).toMatchObject({ keptEnrolments: 2, cancelledPaidSeats: 1 })
  expect(await pageOf('/dashboard/elimina', member)).toContain(
    'Un posto pagato in un corso non cominciato: viene disdetto',
  )
  await pay(second, 50)
  expect(await pageOf('/dashboard/elimina', member)).toContain(
    '2 posti pagati in corsi non cominciati: vengono disdetti',
  )
  expect(await pageOf(`/admin/people/${member.id}/cancellazione`, admin)).toContain(
    '2 posti pagati in corsi non cominciati vengono disdetti',
  )
  // All of it was given back.
  await pay(second, -50)
  expect(await ownDeletionPreview(member)).toMatchObject({ cancelledPaidSeats: 1 })
})

test('an enrolment that ended stays in the register that marked it, without a name', async () => {
  const office = await anAdmin()
  const { people, enrolments } = await aFinishedCourse(['ada', 'bea'])
  const [ada] = people
  const ended = { ...decided('in_progress'), endedAt: new Date(), ending: 'cancelled_by_office' as const }
  await db
    .update(userCourses)
    .set(ended)
    .where(eq(userCourses.id, enrolments[0] ?? ''))
  expect(await deletePerson(office, ada?.id ?? '', ada?.email ?? '')).toEqual({ ok: true })
  expect(await db.$count(attendance)).toBe(2)
  const left = await db.select().from(userCourses).innerJoin(profiles, eq(profiles.id, userCourses.userId))
  const row = left.find(({ user_courses }) => user_courses.id === enrolments[0])
  expect(row?.profiles).toMatchObject({ firstName: 'Utente', lastName: 'eliminato' })
})

test('a paid seat that ends with the account has an entry in the log', async () => {
  const [member, course] = [await aPerson('ada'), await aCourse()]
  const [seat] = await db
    .insert(userCourses)
    .values({ userId: member.id, courseId: course.id, ...decided('approved') })
    .returning()
  const enrolmentId = seat?.id ?? ''
  await db
    .insert(payments)
    .values({ id: randomUUID(), enrolmentId, amount: 100, receivedOn: today(), method: 'transfer' })
  expect(await deleteAccount(member, PASSWORD)).toMatchObject({ ok: true })
  const [entry] = await db.select().from(auditLogs).where(eq(auditLogs.entityId, enrolmentId))
  expect(entry).toMatchObject({
    action: 'update',
    details: { old: { status: 'approved' }, new: { ending: 'cancelled_by_person' }, course: course.title },
  })
})

/** From yesterday to a month from now. */
const begun = () => {
  const day = (ahead: number) => today(new Date(Date.now() + ahead * 86_400_000))
  return aCourse({}, [{ startDate: day(-1) }, { startDate: day(30) }])
}

test('the account is deleted, seats become anonymous, and nothing names the person', async () => {
  const [member, office] = [await aPerson('ada'), await anAdmin()]
  await signIn(aVisitor('Safari su iPhone'), { email, password: 'sbagliata' })
  const { cookie } = await withSecondFactor(member)
  const [seat, free, waiting, refused] = [await begun(), await aCourse(), await aCourse(), await aCourse()]
  const facts = { firstName: 'Adalgisa', lastName: 'Prova', phone: '0736 123', company: 'Conti' }
  await updateProfile(member, facts, member)
  for (const course of [seat, free, waiting, refused]) await requestEnrolment(member, course.id)
  for (const course of [seat, free]) await approveRequest(office, await requestOf(course.id))
  await rejectRequest(office, await requestOf(refused.id), 'Adalgisa non ha i requisiti')
  await requestRecovery(aVisitor(), email)
  await openFeed(member)
  expect(await ownDeletionPreview(member)).toMatchObject({ keptEnrolments: 1, deletedEnrolments: 3 })
  const message = { name: 'Adalgisa', surname: 'Prova', email, phone: '0736 123', message: 'Salve' }
  await sendContact(aVisitor(), message)
  await sendContact(aVisitor(), { ...message, name: 'Lada', email: 'lada@example.it', phone: '0734 1' })
  await registerInterest(aVisitor(), free, email, 'domani')
  await anInterest(free, { email: 'lada@example.it' })
  const priceReason = 'Adalgisa è senza lavoro'
  const seatId = await requestOf(seat.id)
  await db.update(userCourses).set({ priceReason }).where(eq(userCourses.id, seatId))
  await inTransaction((tx) =>
    record(tx, office, [
      { action: 'update', entity: 'user_courses', id: seatId, details: { email, new: { priceReason } } },
      {
        action: 'create',
        entity: 'exports',
        id: 'prova.pdf',
        details: { user: `lada@example.it, ${email}` },
      },
    ]),
  )

  expect(await deleteAccount(member, PASSWORD)).toMatchObject({ ok: true })

  expect(await isSignedIn(cookie)).toBe(false)
  const left = await db.select().from(userCourses).innerJoin(profiles, eq(profiles.id, userCourses.userId))
  expect(left).toMatchObject([
    {
      user_courses: { courseId: seat.id, status: 'approved', approvedBy: office.id },
      profiles: { firstName: 'Utente', lastName: 'eliminato', phone: null, company: null, role: 'member' },
    },
  ])
  expect(left[0]?.profiles.email).toMatch(/^eliminato-[\da-f-]{36}@utente\.invalid$/)
  expect(left[0]?.profiles.id).not.toBe(member.id)
  expect(await db.select().from(contactSubmissions)).toMatchObject([{ name: 'Lada' }])
  expect(await db.select().from(interests)).toMatchObject([{ email: 'lada@example.it' }])
  expect(await db.$count(verifications)).toBe(0)
  for (const table of [calendarFeeds, signIns, secondFactors, backupCodes])
    expect(await db.$count(table)).toBe(0)
  expect(await emailsTo(email)).toMatchObject([{ kind: 'account-deleted' }])
  await db.delete(outgoingMail).where(eq(outgoingMail.kind, 'account-deleted'))
  const stored = (await everythingStored()).replaceAll('lada@example.it', '')
  for (const trace of [email, 'Adalgisa', '0736 123', 'Conti']) expect(stored).not.toContain(trace)

  const [last] = await db.select().from(auditLogs).orderBy(desc(auditLogs.id)).limit(1)
  expect(last).toMatchObject({ action: 'delete', entityType: 'profiles', entityId: member.id })
  expect(last?.details).toEqual({ cause: 'deleted_by_person', kept: 1 })
})

test('the person can sign up again and request the same course', async () => {
  const course = await begun()
  const office = await anAdmin()
  await aPerson('ada')
  await enrolPerson(office, email, [course.id])
  const [member] = await db.select().from(profiles).where(eq(profiles.email, email))
  await deleteAccount(member as never, PASSWORD)

  const again = await aPerson('ada')
  expect(again.id).not.toBe(member?.id)
  expect(await requestEnrolment(again, course.id)).toEqual({ ok: true })
  expect(await db.$count(userCourses)).toBe(2)
})

test('the anonymous profile gets no e-mail, enrolment or sign-up', async () => {
  const [member, office, course, other] = [
    await aPerson('ada'),
    await anAdmin(),
    await begun(),
    await aCourse(),
  ]
  await enrolPerson(office, email, [course.id])
  await deleteAccount(member, PASSWORD)
  const [nobody] = await db.select().from(profiles).where(sql`${profiles.email} like '%.invalid'`)
  const address = nobody?.email ?? ''

  expect(await enrolPerson(office, address, [other.id])).toMatchObject({ refusal: 'unknown-person' })
  await signUp(aVisitor(), { email: address, password: PASSWORD, firstName: 'Eva', lastName: 'Neri' })
  await requestRecovery(aVisitor(), address)
  expect(await emailsTo(address)).toEqual([])
  expect((await db.select().from(profiles).where(eq(profiles.email, address)))[0]?.firstName).toBe('Utente')
})

test('whatever the office or another tab does at the same moment, nothing of the person comes back', async () => {
  const office = await anAdmin()
  for (let round = 0; round < 5; round++) {
    const [member, waiting, other] = [await aPerson(`ada${round}`), await aCourse(), await aCourse()]
    await requestEnrolment(member, waiting.id)
    const request = await requestOf(waiting.id)
    const [deleted, approved, asked, enrolled] = await Promise.all([
      deleteAccount(member, PASSWORD),
      approveRequest(office, request),
      requestEnrolment(member, other.id),
      enrolPerson(office, member.email, [other.id]),
    ])
    expect(deleted).toMatchObject({ ok: true })
    for (const outcome of [approved, asked, enrolled])
      if (!outcome.ok)
        expect(['unknown-request', 'no-account', 'unknown-person', 'existing']).toContain(outcome.refusal)
    expect(await db.$count(userCourses, eq(userCourses.userId, member.id))).toBe(0)
    expect((await emailsTo(member.email)).map(({ kind }) => kind)).toEqual(['account-deleted'])
    await db.delete(outgoingMail).where(eq(outgoingMail.kind, 'account-deleted'))
    expect(await everythingStored()).not.toContain(member.email)
  }
})

test('an account that a restore brought back is deleted again by the id in the log, without an e-mail', async () => {
  const { id } = await aPerson('ada')
  expect(await deleteFromConsole(SYSTEM, 'altro')).toMatchObject({ refusal: 'unknown-person' })
  expect(await deleteFromConsole(SYSTEM, '../ada')).toMatchObject({ refusal: 'unknown-person' })
  expect(await deleteFromConsole(SYSTEM, id)).toEqual({ ok: true })
  expect(await everythingStored()).not.toContain(email)
  expect(await emailsTo(email)).toEqual([])
})

test('the office deletes an account on a written request: the same traces go, and the log says who did it', async () => {
  const [office, colleague, ada] = [await anAdmin(), await anAdmin('bruno'), await aPerson('ada')]
  const course = await begun()
  await enrolPerson(office, ada.email, [course.id])
  expect(await deletePerson(office, ada.id, 'altra@example.it')).toMatchObject({ refusal: 'other-email' })
  expect(await deletePerson(office, office.id, office.email)).toMatchObject({ refusal: 'own-account' })
  expect(await deletePerson(office, colleague.id, colleague.email)).toMatchObject({
    refusal: 'account-of-staff',
  })
  expect(await deletePerson(office, '../ada', ada.email)).toMatchObject({ refusal: 'unknown-person' })

  expect(await deletePerson(office, ada.id, ' ADA@example.it ')).toEqual({ ok: true })
  expect(await deletePerson(office, ada.id, ada.email)).toMatchObject({ refusal: 'unknown-person' })
  const [last] = await db.select().from(auditLogs).orderBy(desc(auditLogs.id)).limit(1)
  expect(last).toMatchObject({ userId: office.id, entityId: ada.id })
  expect(last?.details).toEqual({ cause: 'deleted_by_office', kept: 1 })
  const [farewell] = await emailsTo(ada.email)
  expect(farewell?.kind).toBe('account-deleted')
  expect(farewell?.text).toContain('hai chiesto per iscritto')
  expect(farewell?.text).toContain('restano con il tuo nome i pagamenti e i dati di fatturazione')
  expect(farewell?.text).not.toContain('i tuoi dati personali')
  await db.delete(outgoingMail).where(eq(outgoingMail.kind, 'account-deleted'))
  expect(await everythingStored()).not.toContain(ada.email)
})

test('e-mails to others stay, whose foot has the address of the office and of an administrator; those to the office go', async () => {
  const [office, ada] = [await anAdmin(), await aPerson('ada')]
  const companyEmail = siteSettings().company.email
  const staff = await aPerson('bea', 'admin')
  await db.update(profiles).set({ email: companyEmail }).where(eq(profiles.id, staff.id))
  const mail = (toAddress: string, text: string) => ({
    kind: 'prova',
    toName: '',
    toAddress,
    subject: text,
    html: '',
    text: `${text} ${companyEmail}`,
  })
  await db
    .insert(outgoingMail)
    .values([
      mail('eva@example.it', 'Ciao'),
      mail('eva@example.it', ada.email),
      mail(companyEmail, 'Salve'),
      mail(env.officeEmail, ada.email),
      mail(env.officeEmail, `x${ada.email}`),
    ])
  expect(await deleteFromConsole(SYSTEM, staff.id)).toEqual({ ok: true })
  expect(await db.$count(outgoingMail)).toBe(5)
  expect(await deletePerson(office, ada.id, ada.email)).toEqual({ ok: true })
  const left = await db
    .select()
    .from(outgoingMail)
    .where(eq(outgoingMail.kind, 'prova'))
    .orderBy(outgoingMail.id)
  expect(left.map(({ toAddress, subject }) => [toAddress, subject])).toEqual([
    ['eva@example.it', 'Ciao'],
    ['eva@example.it', ada.email],
    [companyEmail, 'Salve'],
    [env.officeEmail, `x${ada.email}`],
  ])
})

test('an enrolment with a revoked attestato stays without a name, moved or cancelled, and its seat is free', async () => {
  const office = await anAdmin()
  const { course, people, enrolments } = await aFinishedCourse(['ada', 'bea', 'eva'])
  await issueAndDraw(office, course, enrolments)
  for (const certificate of await certificateRowsNow())
    expect(await revokeCertificate(office, certificate.id, 'Errore')).toMatchObject({ ok: true })
  const [moved = '', cancelled = '', reset = ''] = enrolments
  const other = await aCourse()
  const [ada, bea, eva] = people
  const [target] = await db
    .insert(userCourses)
    .values({ userId: ada?.id ?? '', courseId: other.id, ...decided('approved') })
    .returning()
  const ended = { ...decided('in_progress'), endedAt: new Date() }
  await db
    .update(userCourses)
    .set({ ...ended, ending: 'transferred', transferredTo: target?.id })
    .where(eq(userCourses.id, moved))
  await db
    .update(userCourses)
    .set({ ...ended, ending: 'cancelled_by_office', refundGround: 'begun' })
    .where(eq(userCourses.id, cancelled))
  await db
    .update(userCourses)
    .set({ ...decided('approved'), courseId: other.id })
    .where(eq(userCourses.id, reset))

  for (const person of [ada, bea, eva])
    expect(await deletePerson(office, person?.id ?? '', person?.email ?? '')).toEqual({ ok: true })
  const left = await db.select().from(userCourses)
  expect(left.map(({ id }) => id).sort()).toEqual(enrolments.toSorted())
  expect(left.find(({ id }) => id === moved)?.transferredTo).toBeNull()
  expect(left.find(({ id }) => id === reset)?.ending).toBe('cancelled_by_person')
  expect(await certificateRowsNow()).toHaveLength(3)
  expect(await brokenInvariants()).toEqual([])
})
