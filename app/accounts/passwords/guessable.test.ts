import { dictionary } from '@zxcvbn-ts/language-common'
import { expect, test } from 'vitest'
import { DEMO_ACCOUNTS } from '../../operations/demo/accounts'
import { whyGuessable } from './guessable.server'
import { PASSWORD_MIN } from './rules'

const TOO_COMMON = 'Questa password è tra le prime che si provano a indovinare.'

test('tens of thousands of stolen passwords that the form would take are known', () => {
  const taken = dictionary['passwords-common'].filter(({ length }) => length >= PASSWORD_MIN)
  expect(taken.length).toBeGreaterThan(40_000)
  for (const password of [...taken.slice(0, 3_000), 'Sunshine', 'qwertyuiop12'])
    expect(whyGuessable(password)).toBe(TOO_COMMON)
})

test.each(['123456', 'Juventus', 'forzamilan', 'aaaaaaaaaa'])(
  '%s is among the first that are tried',
  (password) => expect(whyGuessable(password)).toBe(TOO_COMMON),
)

test.each(['Truentum2026!', 'accademia_truentum', 'Segreteria123', '!CorsiFermo', 'AscoliPiceno1'])(
  '%s says nothing but where it is used',
  (password) => expect(whyGuessable(password)).toContain('di questo sito'),
)

test.each([
  DEMO_ACCOUNTS.admin.password,
  DEMO_ACCOUNTS.member.password,
  'corsi di vela a maggio',
  '739205118846',
  'perché no? così sia',
  '冬の朝の散歩',
  'a'.repeat(3) + 'é'.repeat(61),
])('%s is free to use, whatever it consists of', (password) => expect(whyGuessable(password)).toBeNull())
