import { randomUUID } from 'node:crypto'
import { eq, like } from 'drizzle-orm'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { emptyFolder } from '../../tests/files'
import { anOwing, dueFell } from '../../tests/payments'
import { aRequest, cookieOf, sentBack } from '../../tests/people'
import { wholeSite } from '../../tests/site'
import { enrolmentOfPerson } from '../../tests/waiting'
import { aCourse, aMember, aSecretary, decided, emptyDatabase, inDays } from '../../tests/world'
import { db } from '../database/client.server'
import { mailAttachments, outgoingMail, payments, userCourses } from '../database/schema'
import { requestEnrolment } from '../enrolments/request/commands.server'
import { approveRequest } from '../enrolments/review/commands.server'
import { readFlash } from '../http/toasts.server'
import { addAttachment } from './commands.server'
import { ComposeForm } from './compose-form'
import { BY_HAND } from './rules'

beforeEach(async () => {
  emptyFolder()
  await emptyDatabase()
})

test.each(['send', 'trial', 'attach'])(
  'a file that was deleted while the form was open is asked for again: %s',
  async (intent) => {
    const [staff, course, ada] = [await aSecretary(), await aCourse(), await aMember('ada')]
    const [enrolment] = await db
      .insert(userCourses)
      .values({ userId: ada.id, courseId: course.id, ...decided('approved') })
      .returning()
    const file = { name: 'Programma.txt', bytes: new TextEncoder().encode('Lezione 1') }
    const [deleted, existing] = [await addAttachment(staff, file), await addAttachment(staff, file)]
    if (!deleted.ok || !existing.ok) throw new Error('refused')
    await db.delete(mailAttachments).where(eq(mailAttachments.id, deleted.id))
    const body = new FormData()
    const fields = {
      intent,
      key: randomUUID(),
      audience: 'iscritti',
      shown: 'iscritti',
      to: enrolment?.id ?? '',
    }
    for (const [name, value] of Object.entries({ ...fields, subject: 'Aula', text: 'Il programma è qui.' }))
      body.append(name, value)
    for (const { id } of [deleted, existing]) body.append('attached', id)
    const site = await wholeSite()
    const form = `/admin/courses/${course.id}/messaggi/nuovo.data`
    const answer = await site(aRequest(form, await cookieOf(staff.email), { method: 'POST', body }))
    expect(answer.status).toBe(400)
    const text = await answer.text()
    expect(text).toContain('Un allegato non c’è più: aggiungilo di nuovo')
    expect(text).toContain(existing.id)
    expect(text).not.toContain(deleted.id)
    expect(await db.$count(outgoingMail)).toBe(0)
  },
)

test.each([
  ['a file that is too large', [11 * 1024 * 1024], 'Gli allegati possono pesare al massimo 10 MB in tutto'],
  ['too many files', [1, 1, 1, 1, 1, 1], 'Gli allegati possono essere al massimo 5'],
])('a message keeps its text and its files beside %s', async (_case, sizes, sentence) => {
  const [staff, course, ada] = [await aSecretary(), await aCourse(), await aMember('ada')]
  await db.insert(userCourses).values({ userId: ada.id, courseId: course.id, ...decided('approved') })
  const existing = await addAttachment(staff, { name: 'Programma.txt', bytes: Buffer.from('Lezione 1') })
  if (!existing.ok) throw new Error('refused')
  const body = new FormData()
  body.set('subject', 'Cambio di aula')
  body.set('text', 'Domani siamo in aula 3.')
  for (const size of sizes) body.append('file', new File(['x'.repeat(size)], 'foto.txt'))
  body.set('attached', existing.id)
  body.set('intent', 'send')
  const site = await wholeSite(await import('../entry.server'))
  const path = `/admin/courses/${course.id}/messaggi/nuovo`
  const answer = await site(aRequest(path, await cookieOf(staff.email), { method: 'POST', body }))
  expect(answer.status).toBe(400)
  const page = await answer.text()
  for (const text of [sentence, 'Cambio di aula', 'Domani siamo in aula 3.', existing.id])
    expect(page).toContain(text)
  expect(page).toMatch(/<title>Errore: /)
  expect(await db.$count(outgoingMail)).toBe(0)
})

test.each([
  ['', 'iscritti', 1],
  ['?chi=iscritti', 'iscritti', 1],
  ['?chi=senza-risposta', 'scelti', 0],
  ['?chi=da-avviare', 'scelti', 1],
])(
  'a form for an audience begins with its people, nobody if it is empty: %s',
  async (search, audience, count) => {
    const [staff, course, ada] = [await aSecretary(), await aCourse(), await aMember('ada')]
    await db.insert(userCourses).values({ userId: ada.id, courseId: course.id, ...decided('approved') })
    const site = await wholeSite(await import('../entry.server'))
    const path = `/admin/courses/${course.id}/messaggi/nuovo${search}`
    const page = await (await site(aRequest(path, await cookieOf(staff.email)))).text()
    expect(page).toContain(`name="shown" value="${audience}"`)
    expect(page.match(/name="to" checked=""/g) ?? []).toHaveLength(count)
  },
)

test('a message to an audience leaves out who has left it since the form was opened, and says so', async () => {
  const [{ admin, course, id: ada }, bea] = [await anOwing(), await aMember('bea')]
  await requestEnrolment(bea, course.id)
  const { id: beas = '' } = (await enrolmentOfPerson(bea, course)) ?? {}
  await approveRequest(admin, beas)
  for (const id of [ada, beas]) await dueFell(id, -3)
  const site = await wholeSite(await import('../entry.server'))
  const cookie = await cookieOf(admin.email)
  const page = `/admin/courses/${course.id}/messaggi/nuovo`
  expect(
    (await (await site(aRequest(`${page}?chi=da-pagare`, cookie))).text()).match(/name="to"/g),
  ).toHaveLength(2)
  const send = () => {
    const body = new FormData()
    const fields = { intent: 'send', key: randomUUID(), audience: 'da-pagare', shown: 'da-pagare' }
    for (const [name, value] of Object.entries({
      ...fields,
      subject: 'La tua rata',
      text: 'Non è arrivata.',
    }))
      body.append(name, value)
    for (const id of [ada, beas]) body.append('to', id)
    return site(aRequest(page, cookie, { method: 'POST', body }))
  }
  const pay = (enrolmentId: string) => {
    const payment = { amount: 490, receivedOn: inDays(0), method: 'cash' } as const
    return db.insert(payments).values({ id: randomUUID(), enrolmentId, ...payment })
  }
  const sentTo = () =>
    db
      .select({ to: outgoingMail.toAddress })
      .from(outgoingMail)
      .where(like(outgoingMail.subject, 'La tua rata%'))

  await pay(beas)
  const sent = await send()
  expect(sent.status).toBe(302)
  expect(await sentTo()).toEqual([{ to: 'ada@example.it' }])
  const { toasts } = await readFlash(aRequest(page, sentBack(sent.headers)))
  expect(toasts).toMatchObject([
    { description: 'La tua rata: 1 email. Nel frattempo è cambiato qualcosa per 1 persona' },
  ])

  await pay(ada)
  const refused = await send()
  expect(refused.status).toBe(409)
  const form = await refused.text()
  expect(form).toContain('Scegli almeno una persona')
  expect(form).toContain('name="shown" value="scelti"')
  expect(form).not.toContain('name="to" checked=""')
  expect(await sentTo()).toHaveLength(1)
})

test('the form is sent to its own address, so that a message to one person stays one to that person', () => {
  const element = (
    <ComposeForm
      course={{ id: 'c', title: 'Ceramica', summary: '' }}
      possibleRecipients={[]}
      initial={{ audience: BY_HAND, to: [], subject: '', text: '', readAs: '', key: '' }}
      sender=""
      undoMinutes={5}
      backTo="/admin"
      result={undefined}
    />
  )
  const page = '/admin/courses/c/messaggi/nuovo?a=e'
  const router = createMemoryRouter([{ path: '/admin/courses/c/messaggi/nuovo', element }], {
    initialEntries: [page],
  })
  expect(renderToStaticMarkup(<RouterProvider router={router} />)).toContain(`action="${page}"`)
})
