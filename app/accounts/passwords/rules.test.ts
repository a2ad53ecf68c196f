import { describe, expect, test } from 'vitest'
import { passwordWeaknesses } from './rules'

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
    ['De.Angelis84', 'Questa password contiene il tuo nome o il tuo indirizzo email.'],
    ['ada-de-angelis', 'Questa password contiene il tuo nome o il tuo indirizzo email.'],
    ['CONTABILE!', 'Questa password contiene il tuo nome o il tuo indirizzo email.'],
  ])('%s is refused: %s', (password, reason) => {
    expect(passwordWeaknesses(password, ada)).toEqual([reason])
  })

  test('of an administrator has twelve characters', () => {
    const reasons = passwordWeaknesses('undici-segn', { ...ada, role: 'admin' })
    expect(reasons).toEqual(['La password di chi lavora nel pannello deve avere almeno 12 caratteri.'])
    expect(passwordWeaknesses('dodici-segni', { ...ada, role: 'admin' })).toEqual([])
  })

  test('an empty name forbids nothing', () => {
    expect(passwordWeaknesses('!!??!!..', { firstName: '', lastName: '', email: '' })).toEqual([])
  })
})
