/** A seat in another edition than the one that was asked for, and people who wait in several editions. */
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { decisionOf, withUndo } from '../../../tests/decisions'
import { aVisitor, emailsTo } from '../../../tests/people'
import {
  aFullCourse,
  aList,
  enrolmentOfPerson,
  freeSeat,
  kindsTo,
  offeredElsewhere,
  offers,
  openOffers,
  tokenFor,
  waitFor,
} from '../../../tests/waiting'
import { aMember, anAdmin, emptyDatabase } from '../../../tests/world'
import { db } from '../../database/client.server'
import { auditLogs, courses, seatOffers, userCourses } from '../../database/schema'
import { undoDecision } from '../../decisions/commands.server'
import { brokenInvariants } from '../../operations/invariants.queries.server'
import { admitRequests, approveRequest, rejectRequest } from '../admin/commands.server'
import { transferEnrolment } from '../admin/end.commands.server'
import { enrolPerson } from '../admin/enrol.commands.server'
import { requestEnrolment } from '../commands.server'
import { answerByLink } from './answer.commands.server'
import { expireOffers, offerSeats } from './offers.commands.server'
import { placeIn } from './queries.server'

beforeEach(emptyDatabase)

test('declining a seat elsewhere leaves the place here, and no other edition is offered again', async () => {
  const { ada, here, there, id } = await offeredElsewhere()
  expect(await answerByLink(aVisitor(), await tokenFor(ada), 'decline')).toEqual({ ok: true })
  expect(await enrolmentOfPerson(ada, here)).toMatchObject({ id, status: 'pending', anyEdition: false })
  expect((await placeIn(ada, here.id))?.ahead).toEqual({ people: 0, reasons: [] })
  expect(await offerSeats(null)).toBe(0)
  await freeSeat(here)
  await offerSeats(null)
  expect(await openOffers()).toMatchObject([{ courseId: here.id }])
  expect(there.id).not.toBe(here.id)
})

test('the e-mails name the edition that was asked for, what declining keeps and what accepting closes', async () => {
  const { ada, here, there } = await offeredElsewhere()
  const lastTo = async () => (await emailsTo(ada.email))[0]?.text.replace(/\s+/g, ' ')
  expect(await lastTo()).toContain(`È un’altra data rispetto a quella che hai chiesto (${here.title}`)
  expect(await lastTo()).toContain('Se rinunci resti in lista per l’edizione che hai chiesto')
  await answerByLink(aVisitor(), await tokenFor(ada), 'accept')
  expect(await lastTo()).toContain(`La richiesta per l’altra data (${here.title}`)
  expect(await lastTo()).toContain(there.title)
})

test('an offer of a seat in the own edition says nothing of another one', async () => {
  const { course, members } = await aList(['ada'])
  const [{ member }] = members as [(typeof members)[0]]
  await freeSeat(course)
  await offerSeats(null)
  expect((await emailsTo(member.email))[0]?.text).not.toMatch(/altra\s+data/)
  await answerByLink(aVisitor(), await tokenFor(member), 'accept')
  expect((await emailsTo(member.email))[0]?.text).not.toMatch(/altra\s+data/)
})

test('missing it leaves the place here too', async () => {
  const { ada, here } = await offeredElsewhere()
  await db.update(seatOffers).set({ expiresAt: sql`now()` })
  await expireOffers(null)
  expect((await placeIn(ada, here.id))?.ahead).toEqual({ people: 0, reasons: [] })
  expect(await kindsTo(ada)).toContain('offer-expired')
  expect(await offerSeats(null)).toBe(0)
})

test('a person with an offer does not ask for that edition as well', async () => {
  const { ada, there } = await offeredElsewhere()
  expect(await requestEnrolment(ada, there.id)).toMatchObject({ refusal: 'own-offer' })
  expect(await answerByLink(aVisitor(), await tokenFor(ada), 'accept')).toEqual({ ok: true })
})

test('the office enrols the person with the offer, whose seat it is; taking that back gives the offer back', async () => {
  const { admin, ada, there } = await offeredElsewhere()
  withUndo()
  const enrolled = await enrolPerson(admin, ada.email, [there.id])
  expect(enrolled).toMatchObject({ outcomes: [{ outcome: 'enrolled' }] })
  expect(await offers()).toMatchObject([{ answer: 'withdrawn' }])
  await undoDecision(admin, enrolled.ok ? (enrolled.decision ?? '') : '')
  expect(await openOffers()).toHaveLength(1)
  expect(await brokenInvariants()).toEqual([])
})

test('the office enrols a person in their own edition and in that of their offer at once', async () => {
  const { admin, ada, here, there } = await offeredElsewhere()
  await freeSeat(here)
  expect(await enrolPerson(admin, ada.email, [here.id, there.id])).toMatchObject({
    outcomes: [{ outcome: 'enrolled' }, { outcome: 'enrolled' }],
  })
  expect(await brokenInvariants()).toEqual([])
})

test('a person who moves into the edition of their offer takes that seat', async () => {
  const { admin, ada, there } = await offeredElsewhere()
  const other = await aFullCourse(2)
  await enrolPerson(admin, ada.email, [other.id], { overCapacity: true })
  const seated = await enrolmentOfPerson(ada, other)
  expect(await transferEnrolment(admin, seated?.id ?? '', there.id)).toMatchObject({ ok: true })
  expect(await offers()).toMatchObject([{ answer: 'withdrawn' }])
})

test('somebody who waits in two editions is offered one seat of a third, and is one person on its list', async () => {
  const [admin, ada, a] = [await anAdmin(), await aMember('ada'), await aFullCourse()]
  const b = await aFullCourse(2, { seriesId: a.seriesId })
  const c = await aFullCourse(1, { seriesId: a.seriesId })
  const ids = [await waitFor(ada, a, { anyEdition: true }), await waitFor(ada, c, { anyEdition: true })]
  await admitRequests(admin, ids)
  await freeSeat(b)
  await freeSeat(b)
  expect(await offerSeats(null)).toBe(1)
  expect(await brokenInvariants()).toEqual([])
})

test('an offer is not opened again beside another one', async () => {
  withUndo()
  const [admin, ada, a] = [await anAdmin(), await aMember('ada'), await aFullCourse()]
  const c = await aFullCourse(1, { seriesId: a.seriesId })
  const ids = [await waitFor(ada, a), await waitFor(ada, c)]
  await admitRequests(admin, ids)
  await db.update(userCourses).set({ decisionId: null })
  await freeSeat(a)
  await offerSeats(null)
  const decision = decisionOf(await rejectRequest(admin, ids[0] ?? ''))
  await freeSeat(c)
  await offerSeats(null)
  expect(await openOffers()).toMatchObject([{ courseId: c.id }])
  expect(await undoDecision(admin, decision)).toMatchObject({ ok: true })
  expect(await openOffers()).toHaveLength(1)
  expect(await brokenInvariants()).toEqual([])
})

test('an offer that is opened again beyond the limit is told in the log', async () => {
  const { admin, there, id } = await offeredElsewhere()
  withUndo()
  await db.update(userCourses).set({ decisionId: null })
  const decision = decisionOf(await rejectRequest(admin, id))
  const bea = await aMember('bea')
  await db.insert(userCourses).values({ userId: bea.id, courseId: there.id })
  await approveRequest(admin, (await enrolmentOfPerson(bea, there))?.id ?? '')
  await undoDecision(admin, decision)
  expect(await openOffers()).toHaveLength(1)
  const entries = await db.select().from(auditLogs).where(eq(auditLogs.entityId, id)).orderBy(auditLogs.id)
  expect(entries.at(-1)?.details).toMatchObject({ undone: true, overCapacity: true })
})

test('an archived edition has no offer to show', async () => {
  const { ada, here, there } = await offeredElsewhere()
  await db.update(courses).set({ archivedAt: new Date() }).where(eq(courses.id, there.id))
  expect((await placeIn(ada, here.id))?.offer).toBeNull()
  expect(await answerByLink(aVisitor(), await tokenFor(ada), 'accept')).toMatchObject({ refusal: 'closed' })
})
