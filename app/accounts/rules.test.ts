import { describe, expect, test } from 'vitest'
import { explain, normalEmail, passwordWeaknesses, refusalInit, refusalOf, tidy } from './rules'

const ada = { firstName: 'Ada', lastName: 'De Angelis', email: 'contabile@example.it' }

describe('passwords', () => {
  test.each(['gatto9', 'loggia-dei-mercanti', 'grada8', 'perché no?', '------x'])(
    '%s is good',
    (password) => {
      expect(passwordWeaknesses(password, ada)).toEqual([])
    },
  )

  test.each([
    ['gatto', 'La password deve avere almeno 6 caratteri'],
    ['x1'.repeat(65), 'La password può avere al massimo 128 caratteri.'],
    ['123456', 'È tra le prime che si provano a indovinare.'],
    ['Juventus', 'È tra le prime che si provano a indovinare.'],
    ['aaaaaaaaaa', 'È tra le prime che si provano a indovinare.'],
    ['De.Angelis84', 'Contiene il tuo nome o il tuo indirizzo email.'],
    ['ada-de-angelis', 'Contiene il tuo nome o il tuo indirizzo email.'],
    ['CONTABILE!', 'Contiene il tuo nome o il tuo indirizzo email.'],
  ])('%s is refused: %s', (password, reason) => {
    expect(passwordWeaknesses(password, ada)).toEqual([reason])
  })

  test('of an administrator has twelve characters', () => {
    const reasons = passwordWeaknesses('undici-segn', { ...ada, role: 'admin' })
    expect(reasons).toEqual(['La password di un amministratore deve avere almeno 12 caratteri.'])
    expect(passwordWeaknesses('dodici-segni', { ...ada, role: 'admin' })).toEqual([])
  })

  test('an empty name forbids nothing', () => {
    expect(passwordWeaknesses('!!??!!..', { firstName: '', lastName: '', email: '' })).toEqual([])
  })
})

describe('refusals', () => {
  test.each([
    [1, 'Troppi tentativi: riprova tra 1 minuto.'],
    [61, 'Troppi tentativi: riprova tra 2 minuti.'],
  ])('%i seconds to wait read %s', (retryAfter, sentence) => {
    const refused = { ok: false, refusal: 'limited', retryAfter } as const
    expect(explain(refused)).toBe(sentence)
    expect(refusalInit(refused)).toEqual({ status: 429, headers: { 'Retry-After': String(retryAfter) } })
  })

  test('every other is a 400 with its sentence', () => {
    expect(explain({ ok: false, refusal: 'weak-password', reasons: ['Uno.', 'Due.'] })).toBe('Uno. Due.')
    expect(explain({ ok: false, refusal: 'invalid-link' })).toBe('Il link non è valido o è scaduto.')
    expect(refusalInit({ ok: false, refusal: 'invalid-link' })).toEqual({ status: 400, headers: {} })
  })

  test('an unknown code of Better Auth is a fault', () => {
    expect(
      ['EMAIL_NOT_VERIFIED', 'INVALID_EMAIL', 'FAILED_TO_CREATE_SESSION', undefined].map(refusalOf),
    ).toEqual(['unconfirmed', 'invalid-credentials', undefined, undefined])
  })
})

test('text is tidied, and two spellings of an e-mail are one', () => {
  expect(tidy(' Maria\0\n  Rossi ')).toBe('Maria Rossi')
  expect(normalEmail(' Maria.Rossi@Example.IT\r\n')).toBe('maria.rossi@example.it')
})
