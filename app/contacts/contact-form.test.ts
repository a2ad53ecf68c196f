import { beforeEach, expect, test } from 'vitest'
import { aContext, aPerson, aRequest, aVisitor, cookieOf, sentBack } from '../../tests/people'
import { wholeSite } from '../../tests/site'
import { aCourse, databaseDown, emptyDatabase } from '../../tests/world'
import { updateProfile } from '../accounts/profile/commands.server'
import { COURSE_INTERESTS } from '../content/interests'
import { createFormTimestamp } from '../http/form-timestamp.server'
import { readFlash } from '../http/toasts.server'
import { contactFacts } from './contact-form.server'

beforeEach(emptyDatabase)

function facts(cookie = '', path = '/contatti') {
  const request = aRequest(path, cookie)
  return contactFacts({ request, url: new URL(request.url), context: aContext() }, null)
}

test('of a stranger nothing is known, and the page carries nothing of it', async () => {
  expect(Object.keys(await facts())).toEqual(['options', 'chosen', 'timestamp'])
})

test('after a message the page says so', async () => {
  expect((await facts('', '/contatti?inviata')).sent).toBe(true)
})

test('a member finds name, e-mail, telephone and company', async () => {
  const ada = await aPerson('ada')
  const cookie = await cookieOf(ada.email)
  const blank = { fullName: 'ada Prova', email: ada.email, phone: '', company: '' }
  expect((await facts(cookie)).memberValues).toEqual(blank)
  const optional = { phone: '0736 123456', company: 'Cantina Sociale' }
  await updateProfile(ada, { firstName: 'Ada', lastName: 'Prova', ...optional }, ada)
  expect((await facts(cookie)).memberValues).toEqual({ ...blank, fullName: 'Ada Prova', ...optional })
})

test('without a database the form is drawn all the same', async () => {
  const cookie = await cookieOf((await aPerson('ada')).email)
  await databaseDown()
  expect((await facts(cookie)).memberValues).toBeUndefined()
})

/** The form of a page, sent about this interest: where it leads, and its toasts. */
async function send(courseInterest: string, path = '/contatti') {
  const site = await wholeSite()
  const fields = {
    fullName: 'Ada Rossi',
    email: 'ada@example.it',
    phone: '0736 123456',
    privacy: 'on',
    ...{
      courseInterest,
      message: 'Vorrei sapere gli orari.',
      timestamp: await createFormTimestamp(Date.now() - 10_000),
    },
  }
  const init = { method: 'POST', body: new URLSearchParams(fields) }
  const response = await site(aRequest(path, '', init), aContext(aVisitor().address))
  const { toasts } = await readFlash(aRequest('/', sentBack(response.headers)))
  return [
    response.headers.get('Location'),
    ...toasts.map(({ title, description }) => `${title}: ${description}`),
  ]
}
const SPECIFIED = 'Richiesta inviata: Ti contatteremo presto per confermare la tua iscrizione.'

test('whoever names a course gets the specified toast', async () => {
  const { title } = await aCourse({ title: 'Tornitura del legno' })
  await aCourse({ title: 'Età del rame', comingSoon: true })
  for (const interest of [
    ...COURSE_INTERESTS,
    'Digital Tools per l’innovazione aziendale',
    title,
    'eta del rame',
  ])
    expect(await send(interest), interest).toEqual(['/contatti?inviata#inviata', SPECIFIED])
  expect(await send(title, '/?index')).toEqual(['/?inviata#inviata', SPECIFIED])
})

test('a title with signs is a title, however the signs are written', async () => {
  for (const title of ['Leadership & Team', 'D.Lgs. 231', 'L’export', 'Excel: base/avanzato (2ª ed.)', 'C++'])
    await aCourse({ title })
  const written = [
    'Leadership & Team',
    'leadership &  team',
    'D.Lgs. 231',
    'd.lgs. 231',
    'L’export',
    "l'export",
  ]
  for (const interest of [...written, 'Excel: base/avanzato (2ª ed.)', 'C++'])
    expect(await send(interest), interest).toEqual(['/contatti?inviata#inviata', SPECIFIED])
  for (const interest of ['Leadership', 'D.Lgs. 81', '&', '?'])
    expect(await send(interest), interest).toEqual(['/contatti?inviata#inviata'])
})

test('after a question the words of the page stand alone', async () => {
  await aCourse({ title: 'Bozza segreta', draft: true })
  for (const interest of ['Un’altra domanda', 'Dove parcheggio?', 'Bozza segreta', 'Corsi di lingua'])
    expect(await send(interest), interest).toEqual(['/contatti?inviata#inviata'])
  expect(await send('Una domanda', '/?index')).toEqual(['/?inviata#inviata'])
})
