import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { aContext, aPerson, aRequest, cookieOf } from '../../../tests/people'
import { aCourse, decided, emptyDatabase, inDays, tableDown } from '../../../tests/world'
import { db } from '../../database/client.server'
import { courseDocuments, courses, payments, seatOffers, userCourses } from '../../database/schema'
import type { EnrolmentState } from '../../enrolments/rules'
import { loader } from './course.screen'

let course: Awaited<ReturnType<typeof aCourse>>
let cookie: string

beforeEach(async () => {
  await emptyDatabase()
  course = await aCourse()
  const member = await aPerson('ada')
  cookie = await cookieOf(member.email)
  await db.insert(userCourses).values({ userId: member.id, courseId: course.id, status: 'pending' })
  await db.insert(courseDocuments).values({
    ...{ courseId: course.id, fileName: 'Programma.pdf', filePath: 'a/b.pdf' },
    ...{ fileType: 'application/pdf', fileSize: 1, visibility: 'pubblico' },
  })
})

const load = () => {
  const request = aRequest(`/corsi/${course.slug}`, cookie)
  const asked = { request, params: { slug: course.slug }, context: aContext() }
  return loader(asked as unknown as Parameters<typeof loader>[0])
}

test('a course page shows the documents and the enrolment of its reader', async () => {
  const { standing, documents } = await load()
  expect([standing.kind, standing.ownEnrolment?.status.label]).toEqual(['pending', 'In attesa'])
  expect(documents.map(({ fileName }) => fileName)).toEqual(['Programma.pdf'])
})

test('a course page counts people towards its minimum, but no request and no open offer', async () => {
  const minimum = async () => (await load()).standing.minimum?.text
  expect(await minimum()).toBeUndefined()
  await db.update(courses).set({ minParticipants: 3 })
  expect(await minimum()).toContain('almeno 3 persone: ne mancano 3.')
  const expiresAt = new Date(Date.now() + 3_600_000)
  await db.insert(seatOffers).values({ courseId: course.id, tokenHash: 'x', expiresAt })
  for (const status of ['approved', 'in_progress'] as const) {
    const { id: userId } = await aPerson(status)
    await db.insert(userCourses).values({ userId, courseId: course.id, ...decided(status) })
  }
  expect(await minimum()).toContain('ne manca 1.')
  await db.update(courses).set({ confirmedAt: new Date() })
  expect((await load()).standing.minimum).toEqual({ text: 'Edizione confermata', confirmed: true })
})

test('the minimum concerns whoever may still take part', async () => {
  await db.update(courses).set({ minParticipants: 3 })
  const pageFor = async (status: EnrolmentState) => {
    await db.update(userCourses).set(decided(status))
    return (await load()).standing.minimum !== null
  }
  expect(await pageFor('pending')).toBe(true)
  expect(await pageFor('approved')).toBe(true)
  for (const status of ['rejected', 'in_progress', 'completed'] as const)
    expect(await pageFor(status), status).toBe(false)
})

test('the page of a concluded edition leads to the next one that exists', async () => {
  course = await aCourse({}, [{ startDate: inDays(-3) }])
  const { seriesId } = course
  expect((await load()).standing).toMatchObject({ kind: 'concluded', nextEdition: null })
  await aCourse({ seriesId, draft: true }, [{ startDate: inDays(20) }])
  await aCourse({ seriesId, slug: 'prossima' }, [{ startDate: inDays(40) }])
  expect((await load()).standing).toMatchObject({ kind: 'concluded', nextEdition: { slug: 'prossima' } })
})

test('the page of a cancelled edition tells its person the refund, and where it is not known that the office writes', async () => {
  const [enrolment] = await db.select().from(userCourses)
  const enrolmentId = enrolment?.id ?? ''
  await db.update(courses).set({ cancelledAt: new Date(), price: 980 })
  const end = { endedAt: new Date(), ending: 'edition_cancelled', refundGround: 'free' } as const
  await db.update(userCourses).set({ ...decided('approved'), ...end })
  const sentence = async () => (await load()).standing.refundSentence.replaceAll('\u00a0', ' ')
  expect(await sentence()).toBe('Se hai già pagato, la segreteria ti scrive per il rimborso.')
  const pay = (amount: number, registeredAt = new Date()) =>
    db.insert(payments).values({
      id: randomUUID(),
      enrolmentId,
      amount,
      registeredAt,
      receivedOn: inDays(0),
      method: 'transfer',
    })
  await pay(490)
  expect(await sentence()).toBe('Hai pagato 490 €: ti restituiamo per intero 490 €.')
  await pay(-490, new Date(Date.now() + 1000))
  expect(await sentence()).toBe('Ti abbiamo restituito 490 €.')
})

test('a course page carries nothing that only the office reads', async () => {
  const { course: shown } = await load()
  for (const hidden of ['minParticipants', 'confirmBy', 'cancelReason', 'joiningEmail', 'peopleEnrolled'])
    expect(shown).not.toHaveProperty(hidden)
})

test('a course page is shown without documents that cannot be read', async () => {
  await tableDown('course_documents')
  const page = await load()
  expect(page.course.title).toBe(course.title)
  expect(page).toMatchObject({
    standing: { ownEnrolment: { status: { label: 'In attesa' } } },
    documents: [],
  })
})

test('a course page is shown without an enrolment that cannot be read', async () => {
  await tableDown('user_courses')
  const page = await load()
  expect(page.course.title).toBe(course.title)
  expect(page.standing.ownEnrolment).toBeNull()
  expect(page.standing.kind).toBe('open')
})

test('a course page is shown to a member whose session cannot be read', async () => {
  await tableDown('sessions')
  const page = await load()
  expect(page.course.title).toBe(course.title)
  expect(page.documents).toHaveLength(1)
})

test('an address with capitals, blanks or quotes leads to its course, and to none that is not shown', async () => {
  await aCourse({ slug: 'leadership-team' })
  await aCourse({ slug: 'in-bozza', draft: true })
  await aCourse({ slug: 'ritirato', archivedAt: new Date() })
  const at = async (slug: string) => {
    const request = aRequest(`/corsi/${encodeURIComponent(slug)}`, '')
    const asked = { request, params: { slug }, context: aContext() }
    const response = await loader(asked as unknown as Parameters<typeof loader>[0]).catch((thrown) => thrown)
    return [response.status ?? response.init?.status, response.headers?.get('Location') ?? undefined]
  }
  for (const slug of [
    'Leadership-Team',
    'LEADERSHIP-TEAM',
    '“leadership-team',
    'leadership team',
    ' leadership-team',
  ])
    expect(await at(slug)).toEqual([301, '/corsi/leadership-team'])
  for (const slug of ['_leadership-team_', 'leadership_team', 'léadership-team', '(leadership-team'])
    expect(await at(slug)).toEqual([301, '/corsi/leadership-team'])
  expect((await at('In-Bozza'))[0]).toBe(404)
  expect((await at('Ritirato'))[0]).toBe(410)
  for (const slug of ['Altro', '...', '“”', 'NON\0esiste', '%']) expect((await at(slug))[0]).toBe(404)
})
