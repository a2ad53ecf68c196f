/** What the pages of a member say of the waiting list and of an offered seat. */
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { aRequest, cookieOf, sentBack } from '../../../tests/people'
import { wholeSite } from '../../../tests/site'
import { aList, freeSeat, offeredElsewhere, openOffers, tokenFor } from '../../../tests/waiting'
import { aMember, emptyDatabase } from '../../../tests/world'
import type { Member } from '../../accounts/rules'
import { readFlash } from '../../http/flash.server'
import { offerSeats } from './offers.commands.server'

const site = await wholeSite(await import('../../entry.server'))
beforeEach(emptyDatabase)

const textOf = (html: string) =>
  html
    .replace(/<(script|style).*?<\/\1>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')

async function read(path: string, member?: Member) {
  const answer = await site(aRequest(path, member ? await cookieOf(member.email) : ''))
  const html = await answer.text()
  const { toasts } = await readFlash(aRequest('/', sentBack(answer.headers)))
  return { status: answer.status, location: answer.headers.get('Location'), toasts, html, text: textOf(html) }
}

/** Presses a button of a form; the page that follows, and its toasts. */
async function send(path: string, fields: Record<string, string>, member?: Member) {
  const cookie = member ? await cookieOf(member.email) : ''
  const answer = await site(aRequest(path, cookie, { method: 'POST', body: new URLSearchParams(fields) }))
  const { toasts } = await readFlash(aRequest('/', sentBack(answer.headers)))
  return { location: answer.headers.get('Location'), toasts }
}

/** A list with Ada, to whom a seat is offered. */
async function anOffer() {
  const { course, members } = await aList(['ada'])
  const [{ member, id }] = members as [(typeof members)[0]]
  await freeSeat(course)
  await offerSeats(null)
  return { course, ada: member, id, page: `/dashboard/iscrizioni/${id}/posto` }
}

test('declining is a question that says what is lost, on the dashboard and by the link', async () => {
  const { ada, page } = await anOffer()
  const link = `/offerte/${await tokenFor(ada)}`
  for (const [path, reader] of [
    [page, ada],
    [link, undefined],
  ] as const) {
    const offer = await read(path, reader)
    expect(offer.html).toContain(`href="${path}?rinuncia"`)
    expect(offer.html).not.toContain('value="decline"')
    const question = await read(`${path}?rinuncia`, reader)
    expect(question.text).toContain('Rinunciare al posto?')
    expect(question.text).toContain('La tua richiesta viene ritirata, e il posto passa ad altri.')
    expect(question.html).toContain('value="decline"')
  }
  expect((await read('/dashboard', ada)).html).toContain(`href="${page}?rinuncia"`)
  expect(await openOffers()).toHaveLength(1)
})

test('the question about a seat in another edition says that the request stays', async () => {
  const { ada, id } = await offeredElsewhere()
  for (const path of [`/dashboard/iscrizioni/${id}/posto`, `/offerte/${await tokenFor(ada)}`])
    expect((await read(`${path}?rinuncia`, ada)).text).toContain(
      'La tua richiesta per l’altra edizione resta.',
    )
})

test('leaving the list says what is lost, and its toast names the course and asks again', async () => {
  const { course, members } = await aList(['ada'])
  const [{ member, id }] = members as [(typeof members)[0]]
  const page = await read(`/dashboard/iscrizioni/${id}/posto`, member)
  expect(page.text).toContain(
    'Se esci, ritiri la richiesta e perdi il tuo posto in lista: se chiedi di nuovo, riparti dal fondo.',
  )
  const form = { intent: 'leave', enrolment: id, course: course.slug }
  for (const name of ['intent', 'course'])
    expect(page.html).toContain(`name="${name}" value="${form[name as 'intent']}"`)
  const left = {
    ...{ tone: 'success', title: 'Sei uscito dalla lista d’attesa', description: course.title },
    undo: { label: 'Chiedi di nuovo', action: `/corsi/${course.slug}/iscrizione` },
  }
  expect((await send('/dashboard', form, member)).toasts).toMatchObject([left])
  // Sent twice.
  expect((await send('/dashboard', form, member)).toasts).toMatchObject([left])
})

test('the page of a request that is gone leads to the dashboard, as that of somebody else and of nobody does', async () => {
  const { course, members } = await aList(['ada'])
  const [{ member, id }] = members as [(typeof members)[0]]
  const bea = await aMember('bea')
  for (const below of ['', '/posto', '/annulla', '/sposta', '/rinvio']) {
    const [theirs, unknown] = [
      await read(`/dashboard/iscrizioni/${id}${below}`, bea),
      await read(`/dashboard/iscrizioni/${randomUUID()}${below}`, bea),
    ]
    expect(theirs).toEqual(unknown)
    expect(theirs).toMatchObject({
      ...{ status: 302, location: '/dashboard' },
      toasts: [{ tone: 'neutral', title: 'Questa richiesta non c’è più' }],
    })
  }
  await send('/dashboard', { intent: 'leave', enrolment: id, course: course.slug }, member)
  const gone = await read(`/dashboard/iscrizioni/${id}/posto`, member)
  expect(gone).toMatchObject({ status: 302, location: '/dashboard' })
})
