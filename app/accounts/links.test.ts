import { beforeAll, beforeEach, expect, test } from 'vitest'
import { aCaller, aPerson, aVisitor, linkTo, PASSWORD } from '../../tests/people'
import { wholeSite } from '../../tests/site'
import { emptyDatabase } from '../../tests/world'
import { db } from '../database/client.server'
import { verifications } from '../database/schema'
import { createHttpApp } from '../http/http.server'
import { newToken } from '../runtime/token.server'
import { requestRecovery, resetPassword } from './recovery/commands.server'
import { signUp } from './sign-up/commands.server'

// What a link in an e-mail says when it is opened.

let http: ReturnType<typeof createHttpApp>
beforeAll(async () => {
  http = createHttpApp({ render: await wholeSite(await import('../entry.server')) })
})
beforeEach(emptyDatabase)

const opened = async (path: string) =>
  http.request(`http://localhost:3000${path}`, {}, aCaller('198.51.100.1'))
const textOf = async (path: string) => (await opened(path)).text()
const INVALID = 'Il link non è valido o è scaduto'

async function aRecoveryToken(): Promise<string> {
  await aPerson('ada')
  await requestRecovery(aVisitor(), 'ada@example.it')
  return (await linkTo('ada@example.it')).get('token') ?? ''
}

test.each(['/auth/nuova-password', '/auth/nuova-email', '/auth/conferma'])(
  'a wrong token is told when %s is opened',
  async (path) => {
    const token = await aRecoveryToken()
    const wrong = ['uno', newToken(), token.slice(0, -1), `${token}x`, '%00', '']
    // The token of another link is wrong too.
    if (path !== '/auth/nuova-password') wrong.push(token)
    for (const typed of wrong) {
      const page = await textOf(`${path}?token=${typed}`)
      expect(page, typed).toContain(INVALID)
      expect(page, typed).not.toContain('name="password"')
    }
  },
)

test('a recovery link shows its form until it is used', async () => {
  const path = `/auth/nuova-password?token=${await aRecoveryToken()}`
  expect(await textOf(path)).toContain('name="confirmPassword"')
  const token = path.split('=')[1] ?? ''
  expect(await resetPassword(aVisitor(), token, 'un-altro-cortile')).toEqual({ ok: true })
  const used = await textOf(path)
  expect(used).toContain(INVALID)
  expect(used).toContain('href="/auth/recupera"')
  expect(used).not.toContain('name="confirmPassword"')
})

test('a recovery link that is too old is told when it is opened', async () => {
  const token = await aRecoveryToken()
  await db.update(verifications).set({ expiresAt: new Date(Date.now() - 1000) })
  expect(await textOf(`/auth/nuova-password?token=${token}`)).toContain(INVALID)
})

test('the link of a confirmed account leads to the sign-in', async () => {
  const email = 'eva@example.it'
  await signUp(aVisitor(), { email, password: PASSWORD, firstName: 'Eva', lastName: 'Neri' })
  const link = await linkTo(email)
  expect(await textOf(`/auth/conferma?${link}`)).toContain('name="password"')
  const body = new URLSearchParams({ token: link.get('token') ?? '', password: PASSWORD })
  const init = { method: 'POST', body, headers: { Origin: 'http://localhost:3000' } }
  await http.request('http://localhost:3000/auth/conferma', init, aCaller('198.51.100.2'))
  const again = await opened(`/auth/conferma?${link}`)
  expect([again.status, again.headers.get('Location')]).toEqual([302, '/auth'])
})
