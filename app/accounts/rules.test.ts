import { describe, expect, test } from 'vitest'
import { tidy } from '../parsing/text.rules'
import { landingPage } from './destination.rules'
import { explainAccountRefusal, refusalInit } from './refusals.rules'
import { mayChangeEmail, maySignIn, normalEmail } from './rules'

describe('refusals', () => {
  test.each([
    [1, 'Troppi tentativi: riprova tra 1 minuto.'],
    [61, 'Troppi tentativi: riprova tra 2 minuti.'],
  ])('%i seconds to wait read %s', (retryAfter, sentence) => {
    const refused = { ok: false, refusal: 'limited', retryAfter } as const
    expect(explainAccountRefusal(refused)).toBe(sentence)
    expect(refusalInit(refused)).toEqual({ status: 429, headers: { 'Retry-After': String(retryAfter) } })
  })

  test('every other is a 400 with its sentence', () => {
    expect(explainAccountRefusal({ ok: false, refusal: 'weak-password', reasons: ['Uno.', 'Due.'] })).toBe(
      'Uno. Due.',
    )
    expect(explainAccountRefusal({ ok: false, refusal: 'invalid-link' })).toBe(
      'Il link non è valido o è scaduto.',
    )
    expect(refusalInit({ ok: false, refusal: 'invalid-link' })).toEqual({ status: 400, headers: {} })
  })
})

test('text is tidied, and two spellings of an e-mail are one', () => {
  expect(tidy(' Maria\0\n  Rossi ')).toBe('Maria Rossi')
  expect(normalEmail(' Maria.Rossi@Example.IT\r\n')).toBe('maria.rossi@example.it')
})

test('staff need the longer password, and their e-mail is changed by no colleague', () => {
  for (const role of ['secretary', 'admin'] as const) {
    expect(maySignIn({ role, emailVerified: true }, 'undici-segn')).toMatchObject({
      refusal: 'short-staff-password',
    })
    expect(mayChangeEmail({ role, email: 'ada@example.it' }, 'altra@example.it')).toMatchObject({
      refusal: 'email-of-staff',
    })
    expect(landingPage(role, { hasIntendedCourse: false })).toBe('/admin/oggi')
  }
  expect(maySignIn({ role: 'member', emailVerified: true }, 'undici-segn')).toEqual({ ok: true })
})
