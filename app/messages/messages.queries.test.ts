import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { decisionOf, withUndo } from '../../tests/decisions'
import { emptyFolder, storedFiles } from '../../tests/files'
import { aMailServer, refusal } from '../../tests/mail-server'
import { aPerson, aRequest, cookieOf } from '../../tests/people'
import { wholeSite } from '../../tests/site'
import { aCourse, aMember, anAdmin, decided, emptyDatabase, inDays } from '../../tests/world'
import { SYSTEM } from '../accounts/rules'
import { db } from '../database/client.server'
import {
  auditLogs,
  decisions,
  editionMessages,
  mailAttachments,
  outgoingMail,
  postponements,
  profiles,
  userCourses,
} from '../database/schema'
import { sweepFiles } from '../documents/sweep.server'
import { sendReminders } from '../editions/reminders.commands.server'
import { approveRequest } from '../enrolments/review/commands.server'
import { ENROLMENT_STATES } from '../enrolments/rules'
import { runMailSender } from '../mail/sender.server'
import { smtp } from '../mail/smtp.server'
import { dataOf } from '../privacy/queries.server'
import { undoDecision } from '../undo/commands.server'
import { addAttachment, sendMessage, sendMessageAgain, sendTrial } from './commands.server'
import { attachmentsOf, messagesOf, messagesTo, possibleRecipientsOf } from './queries.server'

beforeEach(async () => {
  emptyFolder()
  await emptyDatabase()
})

async function anEdition() {
  const course = await aCourse()
  const ids: Record<string, string> = {}
  for (const status of ENROLMENT_STATES) {
    const { id } = await aMember(status.replace('_', ''))
    const [row] = await db
      .insert(userCourses)
      .values({ userId: id, courseId: course.id, ...decided(status) })
      .returning({ id: userCourses.id })
    ids[status] = row?.id ?? ''
  }
  return { ...course, ids: ids as Record<(typeof ENROLMENT_STATES)[number], string> }
}
type Edition = Awaited<ReturnType<typeof anEdition>>

const hello = {
  subject: 'Aula nuova',
  text: 'Ciao [nome],\n\nci vediamo al piano terra per [CORSO].',
  attachments: [],
}

const messageTo = ({ ids }: Edition, ...states: (typeof ENROLMENT_STATES)[number][]) => ({
  to: states.map((state) => ids[state]),
  key: randomUUID(),
  ...hello,
})

const aFile = (name: string, content = 'Come raggiungerci') => ({
  name,
  bytes: new TextEncoder().encode(content),
})

async function anAttachment(admin: Awaited<ReturnType<typeof anAdmin>>, name = 'Come raggiungerci.txt') {
  const added = await addAttachment(admin, aFile(name))
  return added.ok ? added.id : ''
}

const mails = () => db.select().from(outgoingMail).orderBy(outgoingMail.toAddress)

test('a message goes to exactly the chosen people, with what each reads in place of the placeholders, and is kept', async () => {
  const [admin, course] = [await anAdmin(), await anEdition()]
  const sent = await sendMessage(admin, course.id, messageTo(course, 'approved', 'completed'))
  expect(sent).toMatchObject({ ok: true, notified: 2 })
  const found = await mails()
  expect(found.map(({ toAddress, replyTo }) => [toAddress, replyTo])).toEqual([
    ['approved@example.it', 'segreteria@example.org'],
    ['completed@example.it', 'segreteria@example.org'],
  ])
  expect(found[0]?.subject).toContain('Aula nuova')
  expect(found[0]?.text.match(/Ciao/g)).toHaveLength(1)
  expect(found[0]?.text).toContain('Ciao Approved,')
  expect(found[0]?.text).toContain(`piano terra per ${course.title}.`)
  expect(await messagesOf(admin, course.id)).toMatchObject([
    {
      ...hello,
      people: 2,
      by: 'Carla Prova',
      undoneAt: null,
      queued: 2,
      recipients: [
        { name: 'Approved Prova', state: 'queued' },
        { name: 'Completed Prova', state: 'queued' },
      ],
    },
  ])
  const [reached] = await db.select().from(profiles).where(eq(profiles.email, 'approved@example.it'))
  expect(await messagesTo(admin, reached?.id ?? '', 5)).toMatchObject([
    { subject: 'Aula nuova', course: course.title, by: 'Carla Prova' },
  ])
  expect(await messagesTo(admin, 'pending', 5)).toEqual([])
  expect((await dataOf(reached as never)).messaggi_ricevuti).toMatchObject([{ oggetto: 'Aula nuova' }])
  expect(await db.select().from(auditLogs)).toMatchObject([
    { action: 'create', entityType: 'edition_messages', details: { subject: 'Aula nuova', count: 2 } },
  ])
})

test('a message names 30 of its recipients, first those whom it did not reach', async () => {
  const [admin, course] = [await anAdmin(), await aCourse()]
  const to: string[] = []
  for (let number = 10; number < 43; number++) {
    const { id: userId } = await aMember(`persona${number}`, { lastName: `Prova ${number}` })
    const [row] = await db
      .insert(userCourses)
      .values({ userId, courseId: course.id, ...decided('approved') })
      .returning({ id: userCourses.id })
    to.push(row?.id ?? '')
  }
  await sendMessage(admin, course.id, { ...hello, to, key: randomUUID() })
  await db
    .update(outgoingMail)
    .set({ failedAt: new Date() })
    .where(eq(outgoingMail.toAddress, 'persona42@example.it'))
  const [message] = await messagesOf(admin, course.id)
  expect(message).toMatchObject({ people: 33, queued: 32, undelivered: 1 })
  expect(message?.recipients).toHaveLength(30)
  expect(message?.recipients.slice(0, 2)).toMatchObject([
    { name: 'Persona42 Prova 42', state: 'undelivered' },
    { name: 'Persona10 Prova 10', state: 'queued' },
  ])
})

test('a message is taken back until it leaves, and changes no enrolment', async () => {
  withUndo()
  const [admin, course] = [await anAdmin(), await anEdition()]
  const before = await db.select().from(userCourses)
  const sent = await sendMessage(admin, course.id, messageTo(course, 'approved'))
  expect(await db.select().from(userCourses)).toEqual(before)
  expect(await undoDecision(admin, decisionOf(sent))).toMatchObject({ ok: true })
  expect(await db.$count(outgoingMail)).toBe(0)
  expect(await messagesOf(admin, course.id)).toMatchObject([{ undoneAt: expect.any(Date) }])
  expect(await messagesTo(admin, 'approved', 5)).toEqual([])
})

test('an empty message, one for nobody or for people elsewhere, and an unknown edition are refused', async () => {
  const [admin, course, other] = [await anAdmin(), await anEdition(), await aCourse({ title: 'Altro' })]
  const send = (facts: Partial<Parameters<typeof sendMessage>[2]>, id = course.id) =>
    sendMessage(admin, id, { ...messageTo(course, 'approved'), ...facts })
  expect(await send({ subject: ' \0' })).toMatchObject({ refusal: 'no-subject' })
  expect(await send({ text: '\n' })).toMatchObject({ refusal: 'no-text' })
  expect(await send({ text: 'Ciao [nome],\n\n' })).toMatchObject({ refusal: 'no-text' })
  expect(await send({ subject: 'x'.repeat(121) })).toMatchObject({ refusal: 'long-subject' })
  expect(await send({ text: 'x'.repeat(4_001) })).toMatchObject({ refusal: 'long-text' })
  expect(await send({ to: [] })).toMatchObject({ refusal: 'no-recipients' })
  expect(await send({ to: ['x', randomUUID()] })).toMatchObject({ refusal: 'no-recipients' })
  expect(await send({}, other.id)).toMatchObject({ refusal: 'no-recipients' })
  expect(await send({ to: Array.from({ length: 501 }, () => randomUUID()) })).toMatchObject({
    refusal: 'too-many-recipients',
  })
  expect(await send({}, 'x')).toMatchObject({ refusal: 'unknown' })
  expect(await send({ key: 'x' })).toMatchObject({ refusal: 'unknown' })
  expect(await send({}, randomUUID())).toMatchObject({ refusal: 'unknown' })
  expect(await db.$count(outgoingMail)).toBe(0)
})

test('the same form twice, at once or later, is one message', async () => {
  const [admin, course] = [await anAdmin(), await anEdition()]
  const message = messageTo(course, 'approved')
  const send = () => sendMessage(admin, course.id, message)
  const outcomes = await Promise.all([send(), send()])
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await send()).toMatchObject({ refusal: 'sent-twice' })
  expect(await db.$count(outgoingMail)).toBe(1)
})

test('a message to the person of a decision is taken back before it', async () => {
  withUndo()
  const [admin, course] = [await anAdmin(), await anEdition()]
  const approved = await approveRequest(admin, course.ids.pending)
  const sent = await sendMessage(admin, course.id, messageTo(course, 'approved', 'pending'))
  expect(sent).toMatchObject({ notified: 2 })
  expect(await undoDecision(admin, decisionOf(approved))).toMatchObject({ refusal: 'changed' })
  expect(await undoDecision(admin, decisionOf(sent))).toMatchObject({ ok: true })
  expect(await undoDecision(admin, decisionOf(approved))).toMatchObject({ ok: true })
})

test('the people of an edition are known by why one would write to them; who deleted the account is not among them', async () => {
  const [admin, course] = [await anAdmin(), await anEdition()]
  await db
    .update(userCourses)
    .set({ admittedAt: new Date(), waitingSince: new Date() })
    .where(eq(userCourses.id, course.ids.pending))
  await db
    .update(profiles)
    .set({ email: 'x@utente.invalid' })
    .where(eq(profiles.email, 'rejected@example.it'))
  const recipients = await possibleRecipientsOf(admin, course.id)
  expect(
    recipients.map(({ status, isAdmitted, isOnWaitingList }) => [status, isAdmitted && isOnWaitingList]),
  ).toEqual([
    ['approved', false],
    ['completed', false],
    ['in_progress', false],
    ['pending', true],
  ])
})

test('who has not answered about new dates is one who takes part', async () => {
  const [admin, course] = [await anAdmin(), await anEdition()]
  await db.update(userCourses).set({ requestedAt: sql`now() - interval '9 days'` })
  await db
    .update(userCourses)
    .set({ approvedAt: sql`now() - interval '8 days'` })
    .where(eq(userCourses.status, 'approved'))
  const [decision] = await db
    .insert(decisions)
    .values({ kind: 'postpone', actorId: admin.id, courseId: course.id, heldUntil: new Date() })
    .returning()
  await db.insert(postponements).values({
    decisionId: decision?.id ?? '',
    courseId: course.id,
    sessionsBefore: [],
    answerBy: '2099-01-01',
  })
  const unanswered = (await possibleRecipientsOf(admin, course.id)).filter(
    ({ hasNotAnswered }) => hasNotAnswered,
  )
  expect(unanswered.map(({ status }) => status)).not.toContain('pending')
  expect(unanswered.map(({ status }) => status)).toContain('approved')
})

test('a trial reaches whoever wrote it, as the person would read it, once when pressed twice', async () => {
  const [admin, course] = [await anAdmin(), await anEdition()]
  const attachments = [await anAttachment(admin)]
  const trial = { to: course.ids.approved, ...hello, attachments }
  const outcomes = await Promise.all([1, 2].map(() => sendTrial(admin, course.id, trial)))
  expect(outcomes).toEqual([{ ok: true }, { ok: true }])
  expect(await mails()).toMatchObject([
    {
      toAddress: admin.email,
      subject: expect.stringMatching(/^Prova: Aula nuova/),
      text: expect.stringContaining('Ciao Approved,'),
      attachments,
      decisionId: null,
    },
  ])
  expect(await db.$count(editionMessages)).toBe(0)
  expect(await sendTrial(admin, course.id, { ...trial, to: randomUUID() })).toMatchObject({
    refusal: 'no-recipients',
  })
  expect(await sendTrial(admin, course.id, { ...trial, subject: '' })).toMatchObject({
    refusal: 'no-subject',
  })
  expect(await db.select().from(auditLogs)).toMatchObject([
    { details: { subject: 'Aula nuova', trial: true } },
  ])
})

test('files are checked like documents, and only those of the same administrator go along', async () => {
  const [admin, course] = [await anAdmin(), await anEdition()]
  expect(await addAttachment(admin, aFile('programma.exe'))).toMatchObject({ refusal: 'unsupported' })
  expect(await addAttachment(admin, aFile('vuoto.txt', ''))).toMatchObject({ refusal: 'empty' })
  expect(await addAttachment(admin, aFile('finto.pdf'))).toMatchObject({ refusal: 'disguised' })
  expect(await storedFiles()).toEqual([])
  const own = await anAttachment(admin)
  const other = await anAdmin('bice')
  const colleagueFile = await anAttachment(other)
  expect(await attachmentsOf(admin, [colleagueFile, own, 'x'])).toMatchObject([{ id: own }])
  for (const attachments of [[colleagueFile], [own, randomUUID()]])
    expect(
      await sendMessage(admin, course.id, { ...messageTo(course, 'approved'), attachments }),
    ).toMatchObject({ refusal: 'lost-file' })
  expect(await db.$count(outgoingMail)).toBe(0)
})

/** A day has passed for everything that waits. */
const aDayLater = () => db.update(mailAttachments).set({ usedAt: sql`now() - interval '25 hours'` })
/** Files of this second are swept too. */
const sweep = () => sweepFiles(Date.now() + 60_000)

test('files arrive with the e-mails, again after a failure, and are removed when nobody needs them any more', async () => {
  const [admin, course] = [await anAdmin(), await anEdition()]
  const attachments = [await anAttachment(admin), await anAttachment(admin, 'Orari.txt')]
  const forgotten = await anAttachment(admin, 'Mai spedito.txt')
  const sent = await sendMessage(admin, course.id, {
    ...messageTo(course, 'approved', 'completed'),
    attachments,
  })
  let refuses = true
  const { url, received } = await aMailServer({
    onRcptTo: ({ address }, _session, reply) =>
      refuses && address.startsWith('completed') ? reply(refusal(550, '5.1.1 No such user')) : reply(),
  })
  const sender = runMailSender(smtp(url, { name: 'Truentum', address: 'segreteria@example.org' }), {
    poll: 20,
  })
  onTestFinished(() => sender.stop())
  const outcome = async () => (await messagesOf(admin, course.id))[0]
  await vi.waitFor(
    async () => expect(await outcome()).toMatchObject({ delivered: 1, undelivered: 1 }),
    10_000,
  )
  expect(received[0]?.attachments).toMatchObject([
    { filename: 'Come raggiungerci.txt', mimeType: 'text/plain' },
    { filename: 'Orari.txt' },
  ])
  expect((await outcome())?.attachments).toEqual(['Come raggiungerci.txt', 'Orari.txt'])
  expect((await outcome())?.recipients[0]).toMatchObject({
    name: 'Completed Prova',
    state: 'undelivered',
    error: expect.stringContaining('No such user'),
  })

  await sweep()
  expect(await db.$count(mailAttachments)).toBe(3)
  await aDayLater()
  await sweep()
  expect(await db.$count(mailAttachments, eq(mailAttachments.id, forgotten))).toBe(0)
  expect(await storedFiles()).toHaveLength(2)

  refuses = false
  expect(await sendMessageAgain(admin, randomUUID(), decisionOf(sent))).toBe(0)
  expect(await sendMessageAgain(admin, course.id, decisionOf(sent))).toBe(1)
  expect(await sendMessageAgain(admin, course.id, decisionOf(sent))).toBe(0)
  await vi.waitFor(async () => expect(await outcome()).toMatchObject({ delivered: 2 }), 10_000)
  expect(received[1]).toMatchObject({ to: [{ address: 'completed@example.it' }] })
  expect(received[1]?.attachments).toHaveLength(2)
  await sweep()
  expect(await db.$count(mailAttachments)).toBe(0)
  expect(await storedFiles()).toEqual([])
  const entries = await db.select().from(auditLogs).orderBy(auditLogs.id)
  expect(entries.map(({ action, details }) => [action, (details as { count: number }).count])).toEqual([
    ['create', 2],
    ['update', 1],
  ])
})

test('a message that is taken back leaves no file behind', async () => {
  withUndo()
  const [admin, course] = [await anAdmin(), await anEdition()]
  const attachments = [await anAttachment(admin)]
  const sent = await sendMessage(admin, course.id, { ...messageTo(course, 'approved'), attachments })
  await aDayLater()
  await sweep()
  expect(await storedFiles()).toHaveLength(1)
  await undoDecision(admin, decisionOf(sent))
  await sweep()
  expect(await storedFiles()).toEqual([])
})

test('the page says of an automatic e-mail who still gets it, and to how many it was sent', async () => {
  const site = await wholeSite(await import('../entry.server'))
  const cookie = await cookieOf((await aPerson('dora', 'admin')).email)
  const anEditionIn = async (days: number, facts: object = {}) => {
    const course = await aCourse({ joiningEmail: true, ...facts }, [{ startDate: inDays(days) }])
    for (const name of ['ada', 'bea']) {
      const { id } = await aMember(`${name}${course.slug}`)
      await db.insert(userCourses).values({ userId: id, courseId: course.id, ...decided('approved') })
    }
    return course
  }
  /** The rows of the page by their group, without markup. */
  const rowsOf = async ({ id }: { id: string }) => {
    const page = await (await site(aRequest(`/admin/courses/${id}/messaggi`, cookie))).text()
    const table = /<table class="table dense stack messages">.*?<\/table>/s.exec(page)?.[0] ?? ''
    const rows = table.split('<tr').slice(2)
    return rows.map((row) =>
      `<tr${row}`
        .replaceAll(/<[^>]+>/g, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    )
  }
  const [today, coming] = [await anEditionIn(3), await anEditionIn(9)]
  const late = await anEditionIn(2, { minParticipants: 5 })
  expect(await rowsOf(today)).toMatchObject([
    'In programma',
    expect.stringMatching(/2 iscritti Parte da sé$/),
  ])
  await sendReminders(SYSTEM, true)
  expect(await rowsOf(today)).toMatchObject([
    'Spediti',
    expect.stringMatching(/2 persone Affidato alla posta$/),
  ])
  expect(await rowsOf(coming)).toMatchObject([
    'In programma',
    expect.stringMatching(/2 iscritti Parte da sé$/),
  ])
  expect(await rowsOf(late)).toMatchObject([
    'In programma',
    expect.stringMatching(/automatico, dopo la conferma Appena possibile 2 iscritti Parte da sé$/),
  ])

  const { id } = await aMember('carla')
  await db.insert(userCourses).values({ userId: id, courseId: today.id, ...decided('approved') })
  expect(await rowsOf(today)).toMatchObject([
    'In programma',
    expect.stringMatching(/1 iscritto Parte da sé$/),
    'Spediti',
    expect.stringMatching(/2 persone Affidato alla posta$/),
  ])
})
