import { beforeEach, describe, expect, test } from 'vitest'
import { markupOf, whileWritesFail } from '../../tests/failing-writes'
import { aPerson, aRequest, cookieOf, sentBack } from '../../tests/people'
import { wholeSite } from '../../tests/site'
import { emptyDatabase } from '../../tests/world'
import { FIRST_SETTINGS } from '../content/first-settings'
import type { SettingGroup } from '../content/settings.rules'
import { db } from '../database/client.server'
import { auditLogs, legalVersions, settingGroups } from '../database/schema'
import { readFlash } from '../http/toasts.server'
import { siteSettings } from '../site/settings'
import { writeCompany } from './company.rules'
import { pageRevision } from './legal.rules'
import { writeOffice } from './offices.rules'
import { writeQuestion } from './questions.rules'
import { writePerson } from './team.rules'

// What browsers send without a script: a form twice when its button is pressed twice, and to any address.

let site: Awaited<ReturnType<typeof wholeSite>>
let cookie: string
beforeEach(async () => {
  await emptyDatabase()
  site = await wholeSite()
  cookie = await cookieOf((await aPerson('carla', 'admin')).email)
})

const PAGE = '/admin/impostazioni'
const SAVED = '302 Impostazioni salvate'
const KEY = '0b0e3c1a-9d9c-4c0f-8d1f-0a1b2c3d4e5f'

async function post(path: string, fields: Record<string, string>) {
  const { status, headers } = await site(
    aRequest(`${PAGE}${path}`, cookie, { method: 'POST', body: new URLSearchParams(fields) }),
  )
  const { toasts } = await readFlash(aRequest('/', sentBack(headers)))
  return [
    status,
    ...toasts.map(({ tone, title, description }) => (tone === 'destructive' ? description : title)),
  ].join(' ')
}

async function twice(press: () => Promise<string>, outcome: string) {
  expect(await press()).toBe(outcome)
  const done = [await db.$count(auditLogs), await db.select().from(settingGroups)]
  expect(await press()).toBe(outcome)
  expect([await db.$count(auditLogs), await db.select().from(settingGroups)]).toEqual(done)
}

/** `before`: what the form began with. */
const formOf = (typed: Record<string, string>, before: Record<string, string>, version = 0) => ({
  ...typed,
  intent: 'save',
  version: String(version),
  base: JSON.stringify(before),
})

const [question] = FIRST_SETTINGS.questions
const [office] = FIRST_SETTINGS.offices
const [person] = FIRST_SETTINGS.team
if (!question || !office || !person) throw new Error('the first contents lack an item')

const QUESTION = { question: 'Dove si parcheggia?', answer: 'In piazza.' }
const OFFICE = { ...writeOffice(FIRST_SETTINGS.offices, office.id), city: 'Spoleto' }
const PERSON = { name: 'Ada Neri', role: 'Direzione', about: '' }
const CLOSURE = { name: 'Ponte', from: '12/02/2031', to: '', repeats: 'once', office: '' }
const ITEMS: [group: SettingGroup, list: string, typed: Record<string, string>, items: () => unknown[]][] = [
  ['questions', '/domande', QUESTION, () => siteSettings().questions],
  ['offices', '/sedi', OFFICE, () => siteSettings().offices],
  ['team', '/squadra', PERSON, () => siteSettings().team],
  ['hours', '/orari/chiusure', CLOSURE, () => siteSettings().hours.closures],
]

describe('a form that is sent twice', () => {
  test.each(ITEMS)('adds one item to the %s', async (_, list, typed, items) => {
    const { length } = items()
    const empty = Object.fromEntries(Object.keys(typed).map((name) => [name, '']))
    await twice(() => post(`${list}/nuova`, { ...formOf(typed, empty), key: KEY }), SAVED)
    expect(items()).toHaveLength(length + 1)
    const other = KEY.replace('0b', '0c')
    const next = { ...typed, name: 'Bea Neri', question: 'E altrove?', city: 'Terni', from: '13/02/2031' }
    const added = await post(`${list}/nuova`, { ...formOf(next, empty, 1), key: other })
    expect(added).toBe(SAVED)
    expect(items()).toHaveLength(length + 2)
  })

  test('changes an item or a group once, and gives an example one name', async () => {
    const before = writeCompany(FIRST_SETTINGS.company)
    await twice(() => post('', formOf({ ...before, tagline: 'Altro' }, before)), SAVED)
    const words = writeQuestion(FIRST_SETTINGS.questions, question.id)
    const changed = { ...words, answer: 'Sì.' }
    await twice(() => post(`/domande/${question.id}`, { ...formOf(changed, words), key: KEY }), SAVED)
    const named = formOf(PERSON, writePerson(FIRST_SETTINGS.team, person.id))
    await twice(() => post(`/squadra/${person.id}`, { ...named, key: KEY }), SAVED)
    expect(siteSettings().team[0]).toEqual({ id: KEY, ...PERSON })
  })

  test('moves, hides, removes and restores once', async () => {
    const press = (intent: string, version: number) => () =>
      post('/domande', { intent, version: String(version) })
    const order = () => siteSettings().questions.map(({ id }) => id)
    const first = order()
    await twice(press(`giu:${question.id}`, 0), SAVED)
    expect(order().slice(0, 2)).toEqual([first[1], first[0]])
    await twice(press(`nascondi:${question.id}`, 1), SAVED)
    await twice(() => post(`/domande/${question.id}/elimina`, { version: '2' }), SAVED)
    expect(order()).toEqual(first.slice(1))
    await twice(press('restore', 3), '302 Ripristinato com’era prima')
    expect(order()[1]).toBe(question.id)
    await twice(() => post(`/sedi/${office.id}/elimina`, { version: '0' }), SAVED)
    expect(siteSettings().offices).toHaveLength(FIRST_SETTINGS.offices.length - 1)
  })

  test('is refused after ten seconds, or where somebody else was faster', async () => {
    const press = () => post('/domande', { intent: `giu:${question.id}`, version: '0' })
    expect(await press()).toBe(SAVED)
    const carla = cookie
    cookie = await cookieOf((await aPerson('dino', 'admin')).email)
    const refused = '302 Impossibile salvare: nel frattempo qualcun altro ha cambiato questa pagina'
    expect(await press()).toBe(refused)
    cookie = carla
    await db.update(settingGroups).set({ changedAt: new Date(Date.now() - 11_000) })
    expect(await press()).toBe(refused)
  })

  test('is refused where somebody else has removed its item', async () => {
    await post(`/domande/${question.id}/elimina`, { version: '0' })
    await post('/domande', { intent: `giu:${siteSettings().questions[0]?.id}`, version: '1' })
    expect(await post('/domande', { intent: `nascondi:${question.id}`, version: '0' })).toBe(
      '302 Impossibile salvare: nel frattempo qualcun altro ha cambiato questa pagina',
    )
  })

  test('saves, withdraws, discards, resumes and publishes one version of a legal page', async () => {
    const page = '/legali?pagina=privacy-policy'
    const rows = () => db.select().from(legalVersions)
    const revision = async () => pageRevision(await rows())
    const press = (intent: string, fields: Record<string, string>) => () => post(page, { intent, ...fields })
    const typed = { text: '## Titolo\n\nUn testo.', inForceFrom: '1/3/2031' }
    await twice(press('save', { ...typed, revision: '1.0.0' }), '302 Bozza salvata')
    await twice(press('discard', { revision: await revision() }), '302 Bozza scartata')
    expect(await rows()).toHaveLength(0)
    await twice(press('publish', { ...typed, revision: '1.0.0' }), '302 Versione programmata')
    expect(await rows()).toHaveLength(2)
    await twice(press('withdraw', { number: '2' }), '302 Versione ritirata')
    await twice(press('discard', { revision: await revision() }), '302 Bozza scartata')
    await twice(press('resume', { number: '1' }), '302 Bozza con il testo della versione 1')
  })
})

test('the Enter key in the form of a legal page saves its draft instead of discarding it', async () => {
  await post('/legali', { intent: 'save', text: '## Bozza', inForceFrom: '1/3/2031', revision: '1.0.0' })
  const siteWithPages = await wholeSite(await import('../entry.server'))
  const page = await markupOf(await siteWithPages(aRequest(`${PAGE}/legali`, cookie)))
  const form = page.slice(page.indexOf('<form id="versione"'))
  expect(form).toContain('value="discard"')
  const [firstButton] = form.match(/<button[^>]*type="submit"[^>]*>/) ?? []
  expect(firstButton).toContain('value="save"')
})

describe('a form whose change cannot be stored', () => {
  const itemOf = (typed: Record<string, string>) => ({ ...formOf(typed, { name: '' }), key: KEY })
  const company = formOf({ ...writeCompany(FIRST_SETTINGS.company), tagline: 'Altro motto' }, {})
  const legal = { intent: 'save', text: '## Appena scritto', inForceFrom: '', revision: '1.0.0' }
  const forms: [path: string, fields: Record<string, string>, typed: string][] = [
    ['', company, 'value="Altro motto"'],
    ['/domande/nuova', itemOf(QUESTION), `value="${QUESTION.question}"`],
    ['/sedi/nuova', itemOf(OFFICE), `value="${OFFICE.city}"`],
    ['/squadra/nuova', itemOf(PERSON), `value="${PERSON.name}"`],
    ['/orari/chiusure/nuova', itemOf(CLOSURE), `value="${CLOSURE.name}"`],
    ['/legali', legal, `>${legal.text}</textarea>`],
    ['/domande', { intent: `giu:${question.id}`, version: '0' }, ''],
    [`/domande/${question.id}/elimina`, { version: '0' }, ''],
  ]
  test.each(forms)('is shown again by %s', async (path, fields, typed) => {
    const siteWithPages = await wholeSite(await import('../entry.server'))
    const body = new URLSearchParams(fields)
    const form = aRequest(`${PAGE}${path}`, cookie, { method: 'POST', body })
    const answer = await whileWritesFail(() => siteWithPages(form))
    expect(answer.status).toBe(503)
    const page = await markupOf(answer)
    expect(page.match(/<title>(Errore: )?/g)).toEqual(['<title>Errore: '])
    expect(page).toContain('il servizio non risponde, riprova tra poco')
    expect(page).toContain(typed)
  })
})

describe('the form of an item that somebody else removes meanwhile', () => {
  test.each(ITEMS)('keeps what was typed for the %s', async (_, list, typed) => {
    const empty = Object.fromEntries(Object.keys(typed).map((name) => [name, '']))
    const added = await post(`${list}/nuova`, { ...formOf(typed, empty), key: KEY })
    expect(added).toBe(SAVED)
    const [name = ''] = Object.keys(typed)
    const changed = { ...typed, [name]: 'Appena scritto' }
    await post(`${list}/${KEY}/elimina`, { version: '1' })
    const saved = [await db.$count(auditLogs), await db.select().from(settingGroups)]
    const key = KEY.replace('0b', '0c')
    const address = `${PAGE}${list}/${KEY}`
    const body = () => new URLSearchParams({ ...formOf(changed, typed, 1), key })
    const plain = await site(aRequest(address, cookie, { method: 'POST', body: body() }))
    expect(plain.status).toBe(409)
    const scripted = await site(aRequest(`${address}.data`, cookie, { method: 'POST', body: body() }))
    expect(scripted.status).toBe(409)
    const answer = await scripted.text()
    expect(answer).toContain('Appena scritto')
    expect(answer).toContain('questa voce non c’è più')
    expect([await db.$count(auditLogs), await db.select().from(settingGroups)]).toEqual(saved)
  })
})

describe('an address without its item', () => {
  const unknown = ['zzz', KEY, '__proto__', '%C3%A8', '%00', `${'z'.repeat(300)}`]
  const posts: Record<string, Record<string, string>> = {
    '/domande/:id': QUESTION,
    '/sedi/:id': OFFICE,
    '/squadra/:id': PERSON,
    '/orari/chiusure/:id': CLOSURE,
    '/domande/:id/elimina': {},
    '/sedi/:id/elimina': {},
    '/squadra/:id/elimina': {},
    '/orari/chiusure/:id/elimina': {},
  }
  test.each(Object.entries(posts))('%s has no page and saves no form', async (path, typed) => {
    const refused = path.endsWith('/elimina') ? '404' : '409'
    for (const id of unknown) {
      const address = path.replace(':id', id)
      const { status } = await site(aRequest(`${PAGE}${address}`, cookie))
      expect(status, address).toBe(404)
      for (const version of ['0', '7', 'x'])
        expect(await post(address, { ...formOf(typed, typed), version, key: KEY }), address).toBe(refused)
    }
    expect(await db.$count(settingGroups)).toBe(0)
  })

  test('a new item needs the key of its form', async () => {
    const sent = formOf(QUESTION, { question: '', answer: '' })
    expect(await post('/domande/nuova', sent)).toBe('400')
    expect(await post('/domande/nuova', { ...sent, key: 'zzz' })).toBe('400')
    expect(await post('/domande/nuova/elimina', { version: '0' })).toBe('404')
  })
})
