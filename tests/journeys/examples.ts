import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { aCourse, aTitle } from './courses'
import { enrol, type Person } from './people'
import { expect } from './site'

export async function aContact(office: Page): Promise<string> {
  const list = await (await office.request.get('/admin/contacts?stato=tutte')).text()
  return list.match(/\/admin\/contacts\/([0-9a-f-]{36})/)?.[1] ?? ''
}

/** For the participants of a course that only this person attends. */
export async function aDocumentOf(person: Person, office: Page): Promise<string> {
  const id = randomUUID()
  await aCourse(office, aTitle('Accesso'), { id })
  await enrol(office, person, id)
  const file = { name: 'Appunti.txt', mimeType: 'text/plain', buffer: Buffer.from('Per chi c’è.') }
  const page = `/admin/documents?corso=${id}`
  await expect(await office.request.post(page, { multipart: { visibility: 'iscritti', file } })).toBeOK()
  return (await (await office.request.get(page)).text()).match(/\/documenti\/([0-9a-f-]{36})/)?.[1] ?? ''
}

export async function aFileFor(enrolment: string, office: Page): Promise<string> {
  const id = randomUUID()
  const file = { name: 'Lettera.txt', mimeType: 'text/plain', buffer: Buffer.from('Solo per te.') }
  const address = `/admin/iscrizioni/${enrolment}/documento`
  await expect(await office.request.post(address, { multipart: { key: id, kind: 'lettera', file } })).toBeOK()
  return id
}

/** The office's enrolment is told once it can no longer be taken back. */
export async function anEnrolmentOf(member: Page): Promise<string> {
  const onDashboard = async () => {
    const dashboard = await (await member.request.get('/dashboard')).text()
    return dashboard.match(/\/dashboard\/iscrizioni\/([0-9a-f-]{36})/)?.[1] ?? ''
  }
  await expect.poll(onDashboard, { timeout: 30_000 }).not.toBe('')
  return onDashboard()
}

export async function aFeedOf(member: Page): Promise<string> {
  const asked = await member.request.post('/dashboard/calendario', { form: { intent: 'open' } })
  return (await asked.text()).match(/\/calendario\/([\w-]{32})\.ics/)?.[1] ?? ''
}
