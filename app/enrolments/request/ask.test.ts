import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { withUndo } from '../../../tests/decisions'
import { aPerson, aRequest, cookieOf, sentBack } from '../../../tests/people'
import { wholeSite } from '../../../tests/site'
import { aCourse, anAdmin, decided, emptyDatabase, inDays, tableDown } from '../../../tests/world'
import { intendedCourse } from '../../accounts/intended-course.server'
import { db } from '../../database/client.server'
import { auditLogs, courseSlugs, courses, userCourses } from '../../database/schema'
import { readFlash } from '../../http/toasts.server'
import { answerDeadline } from '../../site/opening.server'
import { cancelEnrolment } from '../leave/office.commands.server'

let site: Awaited<ReturnType<typeof wholeSite>>
beforeEach(async () => {
  await emptyDatabase()
  site = await wholeSite()
})

/** A course that was called 'prima' until now. */
async function aRenamedCourse() {
  const course = await aCourse({ slug: 'dopo', title: 'Dopo' })
  await db.insert(courseSlugs).values({ slug: 'prima', courseId: course.id })
  return course
}

const press = (slug: string, cookie = '') => site(aRequest(`/corsi/${slug}/iscrizione`, cookie, FORM))
const FORM = { method: 'POST', body: new URLSearchParams({ corso: 'prima' }) }
const outcome = ({ status, headers }: Response) => [status, headers.get('Location')]
const toastsAfter = async ({ headers }: Response) =>
  (await readFlash(aRequest('/', sentBack(headers)))).toasts.map(({ title }) => title)

test('every address of a renamed course leads a reader to the new one', async () => {
  await aRenamedCourse()
  const read = async (below: string) => outcome(await site(aRequest(`/corsi/prima${below}`)))
  expect(await read('')).toEqual([301, '/corsi/dopo'])
  expect(await read('/iscrizione')).toEqual([301, '/corsi/dopo'])
  expect(await read('/anteprima.png')).toEqual([301, '/corsi/dopo/anteprima.png'])
  expect(await read('/calendario.ics')).toEqual([301, '/corsi/dopo/calendario.ics'])
})

test('a request from a page with the old address is a request for the course', async () => {
  const course = await aRenamedCourse()
  const cookie = await cookieOf((await aPerson('ada')).email)
  const response = await press('prima', cookie)
  expect(outcome(response)).toEqual([302, '/corsi/dopo'])
  expect(await toastsAfter(response)).toEqual(['Richiesta di iscrizione inviata!'])
  const links = await db
    .select({ course: userCourses.courseId, status: userCourses.status })
    .from(userCourses)
  expect(links).toEqual([{ course: course.id, status: 'pending' }])
})

test('the confirmation of a request says until when it is answered', async () => {
  const { slug } = await aCourse()
  const response = await press(slug, await cookieOf((await aPerson('ada')).email))
  const { toasts } = await readFlash(aRequest('/', sentBack(response.headers)))
  expect(toasts).toEqual([
    {
      tone: 'success',
      title: 'Richiesta di iscrizione inviata!',
      description: `La valutiamo e ti rispondiamo per email entro ${answerDeadline(new Date())}.`,
    },
  ])
})

test('who asks again while the office can undo the end of the enrolment is led to it', async () => {
  withUndo()
  const [admin, ada, course] = [await anAdmin(), await aPerson('ada'), await aCourse()]
  const link = { userId: ada.id, courseId: course.id, ...decided('approved') }
  const [enrolment] = await db.insert(userCourses).values(link).returning()
  await cancelEnrolment(admin, enrolment?.id ?? '', 'Mancano i requisiti')
  const response = await press(course.slug, await cookieOf(ada.email))
  expect(outcome(response)).toEqual([302, '/dashboard'])
  const { toasts } = await readFlash(aRequest('/', sentBack(response.headers)))
  expect(toasts).toMatchObject([
    {
      title: 'Iscrizione già presente',
      description: 'La segreteria sta aggiornando questa iscrizione: riprova tra qualche minuto',
    },
  ])
})

test('the button of an old page leads a visitor to the sign-up for the same course', async () => {
  await aRenamedCourse()
  const response = await press('prima')
  expect(outcome(response)).toEqual([302, '/auth?scheda=registrazione'])
  expect(await toastsAfter(response)).toEqual(['Accesso richiesto'])
  expect(await intendedCourse.read(aRequest('/auth', sentBack(response.headers)))).toBe('dopo')
})

test('a visitor is not led to sign up for a course that takes no requests', async () => {
  for (const [slug, facts, page, sentence] of [
    ['passato', { endDate: inDays(-1) }, '/corsi/passato', 'Questo corso è concluso'],
    ['annullato', { cancelledAt: new Date() }, '/corsi/annullato', 'Questa edizione è stata annullata'],
    [
      'in-arrivo',
      { comingSoon: true },
      '/corsi/in-arrivo',
      'Le iscrizioni a questo corso non sono ancora aperte',
    ],
    ['eliminato', { archivedAt: new Date() }, '/corsi', 'Questo corso non è più disponibile'],
  ] as const) {
    const { id } = await aCourse({ slug })
    await db.update(courses).set(facts).where(eq(courses.id, id))
    const response = await press(slug)
    expect(outcome(response)).toEqual([302, page])
    const next = aRequest('/', sentBack(response.headers))
    expect((await readFlash(next)).toasts).toMatchObject([
      { title: 'Errore', description: `Si è verificato un errore durante l'iscrizione: ${sentence}` },
    ])
    expect(await intendedCourse.read(next)).toBeNull()
  }
})

test('whoever was signed in is led to the sign-in', async () => {
  const { slug } = await aCourse()
  const response = await press(slug, 'session=ended.signature')
  expect(outcome(response)).toEqual([302, '/auth'])
  expect(await toastsAfter(response)).toEqual(['Sessione non valida'])
})

test('a course that waits for a person to sign in waits for them after it is renamed, too', async () => {
  const { id } = await aCourse({ slug: 'prima', title: 'Prima' })
  const waits = sentBack((await press('prima')).headers)
  await db.update(courses).set({ slug: 'dopo', title: 'Dopo' })
  await db.insert(courseSlugs).values({ slug: 'prima', courseId: id })
  const cookie = `${await cookieOf((await aPerson('ada')).email)}; ${waits}`
  const page = await (await site(aRequest('/dashboard.data', cookie))).text()
  expect(page).toContain('"intendedCourse"')
  expect(page).toContain('"dopo"')
})

test('the button of a course that does not exist leads to the catalogue, which says so', async () => {
  for (const slug of ['non-esiste', 'NON_ESISTE']) {
    const response = await press(slug)
    expect(outcome(response)).toEqual([302, '/corsi'])
    expect(await toastsAfter(response)).toEqual(['Errore'])
  }
})

test('an enrolment in a course that cannot be read is reported on the list of courses', async () => {
  const { slug } = await aCourse()
  const cookie = await cookieOf((await aPerson('ada')).email)
  await tableDown('courses')
  for (const sent of ['', cookie]) {
    const request = aRequest(`/corsi/${slug}/iscrizione`, sent, { method: 'POST' })
    const response = await site(request)
    expect([response.status, response.headers.get('Location')]).toEqual([302, '/corsi'])
    const { toasts } = await readFlash(aRequest('/corsi', sentBack(response.headers)))
    expect(toasts).toEqual([
      {
        tone: 'destructive',
        title: 'Errore',
        description: "Si è verificato un errore durante l'iscrizione: Errore durante l'iscrizione al corso",
      },
    ])
  }
})

test('an administrator confirms the enrolment in a full course, which is recorded', async () => {
  await aCourse({ slug: 'prima', maxPartecipanti: 1 })
  const [carla, dino] = [
    await cookieOf((await aPerson('carla', 'admin')).email),
    await cookieOf((await aPerson('dino', 'admin')).email),
  ]
  const enrol = async (cookie: string, fields: Record<string, string> = {}) => {
    const body = new URLSearchParams({ corso: 'prima', ...fields })
    const response = await site(aRequest('/corsi/prima/iscrizione', cookie, { method: 'POST', body }))
    return (await readFlash(aRequest('/', sentBack(response.headers)))).toasts[0]
  }
  expect(await enrol(carla)).toMatchObject({ title: 'Iscrizione completata!' })
  const asked = await enrol(dino)
  expect(asked).toMatchObject({
    title: 'Corso al completo: approvare comunque?',
    button: { label: 'Approva comunque', action: '/corsi/prima/iscrizione', fields: { overCapacity: '1' } },
  })
  expect(await db.$count(userCourses)).toBe(1)
  expect(await enrol(dino, asked?.button?.fields)).toMatchObject({ title: 'Iscrizione completata!' })
  const entries = await db
    .select({ details: auditLogs.details })
    .from(auditLogs)
    .where(eq(auditLogs.entityType, 'user_courses'))
    .orderBy(auditLogs.id)
  expect(entries.map(({ details }) => details.overCapacity)).toEqual([undefined, true])
})

test('a member who knows the field still only asks', async () => {
  await aCourse({ slug: 'prima', maxPartecipanti: 1 })
  const cookie = await cookieOf((await aPerson('ada')).email)
  const body = new URLSearchParams({ overCapacity: '1' })
  await site(aRequest('/corsi/prima/iscrizione', cookie, { method: 'POST', body }))
  expect(await db.select({ status: userCourses.status }).from(userCourses)).toEqual([{ status: 'pending' }])
})
