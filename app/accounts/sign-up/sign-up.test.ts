import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aCaller, aPerson, aRequest, cookieOf, emailsTo, isSignedIn, sentBack } from '../../../tests/people'
import { wholeSite } from '../../../tests/site'
import { emptyDatabase } from '../../../tests/world'
import { db } from '../../database/client.server'
import { profiles, sessions, signIns, signUps } from '../../database/schema'
import { createHttpApp } from '../../http/http.server'
import { readFlash } from '../../http/toasts.server'

// Attacks on an account whose address is not confirmed yet, through the real forms.

let http: ReturnType<typeof createHttpApp>
beforeAll(async () => {
  http = createHttpApp({ render: await wholeSite(await import('../../entry.server')) })
})
beforeEach(emptyDatabase)

const email = 'ada@example.it'
const OWNER = { firstName: 'Ada', lastName: 'Conti', password: 'loggia-dei-mercanti' }
const STRANGER = { firstName: 'Ugo', lastName: 'Neri', password: 'sono-entrato-io' }
type Person = typeof OWNER

const ORIGIN = 'http://localhost:3000'
let callers = 0
const anAddress = () => `198.51.100.${++callers % 250}`

function post(path: string, fields: Record<string, string>, address = anAddress()) {
  const init = { method: 'POST', body: new URLSearchParams(fields), headers: { Origin: ORIGIN } }
  return http.request(ORIGIN + path, init, aCaller(address))
}

const signUp = ({ password, ...names }: Person, address?: string) =>
  post('/auth', { intent: 'signup', email, ...names, password, confirmPassword: password }, address)
const signIn = (password: string) => post('/auth', { intent: 'login', email, password })
const confirm = (token: string, password: string) => post('/auth/conferma', { token, password })
const shown = async (response: Response) =>
  (await readFlash(aRequest('/', sentBack(response.headers)))).toasts.map(({ title }) => title)

/** The tokens of the links that were sent, the newest first. */
async function tokens(): Promise<string[]> {
  const emails = await emailsTo(email)
  return emails.flatMap(({ text }) => /conferma\?token=([\w-]+)/.exec(text)?.[1] ?? [])
}

async function expectAccountOf({ password, firstName, lastName }: Person) {
  expect(await db.select().from(profiles)).toMatchObject([
    { email, firstName, lastName, emailVerified: true },
  ])
  expect(await db.$count(signUps)).toBe(0)
  const response = await signIn(password)
  expect([response.status, response.headers.get('Location')]).toEqual([302, '/dashboard'])
}

async function expectConfirmed(response: Response) {
  expect([response.status, response.headers.get('Location')]).toEqual([302, '/dashboard'])
  expect(await isSignedIn(sentBack(response.headers))).toBe(true)
}

async function expectRefused(response: Response, sentence: string) {
  expect([response.status, await response.text()]).toEqual([400, expect.stringContaining(sentence)])
  expect(response.headers.getSetCookie().filter((cookie) => cookie.startsWith('session='))).toEqual([])
}

const WRONG = 'La password non è quella scelta alla registrazione.'
const NO_ENTRY = 'Email o password non corrette.'

describe('a sign-up with another person’s address', () => {
  test.each([
    ['after the owner', [OWNER, STRANGER]],
    ['before the owner', [STRANGER, OWNER]],
  ])('%s gets nothing, and no e-mail confirms their password', async (_when, people) => {
    for (const person of people)
      expect(await shown(await signUp(person))).toEqual(['Registrazione completata'])
    await post('/auth/conferma', { email })
    const links = await tokens()
    expect(links).toHaveLength(3)

    for (const link of links) await expectRefused(await confirm(link, 'non-è-di-nessuno'), WRONG)
    await expectConfirmed(await confirm(links[0] ?? '', OWNER.password))
    await expectAccountOf(OWNER)
    await expectRefused(await signIn(STRANGER.password), NO_ENTRY)
    for (const link of links) {
      const late = await confirm(link, STRANGER.password)
      expect([late.headers.get('Location'), await shown(late)]).toEqual(['/auth', ['Account già confermato']])
    }
    await expectRefused(await signIn(STRANGER.password), NO_ENTRY)
  })

  test('cannot kill the link of the first e-mail', async () => {
    await signUp(OWNER)
    await signUp(STRANGER)
    const first = (await tokens()).at(-1) ?? ''
    await expectConfirmed(await confirm(first, OWNER.password))
    await expectAccountOf(OWNER)
  })

  test('cannot use up the e-mails of the owner, who signs up last', async () => {
    for (let attempt = 0; attempt < 12; attempt++) {
      const response = await signUp({ ...STRANGER, password: `${STRANGER.password}-${attempt}` })
      expect(await shown(response)).toEqual(['Registrazione completata'])
    }
    expect(await shown(await signUp(OWNER))).toEqual(['Registrazione completata'])
    const links = await tokens()
    expect(links).toHaveLength(10)

    await expectConfirmed(await confirm(links[0] ?? '', OWNER.password))
    await expectAccountOf(OWNER)
    for (const attempt of [0, 9, 11])
      await expectRefused(await signIn(`${STRANGER.password}-${attempt}`), NO_ENTRY)
  })

  test.each([
    ['the password of the sign-up', OWNER.password, OWNER.lastName],
    ['another password', 'una-password-nuova', STRANGER.lastName],
  ])('loses to an owner who recovers the account with %s', async (_which, password, lastName) => {
    await signUp(OWNER)
    await signUp(STRANGER)
    await post('/auth/recupera', { email })
    const [received] = await emailsTo(email)
    const token = /nuova-password\?token=([\w-]+)/.exec(received?.text ?? '')?.[1] ?? ''
    const fields = { password, confirmPassword: password }
    expect((await post(`/auth/nuova-password?token=${token}`, fields)).status).toBe(302)
    expect((await signIn(password)).status).toBe(302)
    await expectRefused(await signIn(STRANGER.password), NO_ENTRY)
    expect(await db.$count(signUps)).toBe(0)
    expect(await db.select().from(profiles)).toMatchObject([{ lastName }])
  })
})

describe('the page of the link', () => {
  test('asks for the password that was chosen at sign-up', async () => {
    await signUp(OWNER)
    const [token = ''] = await tokens()
    const page = await http.request(`${ORIGIN}/auth/conferma?token=${token}`, {}, aCaller(anAddress()))
    expect(await page.text()).toMatch(/<input[^>]*name="password"/)
    const refused = await confirm(token, STRANGER.password)
    // The form stays, with its link, for another try.
    const again = await refused.text()
    expect(again).toContain(`value="${token}"`)
    expect(again).toMatch(/<title>Errore: /)
    expect(again).not.toContain(STRANGER.password)
    expect((await post('/auth/conferma', { token })).status).toBe(400)
    await expectConfirmed(await confirm(token, OWNER.password))
  })

  test('in the browser of somebody else opens no session', async () => {
    await signUp(OWNER)
    const [token = ''] = await tokens()
    const member = await aPerson('bruno')
    const sessionsBefore = await db.$count(sessions)
    const init = {
      method: 'POST',
      body: new URLSearchParams({ token, password: OWNER.password }),
      headers: { Origin: ORIGIN, Cookie: await cookieOf(member.email) },
    }
    const response = await http.request(`${ORIGIN}/auth/conferma`, init, aCaller(anAddress()))
    expect(await shown(response)).toEqual(['Account confermato'])
    expect(await db.$count(sessions), 'that of Bruno').toBe(sessionsBefore + 1)
    expect(await db.$count(signIns), 'that of Bruno').toBe(1)
    expect((await signIn(OWNER.password)).status).toBe(302)
  })

  test('takes five passwords in a quarter of an hour', async () => {
    await signUp(OWNER)
    const [token = ''] = await tokens()
    for (let attempt = 0; attempt < 5; attempt++)
      await expectRefused(await confirm(token, `no-${attempt}-no`), WRONG)
    const sixth = await confirm(token, OWNER.password)
    expect([sixth.status, Number(sixth.headers.get('Retry-After')) > 0]).toEqual([429, true])
  })

  test('says the same of a link that is none, whatever the password', async () => {
    for (const token of ['x'.repeat(32), '', '\0'])
      await expectRefused(await confirm(token, OWNER.password), 'Il link non è valido o è scaduto.')
  })
})
