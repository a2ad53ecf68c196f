import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { hasSecretLink, SECRET_PAGES, withoutSecrets } from './secret-links'
import { newToken } from './token.server'

const ORIGIN = 'https://www.example.it'

test('every page whose address is a key is known', () => {
  const routes = readFileSync('app/routes.ts', 'utf8')
  const pages = [...routes.matchAll(/route\('([^']+)\/:token[^']*'/g)].map(([, page]) => page)
  expect(pages.sort()).toEqual(SECRET_PAGES.split('|').sort())
})

test.each([
  ['a confirmation', (token: string) => `${ORIGIN}/auth/conferma?token=${token}`],
  ['a confirmation with more', (token: string) => `${ORIGIN}/auth/conferma?corso=1&token=${token}&dopo=x`],
  ['a recovery', (token: string) => `${ORIGIN}/auth/nuova-password?token=${token}`],
  ['a new e-mail', (token: string) => `${ORIGIN}/auth/nuova-email?token=${token}`],
  ['the same in HTML', (token: string) => `<a href="${ORIGIN}/auth/conferma?corso=1&amp;token=${token}">`],
  ['an offer', (token: string) => `${ORIGIN}/offerte/${token}`],
  ['an interest', (token: string) => `${ORIGIN}/avvisi/${token}.`],
  ['a calendar', (token: string) => `${ORIGIN}/calendario/${token}.ics`],
])('the link of %s is secret, and its secret is taken out', (_what, linkWith) => {
  const token = newToken()
  const text = `Apri → ${linkWith(token)} e scegli`
  expect(hasSecretLink(text)).toBe(true)
  expect(withoutSecrets(text)).not.toContain(token)
  expect(hasSecretLink(withoutSecrets(text))).toBe(true)
})

test.each([
  `${ORIGIN}/dashboard/iscrizioni/3f2b8f6e-0d63-4c0a-9c3b-6f2a9f3d1c55`,
  `${ORIGIN}/corsi/calendario-e-bilancio`,
  `${ORIGIN}/corsi/leadership/calendario.ics`,
  `${ORIGIN}/auth/recupera`,
])('%s is no secret', (link) => {
  expect(hasSecretLink(link)).toBe(false)
  expect(withoutSecrets(link)).toBe(link)
})
