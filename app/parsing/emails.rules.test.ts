import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EMAIL_ADDRESS, emailAddressesIn } from './emails.rules'

const MARIO = 'mario@example.it'

test.each([
  'mario@example.it',
  'MARIO@Example.IT',
  'Mario Rossi <mario@example.it>',
  '"Rossi, Mario" <mario@example.it>',
  'Rossi Mario (ufficio) <mario@example.it>;',
  'mario@example.it <mario@example.it>',
  'Info @ Ente <mario@example.it>',
  '<mario@example.it>',
  '"mario@example.it" <mario@example.it>',
  "'mario@example.it' <mario@example.it>",
  '< mario@example.it >',
  'mailto:mario@example.it',
  'MAILTO: mario@example.it',
  'mailto:mario@example.it?subject=Corso',
  'Mario <mailto:mario@example.it>',
  'Email: mario@example.it',
  'e-mail:mario@example.it',
  'PEC: mario@example.it',
  'PEC mario@example.it',
  'E-mail mario@example.it',
  'email: MARIO@EXAMPLE.IT',
  'Segreteria: mario@example.it',
  'Segreteria corsi: mario@example.it.',
  'Email: mailto:mario@example.it',
  'Mario Rossi: mario@example.it',
  'mario@example.it (personale)',
  'Email: mario@example.it (ufficio, mattina);',
  'Mario Rossi mario@example.it',
  'MARIO ROSSI mario@example.it',
  'Dott.ssa Anna D’Amico-Neri mario@example.it',
  'Mario Rossi, mario@example.it',
  'Mario Rossi - mario@example.it',
  'Mario Rossi mario @example.it',
  'mario@example.it;',
  'mario@example.it,',
  'mario@example.it.',
  'mario@example.it...',
  '(mario@example.it)',
  '«mario@example.it»',
  '"mario@example.it"',
  "'mario@example.it'",
  ' mario@example.it\n',
  'mario @example.it',
  'mario@ example.it',
  'mario @ example . it',
  'mario@example. it',
  'mario@example .it',
  'mario\u00a0@example.it',
  'mario\u200b@example.it',
  '\ufeffmario@example.it',
  'mario＠example.it',
  'mario@example.it, mario@example.it',
])('%j is one address', (text) => {
  expect(emailAddressesIn(text)).toEqual([MARIO])
})

test.each([
  ['mario. rossi@example.it', 'mario.rossi@example.it'],
  ['mario@società.it', 'mario@xn--societ-nta.it'],
  ['Mario <mario@SOCIETÀ.it>', 'mario@xn--societ-nta.it'],
  ['mario@societa\u0300.it', 'mario@xn--societ-nta.it'],
  ['mario@пример.рф', 'mario@xn--e1afmkfd.xn--p1ai'],
  ['mario@xn--societ-nta.it', 'mario@xn--societ-nta.it'],
  ["d'angelo+corsi@mail.example.it", "d'angelo+corsi@mail.example.it"],
  ['rossi&figli@example.it', 'rossi&figli@example.it'],
])('%j is %s', (text, address) => {
  expect(emailAddressesIn(text)).toEqual([address])
})

test.each([
  'info@example.it, segreteria@example.it',
  'info@example.it; segreteria@example.it;',
  'info@example.it segreteria@example.it',
  'info@example.it e segreteria@example.it',
  'info@example.it / segreteria@example.it',
  'Info <info@example.it>, Segreteria <segreteria@example.it>',
  'info@example.it, "Segreteria, corsi" <segreteria@example.it>',
  'info@example.it Segreteria <segreteria@example.it>',
  'Info <info@example.it> / segreteria@example.it',
  'Info <info@example.it>, segreteria@example.it segreteria@example.it',
  'Info: info@example.it Segreteria: segreteria@example.it',
  'info@example.it (corsi), segreteria@example.it (attestati)',
])('%j are two addresses', (text) => {
  expect(emailAddressesIn(text)).toEqual(['info@example.it', 'segreteria@example.it'])
})

test.each([
  '',
  'nessuno',
  'mario@example',
  '@example.it',
  'mario@',
  'mario@@example.it',
  'mario.@example.it',
  '.mario@example.it',
  'ma..rio@example.it',
  // A part would be somebody else's address.
  'mario rossi@example.it',
  'Mario Rossi @example.it',
  'Mario Rossi@example.it',
  'Mario De Rossi@example.it',
  'Mario Rossi mario rossi@example.it',
  'Mario rossi@example.it',
  'mario (rossi) @example.it',
  'mario@example.it: grazie',
  'https://mario@example.it',
  'mario@example.it. Grazie',
  'scrivetemi a mario@example.it',
  'mario@example.it oggi',
  'Mario <mario>',
  'Mario <mario@example.it',
  'Mario <mario@>',
  'Mario <mario@example.it>, luigi rossi@example.it',
  'Mario <mario@example.it>, luigi@example',
  'a@example.it, niente',
  'marò@example.it',
  'mario@-example.it',
  'mario@exa_mple.it',
  'mario@exam%70le.it',
  'mario@127.0.0.1',
])('%j is none', (text) => {
  expect(emailAddressesIn(text)).toEqual([])
})

test('whatever is found is an address, and is found again', () => {
  const piece = fc.constantFrom(
    'mario',
    '@',
    'example',
    '.',
    'it',
    ' ',
    '<',
    '>',
    ',',
    ';',
    'mailto:',
    '"',
    'è',
    '(',
    '\n',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
      for (const address of emailAddressesIn(pieces.join(''))) {
        expect(address).toMatch(EMAIL_ADDRESS)
        expect(emailAddressesIn(address)).toEqual([address])
      }
    }),
  )
})

test('long texts take no time', () => {
  const before = performance.now()
  for (const text of [
    '<@'.repeat(1000),
    '@'.repeat(2000),
    ' @'.repeat(1000),
    '.'.repeat(2000),
    'a@a.'.repeat(500),
    'a '.repeat(1000),
    'A '.repeat(1000),
    ' ('.repeat(1000),
  ])
    emailAddressesIn(text)
  expect(performance.now() - before).toBeLessThan(200)
})
