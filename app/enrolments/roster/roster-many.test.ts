/** What the office does with chosen participants. */
import { eq, isNull } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { withUndo } from '../../../tests/decisions'
import { aRequest, cookieOf, sentBack } from '../../../tests/people'
import { wholeSite } from '../../../tests/site'
import { aCourse, aMember, anAdmin, decided, emptyDatabase, inDays } from '../../../tests/world'
import type { Admin } from '../../accounts/rules'
import { db } from '../../database/client.server'
import { auditLogs, outgoingMail, userCourses } from '../../database/schema'
import { readFlash } from '../../http/toasts.server'
import { undoDecision } from '../../undo/commands.server'
import { moveEnrolments } from '../leave/office.commands.server'
import { markEnrolments } from '../review/commands.server'
import type { EnrolmentState } from '../rules'

const site = await wholeSite()
let admin: Admin
let office: string
beforeEach(async () => {
  await emptyDatabase()
  admin = await anAdmin()
  office = await cookieOf(admin.email)
})

async function enrol(courseId: string, name: string, status: EnrolmentState): Promise<string> {
  const { id: userId } = await aMember(name)
  const [row] = await db
    .insert(userCourses)
    .values({ userId, courseId, ...decided(status) })
    .returning({ id: userCourses.id })
  return row?.id ?? ''
}

const states = async () =>
  (await db.select().from(userCourses).orderBy(userCourses.requestedAt, userCourses.id)).map(
    ({ status }) => status,
  )

test('a step of several people is one decision, each by the rule of one, and is taken back as one', async () => {
  withUndo()
  const { id } = await aCourse({}, [{ startDate: inDays(-1) }])
  const ids = [
    await enrol(id, 'ada', 'approved'),
    await enrol(id, 'bice', 'approved'),
    await enrol(id, 'carlo', 'completed'),
  ]
  const marked = await markEnrolments(admin, [...ids, 'x'], 'start')
  expect(marked.refused).toMatchObject([
    { id: ids[2], refusal: 'other-state' },
    { id: 'x', refusal: 'unknown-request' },
  ])
  expect(await db.$count(userCourses, eq(userCourses.status, 'in_progress'))).toBe(2)
  expect(await db.$count(auditLogs)).toBe(2)
  expect(await undoDecision(admin, marked.decision ?? '')).toMatchObject({ ok: true })
  expect((await states()).sort()).toEqual(['approved', 'approved', 'completed'])
})

test('before the first session several people are marked only when it is confirmed', async () => {
  const { id } = await aCourse({}, [{ startDate: inDays(9) }])
  const ada = await enrol(id, 'ada', 'approved')
  expect((await markEnrolments(admin, [ada], 'start')).refused).toMatchObject([{ refusal: 'early' }])
  expect((await markEnrolments(admin, [ada], 'start', { isEarlyConfirmed: true })).decision).toBeDefined()
})

test('people move as one decision while there are seats; who cannot stays and is named', async () => {
  withUndo()
  const from = await aCourse({ maxPartecipanti: 9 }, [{ startDate: inDays(20) }])
  const to = await aCourse({ maxPartecipanti: 3 }, [{ startDate: inDays(40) }])
  const ids = [
    await enrol(from.id, 'ada', 'approved'),
    await enrol(from.id, 'bice', 'in_progress'),
    await enrol(from.id, 'carlo', 'completed'),
    await enrol(from.id, 'dora', 'approved'),
  ]
  await enrol(to.id, 'elio', 'approved')
  const moved = await moveEnrolments(admin, ids, to.id)
  expect(moved.refused).toMatchObject([
    { id: ids[2], refusal: 'not-movable' },
    { id: ids[3], refusal: 'full' },
  ])
  const there = () => db.$count(userCourses, eq(userCourses.courseId, to.id))
  expect(await there()).toBe(3)
  expect(await db.$count(outgoingMail)).toBe(2)
  expect(await undoDecision(admin, moved.decision ?? '')).toMatchObject({ ok: true })
  expect(await there()).toBe(1)
  expect(await db.$count(userCourses, isNull(userCourses.endedAt))).toBe(5)
  expect(await db.$count(outgoingMail)).toBe(0)

  expect((await moveEnrolments(admin, ids, to.id, { overCapacity: true })).refused).toHaveLength(1)
  expect((await moveEnrolments(admin, ids, 'x')).refused).toHaveLength(4)
})

async function post(address: string, fields: [string, string][], cookie = office) {
  const response = await site(
    aRequest(address, cookie, { method: 'POST', body: new URLSearchParams(fields) }),
  )
  const { toasts } = await readFlash(aRequest('/', sentBack(response.headers)))
  return { status: response.status, to: response.headers.get('Location'), toast: toasts[0], response }
}

test('the bar leads to a message, a move and an export of exactly the chosen people', async () => {
  const { id, slug } = await aCourse({}, [{ startDate: inDays(9) }])
  const [ada, bice] = [await enrol(id, 'ada', 'approved'), await enrol(id, 'bice', 'approved')]
  await enrol(id, 'carlo', 'approved')
  const roster = `/admin/courses/${slug}/iscritti`
  const chosen: [string, string][] = [
    ['chosen', ada],
    ['chosen', bice],
  ]
  const query = `a=${ada}&a=${bice}`
  for (const [intent, to] of [
    ['write-many', `/admin/courses/${slug}/messaggi/nuovo?${query}`],
    ['move-many', `/admin/courses/${slug}/iscritti/sposta?${query}`],
    ['export-many', `/admin/courses/${slug}/iscritti.csv?${query}`],
    ['export-many-iso', `/admin/courses/${slug}/iscritti.csv?formato=iso&${query}`],
  ] as const)
    expect(await post(roster, [['intent', intent], ...chosen])).toMatchObject({ status: 302, to })
  expect(await post(roster, [['intent', 'write-many']])).toMatchObject({
    to: roster,
    toast: { description: 'Scegli almeno una persona' },
  })
  const file = await site(aRequest(`/admin/courses/${slug}/iscritti.csv?${query}`, office))
  const lines = (await file.text()).trim().split('\r\n')
  expect(lines.slice(1).map((line) => line.split(';')[0])).toEqual(['ada@example.it', 'bice@example.it'])

  const question = await post(roster, [['intent', 'start-many'], ...chosen])
  expect(question.status).toBe(409)
  const script = await post(`${roster}.data`, [['intent', 'start-many'], ...chosen])
  for (const word of ['questionAboutMany', 'Ada Prova', 'Bice Prova'])
    expect(await script.response.clone().text()).toContain(word)
  const confirmed = await post(roster, [['intent', 'start-many'], ['early', '1'], ...chosen])
  expect(confirmed.toast).toMatchObject({ title: 'Segnato come «In corso»: 2 iscrizioni' })

  const to = await aCourse({ title: 'Altra' }, [{ startDate: inDays(30) }])
  const address = `/admin/courses/${id}/iscritti/sposta?${query}`
  expect((await post(address, [])).status).toBe(400)
  const moved = await post(address, [['course', to.id]])
  expect(moved).toMatchObject({
    status: 302,
    to: `/admin/courses/${id}/iscritti`,
    toast: { title: '2 iscrizioni spostate' },
  })
  const member = await cookieOf('carlo@example.it')
  expect(await post(address, [['course', to.id]], member)).toMatchObject({ status: 302, to: '/' })
})

test('the form to enrol somebody begins without an edition that is not open yet', async () => {
  const [open, draft, coming] = [
    await aCourse(),
    await aCourse({ draft: true }),
    await aCourse({ comingSoon: true }),
  ]
  const form = async (id: string) => {
    const query = `corso=${id}&_routes=enrolments/direct/enrol.screen.tsx`
    return (await site(aRequest(`/admin/iscrivi.data?${query}`, office))).text()
  }
  expect(await form(open.id)).toContain(open.id)
  expect(await form(draft.id)).not.toContain(draft.id)
  expect(await form(coming.id)).not.toContain(coming.id)
})
