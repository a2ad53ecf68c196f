/** What the page of an enrolment shows its member. */
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { withUndo } from '../../tests/decisions'
import { anOwing, dueFell } from '../../tests/payments'
import { aRequest, cookieOf } from '../../tests/people'
import { wholeSite } from '../../tests/site'
import { aFullCourse, enrolmentOfPerson, waitFor } from '../../tests/waiting'
import { aCourse, aMember, anAdmin, emptyDatabase, inDays } from '../../tests/world'
import type { Member } from '../accounts/rules'
import { db } from '../database/client.server'
import { courses } from '../database/schema'
import { postponeEdition } from '../editions/commands.server'
import { requestEnrolment } from '../enrolments/request/commands.server'
import { rejectRequest } from '../enrolments/review/commands.server'

const site = await wholeSite(await import('../entry.server'))
beforeEach(emptyDatabase)

/** The page of an enrolment as its member reads it. */
async function pageOf(member: Member, enrolmentId: string, below = ''): Promise<string> {
  const address = `/dashboard/iscrizioni/${enrolmentId}${below}`
  const response = await site(aRequest(address, await cookieOf(member.email)))
  return (await response.text()).replace(/<!-- -->/g, '')
}

test('nothing is asked for in a course that was deleted', async () => {
  const { member, course, id } = await anOwing()
  await dueFell(id, -3)
  expect(await pageOf(member, id)).toContain('Pagamento scaduto')
  await db.update(courses).set({ archivedAt: new Date() }).where(eq(courses.id, course.id))
  const page = await pageOf(member, id)
  expect(page).toContain('Il corso non è più in programma')
  for (const words of ['Pagamento scaduto', 'Prossimo pagamento', 'Quanto pago', 'IBAN'])
    expect(page).not.toContain(words)
})

test('who waits for a full course without other editions can leave the list, also after its last day', async () => {
  const [ada, course] = [await aMember('ada'), await aFullCourse()]
  const id = await waitFor(ada, course)
  const leaving = `href="/dashboard/iscrizioni/${id}/posto"`
  const page = await pageOf(ada, id)
  expect(page).toContain('Hai cambiato idea?')
  expect(page).toContain(leaving)
  await db
    .update(courses)
    .set({ startDate: inDays(-9), endDate: inDays(-8) })
    .where(eq(courses.id, course.id))
  const closedPage = await pageOf(ada, id)
  expect(closedPage).toContain('Questa edizione non prende più iscrizioni')
  expect(closedPage).toContain(leaving)
})

test('while new dates can be taken back, the page offers no cancellation', async () => {
  withUndo()
  const { admin, member, course, id } = await anOwing()
  const button = 'Disdici l’iscrizione'
  expect(await pageOf(member, id)).toContain(button)
  await postponeEdition(admin, course.id, { sessions: `${inDays(90)} 9:00-13:00`, answerBy: inDays(5) })
  const page = await pageOf(member, id)
  expect(page).not.toContain(button)
  expect(page).toContain('tra qualche minuto leggi qui come disdire')
  const question = await pageOf(member, id, '/disdici')
  expect(question).toContain('La segreteria sta aggiornando questa iscrizione')
  expect(question).not.toContain(button)
})

test('a rejected request has no price any more', async () => {
  const [admin, member] = [await anAdmin(), await aMember('ada')]
  const course = await aCourse()
  await requestEnrolment(member, course.id)
  const id = (await enrolmentOfPerson(member, course))?.id ?? ''
  expect(await pageOf(member, id)).toContain('Quanto pago')
  await rejectRequest(admin, id)
  const page = await pageOf(member, id)
  expect(page).toContain('Prova a contattare la segreteria')
  expect(page).not.toContain('Quanto pago')
})
