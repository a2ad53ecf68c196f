/** Every button about requests and enrolments is answered in the same way on every page of the office. */
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { withUndo } from '../../../tests/decisions'
import { aRequest, cookieOf, sentBack } from '../../../tests/people'
import { wholeSite } from '../../../tests/site'
import { aFullCourse, freeSeat, waitFor } from '../../../tests/waiting'
import { aCourse, aMember, anAdmin, decided, emptyDatabase, inDays } from '../../../tests/world'
import { db } from '../../database/client.server'
import { auditLogs, decisions, outgoingMail, userCourses } from '../../database/schema'
import { readFlash } from '../../http/toasts.server'
import { formatDate } from '../../italian/dates'
import type { EnrolmentState } from '../rules'
import { INTENTS, type Intent } from './buttons.rules'

const site = await wholeSite()
let office: string
beforeEach(async () => {
  await emptyDatabase()
  office = await cookieOf((await anAdmin()).email)
})

type Facts = { id: string; person: string; course: string }

/** The pages by their addresses, and where they lead after a button about one enrolment. */
const PAGES: Record<string, { address: (facts: Facts) => string; after: (facts: Facts) => string }> = {
  overview: {
    address: () => '/admin?index',
    after: ({ id }) => `/admin?decise=${id}#richiesta-${id}`,
  },
  queue: {
    address: () => '/admin/richieste?ordine=recenti',
    after: ({ id }) => `/admin/richieste?ordine=recenti&decise=${id}#richiesta-${id}`,
  },
  person: {
    address: ({ person, id }) => `/admin/people/${person}?segna=${id}`,
    after: ({ person }) => `/admin/people/${person}`,
  },
  'waiting list': {
    address: ({ course, id }) => `/admin/courses/${course}/lista-attesa?offri=${id}`,
    after: ({ course }) => `/admin/courses/${course}/lista-attesa`,
  },
  roster: {
    address: ({ course, id }) => `/admin/courses/${course}/iscritti?foglio=2&segna=${id}`,
    after: ({ course, id }) => `/admin/courses/${course}/iscritti?foglio=2#iscritto-${id}`,
  },
}
type Page = (typeof PAGES)[string]

let people = 0

/** A request on the waiting list of a full course. */
async function aCase(setUp: (facts: Facts) => Promise<unknown> = async () => {}): Promise<Facts> {
  people += 1
  const member = await aMember(`persona${people}`, { firstName: 'Ada' })
  const course = await aFullCourse(1, { title: 'Ceramica' })
  const facts = { id: await waitFor(member, course), person: member.id, course: course.id }
  await setUp(facts)
  return facts
}

const is =
  (status: EnrolmentState, columns = {}) =>
  ({ id }: Facts) =>
    db
      .update(userCourses)
      .set({ ...decided(status), ...columns })
      .where(eq(userCourses.id, id))
/** Somebody waits before them. */
const isSecond = async ({ id, course }: Facts) => {
  const first = await waitFor(await aMember(`prima-${id}`), { id: course })
  await is('pending', { admittedAt: new Date(), priority: 1, moveReason: 'Sua' })({
    id: first,
    person: '',
    course,
  })
}
const hasSeat = ({ course }: Facts) => freeSeat({ id: course })

async function press({ address }: Page, facts: Facts, fields: Record<string, string>, cookie = office) {
  const { id: enrolment, course } = facts
  const body = new URLSearchParams({ enrolment, chosen: enrolment, course, ...fields })
  const response = await site(aRequest(address(facts), cookie, { method: 'POST', body }))
  const { toasts } = await readFlash(aRequest('/', sentBack(response.headers)))
  return { status: response.status, to: response.headers.get('Location'), toast: toasts[0] }
}

/** As the script of the page sends it; the answer is read as text. */
async function pressByScript({ address }: Page, facts: Facts, fields: Record<string, string>) {
  const path = address(facts).replace('?', '.data?')
  const body = new URLSearchParams({ enrolment: facts.id, course: facts.course, ...fields })
  return (await site(aRequest(path, office, { method: 'POST', body }))).text()
}

const effects = async () => [await db.$count(auditLogs), await db.$count(outgoingMail)]
const rowOf = async ({ id }: Facts) => (await db.select().from(userCourses).where(eq(userCourses.id, id)))[0]

type Press = {
  title: string
  setUp?: (facts: Facts) => Promise<unknown>
  fields?: Record<string, string>
}

/** The buttons that are decisions: they can be taken back. */
const DECISIONS: Partial<Record<Intent, Press>> = {
  approve: { title: 'Iscrizione approvata', setUp: hasSeat },
  admit: { title: 'Messa in lista d’attesa' },
  reject: { title: 'Iscrizione rifiutata', fields: { reason: 'Mancano i requisiti' } },
  reopen: { title: 'Richiesta riaperta', setUp: is('rejected') },
  start: { title: 'Segnato come «In corso»', setUp: is('approved'), fields: { early: '1' } },
  complete: { title: 'Segnato come «Completato»', setUp: is('in_progress'), fields: { early: '1' } },
  uncomplete: { title: 'Segnato come «In corso»', setUp: is('completed') },
  unstart: { title: 'Segnato come «Approvato»', setUp: is('in_progress') },
  'approve-many': { title: '1 iscrizione approvata', setUp: hasSeat },
  'admit-many': { title: '1 richiesta in lista d’attesa' },
  'reject-many': { title: '1 iscrizione rifiutata', fields: { reasonForAll: 'Mancano i requisiti' } },
  'start-many': {
    title: 'Segnato come «In corso»: 1 iscrizione',
    setUp: is('approved'),
    fields: { early: '1' },
  },
  'complete-many': {
    title: 'Segnato come «Completato»: 1 iscrizione',
    setUp: is('in_progress'),
    fields: { early: '1' },
  },
  'uncomplete-many': { title: 'Segnato come «In corso»: 1 iscrizione', setUp: is('completed') },
  'unstart-many': { title: 'Segnato come «Approvato»: 1 iscrizione', setUp: is('in_progress') },
  'start-everybody': { title: 'Segnato come «In corso»: 2 iscrizioni', setUp: is('approved') },
  'complete-everybody': { title: 'Segnato come «Completato»: 1 iscrizione', setUp: is('in_progress') },
}
const OTHERS: Partial<Record<Intent, Press>> = {
  offer: {
    title: 'Posto offerto',
    setUp: async (facts) => {
      await is('pending', { admittedAt: new Date() })(facts)
      await hasSeat(facts)
    },
  },
  move: { title: 'Spostata in cima alla lista', fields: { reason: 'Ha telefonato' } },
  'move-back': { title: 'Rimessa al suo posto', setUp: is('pending', { priority: 1, moveReason: 'Sua' }) },
}
const ALL = { ...DECISIONS, ...OTHERS }
const isAboutOne = (intent: string) => !/-(many|everybody)$/.test(intent)
const EDITION = `Ada Prova, Ceramica, ${formatDate(inDays(60), 'd MMM yyyy')}, Ascoli Piceno`

test('every button is pressed here', () => {
  expect(Object.keys(ALL).sort()).toEqual([...INTENTS].sort())
})

const NAMES = Object.keys(PAGES)
/** One page for each button, other pages for its neighbours. */
const pageOf = (intent: string, shift = 0) =>
  NAMES[(Object.keys(ALL).indexOf(intent) + shift) % NAMES.length] ?? ''

/** The minute at which e-mails leave may pass between two presses. */
const withoutTime = (outcome: unknown) =>
  JSON.parse(JSON.stringify(outcome).replace(/alle \d\d:\d\d/g, 'alle …'))

test.each(Object.entries(ALL))(
  '%s is done on every page, and pressed twice it is done once',
  async (intent, { title, setUp, fields }) => {
    withUndo()
    for (const [name, page] of Object.entries(PAGES)) {
      const facts = await aCase(setUp)
      const first = await press(page, facts, { intent, ...fields })
      expect(first, name).toMatchObject({ status: 302, toast: { tone: 'success', title } })
      expect(first.toast?.description).toBe(isAboutOne(intent) ? EDITION : undefined)
      expect(first.toast?.button !== undefined).toBe(intent in DECISIONS)
      if (first.toast?.button) expect(first.toast.button.fields).toEqual({ torna: first.to })
      if (intent === 'approve') expect(first.to).toBe(page.after(facts))

      if (name !== pageOf(intent)) continue
      const [row, done] = [await rowOf(facts), await effects()]
      const again = await press(page, facts, { intent, ...fields })
      const moves = intent === 'move' || intent === 'move-back'
      const same = { ...first, toast: { ...first.toast, ...(!moves && { tone: 'neutral' }) } }
      expect(withoutTime(again), name).toEqual(withoutTime(same))
      expect(await rowOf(facts)).toEqual(row)
      if (!moves) expect(await effects()).toEqual(done)
    }
  },
)

test('after a button the lists stay at the row, and a button about many leads to the list', async () => {
  const rejected = await aCase(is('rejected'))
  const { id, course } = rejected
  for (const [name, to] of [
    ['overview', `/admin#richiesta-${id}`],
    ['queue', `/admin/richieste?ordine=recenti#richiesta-${id}`],
  ] as const) {
    await is('rejected')(rejected)
    expect(await press(PAGES[name] as Page, rejected, { intent: 'reopen' })).toMatchObject({ to })
    const many = await press(PAGES[name] as Page, rejected, { intent: 'reject-many', enrolment: '' })
    expect(many.to).toBe(to.split('#')[0])
  }
  const roster = await press(PAGES.roster as Page, rejected, { intent: 'start-everybody', enrolment: '' })
  expect(roster.to).toBe(`/admin/courses/${course}/iscritti?foglio=2#azioni`)
})

test('the choice of many names whom it could not decide', async () => {
  const facts = await aCase()
  for (const page of Object.values(PAGES))
    expect(await press(page, facts, { intent: 'approve-many' })).toMatchObject({
      toast: {
        tone: 'neutral',
        title: '0 iscrizioni approvate',
        description: 'Ada Prova: il corso è al completo: non ci sono più posti',
      },
    })
})

test.each([
  [5, 'Un’altra iscrizione resta com’era'],
  [7, 'Altre 3 iscrizioni restano com’erano'],
])(
  'of %i enrolments that could not be approved the toast names four and counts the others',
  async (count, end) => {
    const cases: Facts[] = []
    for (let i = 0; i < count; i++) cases.push(await aCase())
    const [first, ...others] = cases
    const body = new URLSearchParams([
      ['intent', 'approve-many'],
      ...[first, ...others].map((facts): [string, string] => ['chosen', facts?.id ?? '']),
    ])
    const { headers } = await site(aRequest('/admin/richieste', office, { method: 'POST', body }))
    const { toasts } = await readFlash(aRequest('/', sentBack(headers)))
    const sentences = toasts[0]?.description?.split('. ')
    expect(sentences).toHaveLength(5)
    expect(sentences?.at(-1)).toBe(end)
  },
)

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'
const FAILED = 'Si è verificato un errore: '

test.each(Object.entries(ALL))('%s of what is gone is refused on every page', async (intent, { fields }) => {
  const facts = await aCase()
  for (const [name, page] of Object.entries(PAGES))
    for (const unknown of name === pageOf(intent) ? [UNKNOWN_ID, 'x', ''] : [UNKNOWN_ID]) {
      const about: Record<string, string> = isAboutOne(intent)
        ? { enrolment: unknown }
        : { chosen: UNKNOWN_ID, course: unknown }
      const { status, toast } = await press(page, facts, { intent, ...fields, ...about })
      expect(status, name).toBe(302)
      if (intent.endsWith('-many'))
        expect(toast?.description).toMatch(/^Una richiesta: questa richiesta o iscrizione non c’è più/)
      else
        expect(toast, name).toEqual({
          tone: 'destructive',
          title: 'Errore',
          description: isAboutOne(intent)
            ? `${FAILED}Questa richiesta o iscrizione non c’è più: forse è stata ritirata, spostata o disdetta`
            : `${FAILED}Questo corso non è più disponibile`,
        })
    }
})

test.each(Object.entries(DECISIONS).filter(([intent]) => isAboutOne(intent)))(
  '%s of a colleague, or sent again by the script, is refused on two of the pages',
  async (intent, { setUp, fields }) => {
    const dora = await cookieOf((await anAdmin('dora')).email)
    for (const name of [pageOf(intent), pageOf(intent, 2)]) {
      const page = PAGES[name] as Page
      const facts = await aCase(setUp)
      await press(page, facts, { intent, ...fields })
      const { toast } = await press(page, facts, { intent, ...fields }, dora)
      expect(toast, name).toMatchObject({ tone: 'destructive', description: expect.stringContaining(FAILED) })
      const script = { address: (about: Facts) => page.address(about).replace('?', '.data?') }
      const again = await press({ ...page, ...script }, facts, { intent, ...fields })
      expect(again.toast, name).toEqual(toast)
    }
  },
)

type Question = [what: string, intent: Intent, fields: Record<string, string>, status: number, kind: string]
test.each<[...Question, setUp?: Press['setUp']]>([
  ['an approval beyond the limit', 'approve', {}, 409, 'question'],
  ['a start before the first session', 'start', {}, 409, 'question', is('approved')],
  ['an end before the first session', 'complete', {}, 409, 'question', is('in_progress')],
  ['an offer beyond the limit', 'offer', {}, 409, 'problem'],
  ['an offer out of turn without a reason', 'offer', {}, 400, 'problem', isSecond],
  ['a move without a reason', 'move', {}, 400, 'problem'],
  ['a reason that is too long', 'reject', { reason: 'a'.repeat(501) }, 400, 'problem'],
])('%s is asked about on every page', async (_what, intent, fields, status, kind, setUp) => {
  for (const [name, page] of Object.entries(PAGES)) {
    const facts = await aCase(setUp)
    const [row, done] = [await rowOf(facts), await effects()]
    const asked = await press(page, facts, { intent, ...fields })
    expect(asked, name).toEqual({ status, to: null, toast: undefined })
    const text = await pressByScript(page, facts, { intent, ...fields })
    expect(text, name).toContain(`"${kind}"`)
    if (kind === 'question') expect(text).toContain(facts.id)
    expect([await rowOf(facts), await effects()]).toEqual([row, done])
  }
})

test('a reason that is too long stays in its field, and the choice of many stays too', async () => {
  const facts = await aCase()
  const reason = 'a'.repeat(501)
  const siteWithPages = await wholeSite(await import('../../entry.server'))
  const post = async (address: string, fields: Record<string, string>) => {
    const body = new URLSearchParams({ enrolment: facts.id, ...fields })
    const response = await siteWithPages(aRequest(address, office, { method: 'POST', body }))
    return { status: response.status, text: await response.text() }
  }
  const asked = await post(`/admin/richieste?rifiuta=${facts.id}`, { intent: 'reject', reason })
  expect(asked.status).toBe(400)
  expect(asked.text).toContain(`>${reason}</textarea>`)

  const many = { intent: 'reject-many', chosen: facts.id, reasonForAll: reason }
  const askedForAll = await post('/admin/richieste', many)
  expect(askedForAll.status).toBe(400)
  expect(askedForAll.text).toContain(`>${reason}</textarea>`)
  expect(askedForAll.text).toContain('Il motivo può avere al massimo 500 caratteri')
  const [box = ''] = askedForAll.text.match(new RegExp(`<input[^>]*value="${facts.id}"[^>]*>`)) ?? []
  expect(box).toMatch(/row-choice.*checked/)
  expect(await rowOf(facts)).toMatchObject({ status: 'pending' })
})

test('an offer beyond the limit stays confirmed when its reason is refused', async () => {
  const facts = await aCase(isSecond)
  const siteWithPages = await wholeSite(await import('../../entry.server'))
  const post = async (fields: Record<string, string>) => {
    const body = new URLSearchParams({ intent: 'offer', enrolment: facts.id, ...fields })
    const page = PAGES['waiting list']?.address(facts) ?? ''
    const response = await siteWithPages(aRequest(page, office, { method: 'POST', body }))
    const [box = ''] = (await response.text()).match(/<input[^>]*name="overCapacity"[^>]*>/) ?? []
    return { status: response.status, isTicked: box.includes('checked') }
  }
  expect(await post({ overCapacity: 'on' })).toEqual({ status: 400, isTicked: true })
  expect(await post({})).toEqual({ status: 400, isTicked: false })
})

test('the limit is exceeded once that is confirmed', async () => {
  for (const page of Object.values(PAGES))
    expect(await press(page, await aCase(), { intent: 'approve', overCapacity: '1' })).toMatchObject({
      toast: { tone: 'success', title: 'Iscrizione approvata' },
    })
})

test('another intent is refused on every page', async () => {
  const facts = await aCase()
  for (const page of Object.values(PAGES))
    for (const intent of ['', 'withdraw', 'toString', '__proto__'])
      expect(await press(page, facts, { intent })).toMatchObject({ status: 400, toast: undefined })
})

test('whoever cancels or moves an enrolment twice has done it once, and a form that is out of date says so', async () => {
  withUndo()
  const dora = await cookieOf((await anAdmin('dora')).email)
  for (const [address, title] of [
    ['disdici', 'Iscrizione disdetta'],
    ['sposta', 'Iscrizione spostata'],
  ] as const) {
    const facts = await aCase(is('approved'))
    const there = await aCourse({}, [{ startDate: inDays(90) }])
    const page: Page = {
      address: ({ id }) => `/admin/iscrizioni/${id}/${address}?torna=%2Fadmin%2Fpeople%2F${facts.person}`,
      after: ({ person }) => `/admin/people/${person}`,
    }
    const fields = { chosen: 'chiesto', course: there.id }
    const first = await press(page, facts, fields)
    expect(first).toMatchObject({ status: 302, to: page.after(facts), toast: { tone: 'success', title } })
    const done = await effects()
    const again = await press(page, facts, fields)
    expect(again).toMatchObject({
      to: first.to,
      // The minute may have changed.
      toast: { tone: 'neutral', title, button: { ...first.toast?.button, until: expect.anything() } },
    })
    const late = await press(page, facts, fields, dora)
    expect(late).toMatchObject({
      to: '/admin/decisioni',
      toast: { tone: 'destructive', description: expect.stringContaining('spostata o disdetta') },
    })
    expect(await effects()).toEqual(done)
    const other = await aCase(is('approved'))
    const pressed = await Promise.all([page, page].map((there) => press(there, other, fields)))
    expect(pressed).toMatchObject([{ status: 302 }, { status: 302 }])
    expect(pressed.map(({ toast }) => toast?.tone).sort()).toEqual(['neutral', 'success'])
  }
})

type Posted = [courseIds: string[], query?: string, fields?: Record<string, string>]

/** Sends the form of a direct enrolment. */
async function enrolDirectly(email: string, ...[ids, query = '', fields = {}]: Posted) {
  const body = new URLSearchParams([
    ...Object.entries({ intent: 'enrol', email, ...fields }),
    ...ids.map((id) => ['course', id]),
  ])
  const { headers } = await site(aRequest(`/admin/iscrivi${query}`, office, { method: 'POST', body }))
  const { toasts } = await readFlash(aRequest('/', sentBack(headers)))
  return { to: headers.get('Location') ?? '', toast: toasts[0] }
}

test('a direct enrolment says whether none or not all of the courses accept enrolments', async () => {
  const ada = await aMember('ada')
  const [open, closed] = [await aCourse(), await aCourse({ comingSoon: true })]
  const reasonFor = async (ids: string[]) => (await enrolDirectly(ada.email, ids)).toast?.description
  expect(await reasonFor([closed.id])).toContain('nessun corso selezionato accetta iscrizioni')
  await enrolDirectly(ada.email, [open.id])
  await db.update(decisions).set({ madeAt: new Date(Date.now() - 11_000) })
  expect(await reasonFor([open.id, closed.id])).toContain(
    'non tutti i corsi selezionati accettano iscrizioni',
  )
})

test('who enrols a person twice has done it once, with the same words and the same way back', async () => {
  withUndo()
  const ada = await aMember('ada')
  const [course, full] = [await aCourse(), await aFullCourse(1)]
  const enrol = (...posted: Posted) => enrolDirectly(ada.email, ...posted)
  const twice = async (press: () => ReturnType<typeof enrol>, title: string) => {
    const first = await press()
    expect(first.toast).toMatchObject({ tone: 'success', title, button: expect.anything() })
    const done = await effects()
    const again = await press()
    expect(withoutTime(again)).toEqual(withoutTime({ ...first, toast: { ...first.toast, tone: 'neutral' } }))
    expect(await effects()).toEqual(done)
    return first.to
  }
  const question = await twice(() => enrol([course.id, full.id]), 'Iscrizione completata in parte')
  const beyondLimit = { overCapacity: '1' }
  await twice(
    () => enrol([full.id], question.slice(question.indexOf('?')), beyondLimit),
    'Iscrizione completata!',
  )
  await db.update(decisions).set({ madeAt: new Date(Date.now() - 11_000) })
  const late = await enrol([course.id])
  expect(late.toast).toMatchObject({ tone: 'neutral', title: 'Iscrizione già presente' })
  expect(late.toast?.button).toBeUndefined()
})

test('who moves several people twice has moved some once, and is not asked to exceed the limit', async () => {
  withUndo()
  const from = await aCourse()
  const to = await aCourse({ maxPartecipanti: 2, seriesId: from.seriesId }, [{ startDate: inDays(90) }])
  const ids: string[] = []
  for (const name of ['ada', 'bea', 'carlo']) {
    const { id: userId } = await aMember(name, { firstName: name })
    const [row] = await db
      .insert(userCourses)
      .values({ userId, courseId: from.id, ...decided('approved') })
      .returning()
    ids.push(row?.id ?? '')
  }
  const address = `/admin/courses/${from.id}/iscritti/sposta?${new URLSearchParams(ids.map((id) => ['a', id]))}`
  const move = async () => {
    const body = new URLSearchParams({ course: to.id })
    const { status, headers } = await site(aRequest(address, office, { method: 'POST', body }))
    const { toasts } = await readFlash(aRequest('/', sentBack(headers)))
    return { status, toast: toasts[0] }
  }
  const first = await move()
  expect(first).toMatchObject({ status: 302, toast: { title: '2 iscrizioni spostate' } })
  expect(first.toast?.description).toMatch(/^carlo .* completo/)
  expect(withoutTime(await move())).toEqual(withoutTime(first))
  const page = await site(aRequest(address.replace('?', '.data?'), office))
  const text = await page.text()
  expect(text).toContain('carlo Prova')
  expect(text).not.toContain('ada Prova')
})
