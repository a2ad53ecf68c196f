import { beforeEach, expect, test } from 'vitest'
import { aPerson, aRequest, cookieOf, sentBack } from '../../../tests/people'
import { wholeSite } from '../../../tests/site'
import { aCourse, emptyDatabase } from '../../../tests/world'
import { db } from '../../database/client.server'
import { auditLogs, decisions, outgoingMail, userCourses } from '../../database/schema'
import { readFlash } from '../../http/toasts.server'

let site: Awaited<ReturnType<typeof wholeSite>>
beforeEach(async () => {
  await emptyDatabase()
  site = await wholeSite()
})

async function sender(cookie: string) {
  return async (path: string, fields: Record<string, string>) => {
    const form = { method: 'POST', body: new URLSearchParams(fields) }
    const { headers } = await site(aRequest(path, cookie, form))
    const { toasts } = await readFlash(aRequest('/', sentBack(headers)))
    return toasts.map(({ title }) => title).join()
  }
}

async function aRequestToDecide() {
  const send = await sender(await cookieOf((await aPerson('ada')).email))
  const { slug } = await aCourse()
  await send(`/corsi/${slug}/iscrizione`, {})
  const [request] = await db.select().from(userCourses)
  const office = await sender(await cookieOf((await aPerson('carla', 'admin')).email))
  const decide = (intent: string, path = '/admin?index') =>
    office(path, { intent, enrolment: request?.id ?? '' })
  return { send, decide, enrolment: request?.id ?? '' }
}

const effects = async () => [await db.$count(auditLogs), await db.$count(outgoingMail)]

test('a request, its withdrawal and each decision succeed twice and are done once', async () => {
  const { send, decide, enrolment } = await aRequestToDecide()
  const twice = async (press: () => Promise<string>, title: string) => {
    expect(await press()).toBe(title)
    const done = await effects()
    expect(await press()).toBe(title)
    expect(await effects()).toEqual(done)
  }
  await twice(() => decide('reject'), 'Iscrizione rifiutata')
  await twice(() => decide('reopen'), 'Richiesta riaperta')
  await twice(() => send('/dashboard', { intent: 'withdraw', enrolment }), 'Richiesta ritirata')
  const { slug } = await aCourse()
  await twice(() => send(`/corsi/${slug}/iscrizione`, {}), 'Richiesta di iscrizione inviata!')
})

test('after ten seconds a repetition is refused', async () => {
  const { send, decide } = await aRequestToDecide()
  const { slug } = await aCourse()
  await send(`/corsi/${slug}/iscrizione`, {})
  expect(await decide('approve')).toBe('Iscrizione approvata')
  const before = new Date(Date.now() - 11_000)
  await db.update(userCourses).set({ requestedAt: before })
  await db.update(decisions).set({ madeAt: before })
  expect(await send(`/corsi/${slug}/iscrizione`, {})).toBe('Iscrizione già presente')
  expect(await decide('approve')).toBe('Errore')
})

test('the script of the page is told that the request or decision exists', async () => {
  const { send, decide } = await aRequestToDecide()
  const { slug } = await aCourse()
  await send(`/corsi/${slug}/iscrizione`, {})
  expect(await send(`/corsi/${slug}/iscrizione.data`, {})).toBe('Iscrizione già presente')
  expect(await decide('approve')).toBe('Iscrizione approvata')
  expect(await decide('approve', '/admin.data?index')).toBe('Errore')
})

test('the other decision, and that of another administrator, are refused at once', async () => {
  const { decide, enrolment } = await aRequestToDecide()
  const other = await sender(await cookieOf((await aPerson('dora', 'admin')).email))
  expect(await decide('approve')).toBe('Iscrizione approvata')
  expect(await decide('reject')).toBe('Errore')
  expect(await other('/admin?index', { intent: 'approve', enrolment })).toBe('Errore')
})
