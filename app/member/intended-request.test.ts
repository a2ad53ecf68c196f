import { eq } from 'drizzle-orm'
import { UNSAFE_decodeViaTurboStream } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { aPerson, aRequest, cookieOf, sentBack } from '../../tests/people'
import { wholeSite } from '../../tests/site'
import { aCourse, anAdmin, emptyDatabase } from '../../tests/world'
import { intendedCourse } from '../accounts/intended-course.server'
import type { Member } from '../accounts/rules'
import { db } from '../database/client.server'
import { courses } from '../database/schema'
import { enrolPerson } from '../enrolments/direct/enrol.commands.server'
import { enrolmentsOf } from '../enrolments/mine/queries.server'
import { requestEnrolment } from '../enrolments/request/commands.server'
import { readFlash } from '../http/toasts.server'
import type { Toast } from '../ui/toast'

let site: Awaited<ReturnType<typeof wholeSite>>
let ada: Member
/** The browser: its cookies by name. */
let jar: Map<string, string>

beforeEach(async () => {
  await emptyDatabase()
  site = await wholeSite()
  ada = await aPerson('ada')
  jar = new Map()
})

function keep(header: string) {
  for (const pair of header.split('; ').filter(Boolean)) {
    const [name = '', value = ''] = pair.split(/=(.*)/s)
    jar.set(name, value)
  }
}

async function visit(path: string, fields?: Record<string, string>) {
  const cookie = [...jar].map((pair) => pair.join('=')).join('; ')
  const init = fields && { method: 'POST', body: new URLSearchParams(fields) }
  const response = await site(aRequest(path, cookie, init))
  for (const line of response.headers.getSetCookie()) {
    const [name = '', value = ''] = line.split(';')[0]?.split(/=(.*)/s) ?? []
    if (/max-age=0/i.test(line)) jar.delete(name)
    else jar.set(name, value)
  }
  return response
}

/** What the loaders of the dashboard return. */
async function readDashboard() {
  const { body } = await visit('/dashboard.data')
  if (!body) throw new Error('The dashboard is empty')
  const { value } = await UNSAFE_decodeViaTurboStream(body, globalThis as unknown as Window)
  const pages = Object.values(value as Record<string, { data?: DashboardData }>)
  return pages.flatMap(({ data }) => data ?? [])
}
type DashboardData = { intendedCourse?: unknown; toasts?: Toast[] }

const isOffered = async () => (await readDashboard()).some((data) => Boolean(data.intendedCourse))

const errorToasts = async () =>
  (await readDashboard()).flatMap((data) => data.toasts ?? []).filter(({ tone }) => tone === 'destructive')

const withdraw = async (slug: string) => {
  const [enrolment] = await enrolmentsOf(ada)
  await visit('/dashboard', { intent: 'withdraw', enrolment: enrolment?.id ?? '', course: slug })
}

/** A visitor has pressed 'Iscriviti ora' and signed in. */
async function arrive(slug: string) {
  await visit(`/corsi/${slug}/iscrizione`, { corso: slug })
  keep(await cookieOf(ada.email))
}

test('a request that is sent and withdrawn is not offered again', async () => {
  const { slug } = await aCourse()
  await arrive(slug)
  expect(await isOffered()).toBe(true)
  await visit(`/corsi/${slug}/iscrizione`, { corso: slug })
  expect(await isOffered()).toBe(false)
  await withdraw(slug)
  expect(await isOffered()).toBe(false)
})

test('nor one that was sent elsewhere, whether or not the dashboard was open in between', async () => {
  for (const looks of [true, false]) {
    const { id, slug } = await aCourse()
    await arrive(slug)
    await requestEnrolment(ada, id)
    if (looks) expect(await isOffered()).toBe(false)
    await withdraw(slug)
    expect(await isOffered(), String(looks)).toBe(false)
  }
})

test('nor a course that was called otherwise when it was asked for, or whose enrolment has ended', async () => {
  const { id, slug } = await aCourse()
  await arrive(slug)
  await enrolPerson(await anAdmin(), ada.email, [id])
  expect(await isOffered()).toBe(false)
  expect(
    await intendedCourse.read(aRequest('/', [...jar].map((pair) => pair.join('=')).join('; '))),
  ).toBeNull()
})

test('the dashboard says once why the course takes no requests any more', async () => {
  const { id, slug } = await aCourse({ title: 'Logica' })
  await arrive(slug)
  await db.update(courses).set({ cancelledAt: new Date() }).where(eq(courses.id, id))
  expect(await errorToasts()).toMatchObject([
    { title: 'Logica', description: 'Questa edizione è stata annullata' },
  ])
  expect(await errorToasts()).toEqual([])
})

test('nor does it say so to a person with an enrolment in the course', async () => {
  const { id, slug } = await aCourse({ title: 'Logica' })
  await arrive(slug)
  await requestEnrolment(ada, id)
  await db.update(courses).set({ cancelledAt: new Date() }).where(eq(courses.id, id))
  expect(await errorToasts()).toEqual([])
})

test('the request for another course still waits', async () => {
  const [first, second] = [await aCourse(), await aCourse()]
  await arrive(second.slug)
  await requestEnrolment(ada, first.id)
  await withdraw(first.slug)
  expect(await isOffered()).toBe(true)
})

test('whoever withdraws a request is offered to send it again only while the course takes requests', async () => {
  keep(await cookieOf(ada.email))
  for (const [facts, label] of [
    [{ comingSoon: false }, 'Invia di nuovo'],
    [{ comingSoon: true }, undefined],
    [{ cancelledAt: new Date() }, undefined],
  ] as const) {
    const { id, slug } = await aCourse()
    await requestEnrolment(ada, id)
    await db.update(courses).set(facts).where(eq(courses.id, id))
    const [enrolment] = await enrolmentsOf(ada)
    const fields = { intent: 'withdraw', enrolment: enrolment?.id ?? '', course: slug }
    const { headers } = await visit('/dashboard', fields)
    const { toasts } = await readFlash(aRequest('/', sentBack(headers)))
    expect(toasts).toMatchObject([{ title: 'Richiesta ritirata' }])
    expect(toasts[0]?.button?.label).toBe(label)
  }
})
