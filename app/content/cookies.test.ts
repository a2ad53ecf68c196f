import { afterEach, beforeEach, expect, test } from 'vitest'
import { aPerson, aRequest, aVisitor, PASSWORD } from '../../tests/people'
import { emptyDatabase } from '../../tests/world'
import { intendedCourse } from '../accounts/intended-course.server'
import { passwordProofCookie } from '../accounts/one-time-tokens.server'
import { recentSignUp } from '../accounts/recent-sign-up.server'
import { signIn } from '../accounts/sign-in/commands.server'
import { cookieName } from '../http/cookies.server'
import { flash, readFlash } from '../http/toasts.server'
import { env } from '../runtime/env.server'
import { COOKIES } from './cookies'

beforeEach(emptyDatabase)

const origin = env.publicOrigin
afterEach(() => {
  env.publicOrigin = origin
})

test('the list of cookies is what the code sets, name and duration', async () => {
  const ada = await aPerson('ada')
  const entered = await signIn(aVisitor(), { email: ada.email, password: PASSWORD })
  const set = [
    ...(entered.ok ? entered.headers.getSetCookie() : []),
    await passwordProofCookie.write('a'),
    await flash({ tone: 'success', title: 'Salvato' }),
    await intendedCourse.write('un-corso'),
    await recentSignUp.write({
      email: 'ada@example.it',
      firstName: 'Ada',
      lastName: 'Conti',
      destination: null,
    }),
  ]
  const lifetimes = set.map((cookie) => [cookie?.split('=')[0], Number(cookie?.match(/Max-Age=(\d+)/i)?.[1])])
  expect(lifetimes).toEqual(Object.entries(COOKIES).map(([name, { seconds }]) => [name, seconds]))
  for (const cookie of set) expect(cookie).toMatch(/HttpOnly.*SameSite=Lax|SameSite=Lax.*HttpOnly/i)
})

test('the session cookie lasts 14 days, the others minutes, an hour or a day', () => {
  const minutes = Object.fromEntries(
    Object.entries(COOKIES).map(([name, { seconds }]) => [name, seconds / 60]),
  )
  expect(minutes).toMatchObject({ session: 14 * 24 * 60, codice: 10, corso: 24 * 60, registrazione: 60 })
})

test('on https every cookie is of this very host, and of encrypted connections alone', async () => {
  env.publicOrigin = 'https://corsi.example.it'
  for (const cookie of [
    await flash({ tone: 'success', title: 'Salvato' }),
    await intendedCourse.write('uno'),
  ]) {
    expect(cookie).toMatch(/^__Host-(avviso|corso)=.*; Path=\/;.*; Secure/)
    expect(cookie).not.toMatch(/Domain=/i)
    const asked = aRequest('/', cookie.split(';')[0])
    expect((await readFlash(asked)).toasts.length + ((await intendedCourse.read(asked)) ? 1 : 0)).toBe(1)
  }
  for (const name of Object.keys(COOKIES))
    expect(cookieName(name as keyof typeof COOKIES)).toBe(`__Host-${name}`)
})
