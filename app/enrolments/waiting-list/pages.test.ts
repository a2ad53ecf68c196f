/** What the pages of a member say of the waiting list and of an offered seat. */
import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { settleDecisions, withUndo } from '../../../tests/decisions'
import { aRequest, aVisitor, cookieOf, linkTo, sentBack } from '../../../tests/people'
import { wholeSite } from '../../../tests/site'
import {
  ALMOST_A_DAY,
  aFullCourse,
  aList,
  enrolmentOfPerson,
  freeSeat,
  kindsTo,
  openOffers,
  tokenFor,
  waitFor,
} from '../../../tests/waiting'
import { aCourse, aMember, anAdmin, decided, emptyDatabase, inDays, tableDown } from '../../../tests/world'
import { confirmNewEmail, offerNewEmail } from '../../accounts/profile/new-email.commands.server'
import { type Member, SYSTEM } from '../../accounts/rules'
import { db } from '../../database/client.server'
import { courses, decisions, seatOffers, userCourses } from '../../database/schema'
import { readFlash } from '../../http/toasts.server'
import { timeOfDay, today } from '../../runtime/clock'
import { cancelEnrolment } from '../leave/office.commands.server'
import { admitRequests } from '../review/commands.server'
import { answerByLink } from './answer.commands.server'
import { endDueOffers, offerSeats } from './offers.commands.server'
import { moveUp } from './office.commands.server'

const site = await wholeSite(await import('../../entry.server'))
beforeEach(emptyDatabase)

const textOf = (html: string) =>
  html
    .replace(/<!-- -->|<\/?b>/g, '')
    .replace(/<(script|style).*?<\/\1>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')

async function read(path: string, member?: Member) {
  const response = await site(aRequest(path, member ? await cookieOf(member.email) : ''))
  const html = await response.text()
  const { toasts } = await readFlash(aRequest('/', sentBack(response.headers)))
  return {
    status: response.status,
    location: response.headers.get('Location'),
    toasts,
    html,
    text: textOf(html),
  }
}

async function send(path: string, fields: Record<string, string>, member?: Member) {
  const cookie = member ? await cookieOf(member.email) : ''
  const response = await site(aRequest(path, cookie, { method: 'POST', body: new URLSearchParams(fields) }))
  const { toasts } = await readFlash(aRequest('/', sentBack(response.headers)))
  return { location: response.headers.get('Location'), toasts }
}

async function anOffer() {
  const { course, members } = await aList(['ada'])
  const [{ member, id }] = members as [(typeof members)[0]]
  await freeSeat(course)
  await offerSeats(SYSTEM)
  return { course, ada: member, id, page: `/dashboard/iscrizioni/${id}/posto` }
}

test('the page of an offer leads to the page of the course only while there is one', async () => {
  const { course, ada } = await anOffer()
  const link = `/offerte/${await tokenFor(ada)}`
  const coursePage = `href="/corsi/${course.slug}"`
  expect((await read(link)).html).toContain(coursePage)
  await db.update(courses).set({ archivedAt: new Date() }).where(eq(courses.id, course.id))
  const { status, html } = await read(link)
  expect(status).toBe(410)
  expect(html).toContain(course.title)
  expect(html).not.toContain(coursePage)
})

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

test('leaving the list says what is lost, and its toast offers to ask again', async () => {
  const { course, members } = await aList(['ada'])
  const [{ member, id }] = members as [(typeof members)[0]]
  const page = await read(`/dashboard/iscrizioni/${id}/posto`, member)
  expect(page.text).toContain(
    'Se esci, ritiri la richiesta e perdi il tuo posto in lista: se chiedi di nuovo, riparti dal fondo.',
  )
  const form = { intent: 'withdraw', enrolment: id, course: course.slug }
  for (const name of ['intent', 'course'])
    expect(page.html).toContain(`name="${name}" value="${form[name as 'intent']}"`)
  const left = {
    ...{ tone: 'success', title: 'Richiesta ritirata' },
    button: { label: 'Invia di nuovo', action: `/corsi/${course.slug}/iscrizione` },
  }
  expect((await send('/dashboard', form, member)).toasts).toMatchObject([left])
  expect((await send('/dashboard', form, member)).toasts).toMatchObject([left])
})

test('who leaves the list on a page from before an offer is led to the seat, which is still theirs', async () => {
  const { course, ada, id, page } = await anOffer()
  const form = { intent: 'withdraw', enrolment: id, course: course.slug }
  expect(await send('/dashboard', form, ada)).toMatchObject({
    location: page,
    toasts: [
      {
        tone: 'neutral',
        title: 'Nel frattempo ti è stato offerto un posto: puoi accettarlo o rinunciare',
      },
    ],
  })
  expect(await openOffers()).toMatchObject([{ enrolmentId: id }])
  expect((await read(page, ada)).html).toContain('value="accept"')
})

test('the page of a request that is gone leads to the dashboard, as that of somebody else and of nobody does', async () => {
  const { course, members } = await aList(['ada'])
  const [{ member, id }] = members as [(typeof members)[0]]
  const bea = await aMember('bea')
  for (const below of ['', '/posto', '/disdici', '/sposta', '/rinvio']) {
    const [somebodyElses, unknown] = [
      await read(`/dashboard/iscrizioni/${id}${below}`, bea),
      await read(`/dashboard/iscrizioni/${randomUUID()}${below}`, bea),
    ]
    expect(somebodyElses).toEqual(unknown)
    expect(somebodyElses).toMatchObject({
      ...{ status: 302, location: '/dashboard' },
      toasts: [{ tone: 'neutral', title: 'Questa richiesta non c’è più' }],
    })
  }
  await send('/dashboard', { intent: 'withdraw', enrolment: id, course: course.slug }, member)
  const gone = await read(`/dashboard/iscrizioni/${id}/posto`, member)
  expect(gone).toMatchObject({ status: 302, location: '/dashboard' })
})

test('a place that the office can still take back is not told, and cannot be changed', async () => {
  withUndo()
  const { course, members } = await aList(['ada'])
  const [{ member, id }] = members as [(typeof members)[0]]
  const page = `/dashboard/iscrizioni/${id}/posto`
  const updating = 'La segreteria sta aggiornando questa iscrizione: riprova tra qualche minuto'
  const before = await enrolmentOfPerson(member, course)
  const { text, html } = await read(page, member)
  expect(text).toContain(updating)
  for (const words of ['posto della lista', 'Se esci', 'qualsiasi edizione'])
    expect(text).not.toContain(words)
  expect(html).not.toContain('name="intent"')
  const movePage = `/dashboard/iscrizioni/${id}/sposta`
  expect((await read(movePage, member)).text).toContain(updating)
  expect((await read('/dashboard', member)).text).not.toContain('1° in lista')
  for (const intent of ['rejoin', 'accept', 'decline'])
    expect((await send(page, { intent }, member)).toasts).toMatchObject([
      { tone: 'neutral', title: updating },
    ])
  expect(await enrolmentOfPerson(member, course)).toEqual(before)
  await settleDecisions()
  expect((await read(page, member)).text).toContain('1° posto')
  expect((await read(movePage, member)).text).toContain('Questa iscrizione non si può spostare')
})

test('who leaves before the office has confirmed the place for good gets no e-mail about it', async () => {
  withUndo()
  const { admin, course, members } = await aList(['ada', 'bea', 'cora'])
  await moveUp(admin, members[1]?.id ?? '', 'Ha telefonato')
  for (const { member, id } of members.slice(0, 2)) {
    const form = { intent: 'withdraw', enrolment: id, course: course.slug }
    expect((await send('/dashboard', form, member)).toasts).toMatchObject([{ tone: 'success' }])
  }
  const mailed = await Promise.all(members.map(({ member }) => kindsTo(member)))
  expect(mailed.map((kinds) => kinds.includes('admitted-to-list'))).toEqual([false, false, true])
})

test('the page of an offer names its person by the first name and an initial', async () => {
  const { ada } = await anOffer()
  const page = await read(`/offerte/${await tokenFor(ada)}`)
  expect(page.text).toContain('Posto offerto a Ada P.')
  expect(page.html).not.toContain('Prova')
})

test('an answer by the link that fails says so on the page of the offer', async () => {
  const { ada } = await anOffer()
  const link = `/offerte/${await tokenFor(ada)}`
  await tableDown('audit_logs')
  const body = new URLSearchParams({ intent: 'accept' })
  const response = await site(aRequest(link, '', { method: 'POST', body }))
  const html = await response.text()
  expect(response.status).toBe(503)
  expect(html).toMatch(/<title>Errore/)
  expect(textOf(html)).toContain('Impossibile inviare la risposta: il servizio non risponde')
})

test('an answer that comes too late is no error', async () => {
  const { ada, id, page } = await anOffer()
  const link = `/offerte/${await tokenFor(ada)}`
  await db.update(seatOffers).set({ expiresAt: sql`now()` })
  const expired = { tone: 'neutral', title: expect.stringContaining('Questa offerta è scaduta il') }
  expect((await send(page, { intent: 'accept' }, ada)).toasts).toMatchObject([expired])
  expect(await send(link, { intent: 'accept' })).toEqual({ location: link, toasts: [] })
  await db.update(seatOffers).set({ expiresAt: sql`now() + interval '1 hour'` })
  await send(link, { intent: 'accept' })
  const accepted = { tone: 'neutral', title: 'Hai già accettato: il posto è tuo' }
  expect((await send(page, { intent: 'accept' }, ada)).toasts).toMatchObject([accepted])
  expect(await send(link, { intent: 'accept' })).toEqual({ location: link, toasts: [] })
  const notWaiting = { tone: 'neutral', title: 'Non sei in lista d’attesa' }
  expect((await send(page, { intent: 'rejoin' }, ada)).toasts).toMatchObject([notWaiting])
  expect(id).not.toBe('')
})

test('the link of an expired offer proposes to go back on the list only to who can', async () => {
  const { ada, course, page } = await anOffer()
  const link = `/offerte/${await tokenFor(ada)}`
  await db.update(seatOffers).set({ expiresAt: sql`now()` })
  await endDueOffers(SYSTEM)
  const withdrawal = 'Ritira la richiesta'
  const ownPage = page.replace('/posto', '')
  const expired = await read(link)
  expect(expired.text).toContain('chiedi di rientrare in lista')
  expect(expired.html).toContain(`href="${page}"`)
  expect((await read(ownPage, ada)).text, 'who wants no seat any more').toContain(withdrawal)

  await send(page, { intent: 'rejoin' }, ada)
  const again = await read(link)
  expect(again.text).toContain('la tua richiesta è di nuovo in lista.')
  expect(again.text).not.toMatch(/rientrare|Rientra/)
  expect((await read(ownPage, ada)).text).not.toContain(withdrawal)

  await db.update(courses).set({ cancelledAt: new Date() }).where(eq(courses.id, course.id))
  const closed = await read(link)
  expect(closed.text).toContain('questa edizione non prende più iscrizioni.')
  expect(closed.text).not.toMatch(/rientrare|Rientra/)
})

test('the link of a declined offer proposes a new request only if the edition takes requests', async () => {
  const { ada, course } = await anOffer()
  const link = `/offerte/${await tokenFor(ada)}`
  await send(link, { intent: 'decline' })
  expect((await read(link)).text).toContain('è ritirata: per questo corso puoi chiedere di nuovo.')
  await db.update(courses).set({ archivedAt: new Date() }).where(eq(courses.id, course.id))
  expect((await read(link)).text).toContain('La tua richiesta è ritirata.')
})

test('the course page tells a member their place, and leads to the answer of an offer', async () => {
  const { course, members } = await aList(['ada', 'bea'])
  const [ada, bea] = members as [(typeof members)[0], (typeof members)[0]]
  const page = `/corsi/${course.slug}`
  expect((await read(page, bea.member)).text).toContain('2° in lista d’attesa')
  await freeSeat(course)
  await offerSeats(SYSTEM)
  const offered = await read(page, ada.member)
  expect(offered.text).toMatch(/Posto offerto rispondi entro le \d\d:\d\d di \w+ \d+ \w+/)
  expect(offered.html).toContain(`href="/dashboard/iscrizioni/${ada.id}/posto">Rispondi</a>`)
  expect(offered.text).not.toContain('Vedi la richiesta')
})

test.each([
  ['has begun', today(), '00:00'],
  ['begins within a day', today(ALMOST_A_DAY), timeOfDay(ALMOST_A_DAY)],
])('of an edition that %s the member is told that the office telephones', async (_when, day, time) => {
  const admin = await anAdmin()
  const course = await aFullCourse(1, {}, day, time)
  await db.execute(sql`update courses set end_date = ${inDays(30)} where id = ${course.id}`)
  const [ada, bea] = [await aMember('ada', { phone: '0736 1' }), await aMember('bea')]
  const ids = [await waitFor(ada, course), await waitFor(bea, course)]
  await admitRequests(admin, ids)
  for (const path of ['/dashboard', `/dashboard/iscrizioni/${ids[0]}/posto`]) {
    const { text } = await read(path, ada)
    expect(text).toContain('quando tocca a te la segreteria ti telefona al 0736 1 .')
    expect(text).not.toContain('due giorni')
  }
  const unreachable = await read('/dashboard', bea)
  expect(unreachable.text).toContain('Non abbiamo il tuo numero')
  expect(unreachable.html).toContain('<a href="/dashboard/profilo"')
})

test('a person who has just joined the list reads once that the office must still confirm', async () => {
  const ada = await aMember('ada')
  const id = await waitFor(ada, await aFullCourse())
  const { text } = await read('/dashboard', ada)
  expect(text).toMatch(/Tocca a noi: entro .* ti confermiamo per email il posto in lista\./)
  expect(text).not.toContain('La segreteria deve ancora confermare')
  expect((await read(`/dashboard/iscrizioni/${id}/posto`, ada)).text).toContain(
    'La segreteria deve ancora confermare',
  )
})

test('of an edition that takes no requests the page of a place promises nothing', async () => {
  const { course, members } = await aList(['ada'])
  const [{ member, id }] = members as [(typeof members)[0]]
  await db
    .update(courses)
    .set({ endDate: inDays(-1), startDate: inDays(-1) })
    .where(eq(courses.id, course.id))
  const { text } = await read(`/dashboard/iscrizioni/${id}/posto`, member)
  expect(text).toContain('Questa edizione non prende più iscrizioni.')
  for (const promise of ['ti telefona', 'ti offriamo']) expect(text).not.toContain(promise)
})

test('the page of a place links to the editions that have more free seats than people wait for', async () => {
  const [ada, here] = [await aMember('ada'), await aFullCourse()]
  const there = await aCourse({ seriesId: here.seriesId, maxPartecipanti: 1 }, [{ startDate: inDays(50) }])
  const page = `/dashboard/iscrizioni/${await waitFor(ada, here)}/posto`
  const free = await read(page, ada)
  expect(free.text).toContain('La lista d’attesa vale per questa edizione')
  expect(free.text).toContain('Un’altra data ha posti liberi')
  expect(free.html).toContain(`href="/corsi/${there.slug}"`)
  await db.insert(userCourses).values({
    userId: (await aMember('bea')).id,
    courseId: there.id,
    waitingSince: new Date(),
  })
  expect((await read(page, ada)).text).not.toContain('posti liberi')
})

test('another date is proposed to who waits only if they can ask for it', async () => {
  const [ada, here] = [await aMember('ada'), await aFullCourse()]
  await waitFor(ada, here)
  const there = await aFullCourse(1, { seriesId: here.seriesId }, inDays(50))
  const question = 'Va bene anche un’altra data?'
  const isThere = eq(courses.id, there.id)
  expect((await read('/dashboard', ada)).text).toContain(question)
  for (const facts of [
    { endDate: inDays(-1), startDate: inDays(-2) },
    { endDate: inDays(5), startDate: inDays(-2) },
    { endDate: inDays(50), startDate: inDays(50), comingSoon: true },
  ]) {
    await db.update(courses).set(facts).where(isThere)
    expect((await read('/dashboard', ada)).text, JSON.stringify(facts)).not.toContain(question)
  }
  await db.update(courses).set({ comingSoon: false }).where(isThere)
  await waitFor(ada, there)
  expect((await read('/dashboard', ada)).text).not.toContain(question)
})

test('the link of an offer ends with the address that it went to; the person answers on the dashboard', async () => {
  const { ada, page } = await anOffer()
  const link = `/offerte/${await tokenFor(ada)}`
  expect((await read(link)).status).toBe(200)
  await offerNewEmail(await anAdmin('dora'), ada.id, 'ada.nuova@example.org')
  const token = (await linkTo('ada.nuova@example.org')).get('token') ?? ''
  expect(await confirmNewEmail(aVisitor(), token)).toMatchObject({ ok: true })
  expect((await read(link)).status).toBe(404)
  for (const reply of ['accept', 'decline'] as const)
    expect(await answerByLink(aVisitor(), link.split('/')[2] ?? '', reply)).toMatchObject({
      refusal: 'unknown',
    })
  expect(await openOffers()).toHaveLength(1)
  const moved = { ...ada, email: 'ada.nuova@example.org' }
  expect((await send(page, { intent: 'accept' }, moved)).toasts).toMatchObject([{ title: 'Il posto è tuo' }])
})

test('what somebody says of an enrolment that is not theirs is not said to be done', async () => {
  const { course, ada, id, page } = await anOffer()
  const bea = await aMember('bea')
  const gone = { toasts: [{ tone: 'neutral', title: 'Questa richiesta non c’è più' }] }
  for (const enrolment of [id, randomUUID(), 'x'])
    expect(await send(`/dashboard/iscrizioni/${enrolment}/posto`, { intent: 'decline' }, bea)).toMatchObject(
      gone,
    )
  expect(
    await send('/dashboard', { intent: 'withdraw', enrolment: id, course: course.slug }, bea),
  ).toMatchObject({ toasts: [{ tone: 'destructive', title: 'Errore' }] })
  expect(await openOffers()).toHaveLength(1)

  const declined = { toasts: [{ tone: 'success', title: 'Hai rinunciato al posto' }] }
  expect(await send(page, { intent: 'decline' }, ada)).toMatchObject(declined)
  expect(await send(page, { intent: 'decline' }, ada)).toMatchObject(declined)
  expect(await send(page, { intent: 'accept' }, ada)).toMatchObject(gone)
  expect(await send(page, { intent: 'decline' }, bea)).toMatchObject(gone)
})

test('why a person cannot be put on the list stands below their e-mail, what concerns the edition does not', async () => {
  const [admin, course] = [await anAdmin(), await aFullCourse()]
  const [ada, bea] = [await aMember('ada'), await aMember('bea')]
  await db.insert(userCourses).values({ userId: ada.id, courseId: course.id, ...decided('completed') })
  const put = async ({ email }: Member) => {
    const body = new URLSearchParams({ email })
    const path = `/admin/courses/${course.id}/lista-attesa/aggiungi`
    const response = await site(aRequest(path, await cookieOf(admin.email), { method: 'POST', body }))
    const html = await response.text()
    const [, summary = ''] = html.match(/class="error-summary".*?>(.*?)<\/div>/s) ?? []
    return {
      status: response.status,
      summary: textOf(summary).trim(),
      marksField: html.includes('aria-invalid="true"'),
    }
  }
  expect(await put(ada)).toMatchObject({ status: 409, marksField: true })
  await db.update(courses).set({ maxPartecipanti: 5 }).where(eq(courses.id, course.id))
  expect(await put(bea)).toEqual({
    status: 409,
    summary: 'C’è un posto libero: non serve la lista',
    marksField: false,
  })
})

test('the list of an edition says why a free seat is not offered yet', async () => {
  withUndo()
  const { admin, course, members } = await aList(['ada'])
  await db.update(decisions).set({ heldUntil: new Date() })
  const [seated] = await db
    .select()
    .from(userCourses)
    .where(and(eq(userCourses.courseId, course.id), eq(userCourses.status, 'approved')))
  expect(await cancelEnrolment(admin, seated?.id ?? '', 'Chiuso')).toMatchObject({ ok: true })
  const page = `/admin/courses/${course.id}/lista-attesa`
  const { text } = await read(page, admin)
  expect(text).toContain('1 posto libero: l’offerta parte quando le ultime decisioni')
  const question = await read(`${page}?offri=${members[0]?.id}`, admin)
  expect(question.text).not.toContain('Non c’è un posto libero per questa offerta')
})

test('a freed seat that people wait for is taken on the page of the course as on its card', async () => {
  const { course, members } = await aList(['ada'])
  await freeSeat(course)
  const [ada] = members
  for (const reader of [undefined, await aMember('zoe')]) {
    const { text } = await read(`/corsi/${course.slug}`, reader)
    expect(text).toContain('Al completo')
    expect(text).not.toContain('Ultimo posto')
    expect(text).toContain('Saresti al 2° posto')
  }
  expect((await read('/corsi')).text).toContain('Al completo')
  expect((await read(`/corsi/${course.slug}/avvisami`)).status).toBe(200)
  expect((await read('/corsi?posti=liberi')).text).toContain('Nessun corso con posti liberi')
  expect((await read(`/corsi/${course.slug}`, ada?.member)).text).toContain('Sei al 1° posto')
})
