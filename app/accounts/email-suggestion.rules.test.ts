import { expect, test } from 'vitest'
import { suggestedEmail } from './email-suggestion.rules'

test.each([
  ['ada@gmial.com', 'ada@gmail.com'],
  ['ada@gmai.com', 'ada@gmail.com'],
  ['ada@gmaill.com', 'ada@gmail.com'],
  ['ada@gnail.com', 'ada@gmail.com'],
  ['ada@gmail.con', 'ada@gmail.com'],
  ['ada@gmail.co', 'ada@gmail.com'],
  ['ada@gmail.it', 'ada@gmail.com'],
  ['ada@gmail', 'ada@gmail.com'],
  ['ada@gmailcom', 'ada@gmail.com'],
  ['ada@libero.con', 'ada@libero.it'],
  ['ada@libero.ti', 'ada@libero.it'],
  ['ada@libero', 'ada@libero.it'],
  ['ada@hotmal.it', 'ada@hotmail.it'],
  ['ada@hotmail.con', 'ada@hotmail.com'],
  ['ada@hotmial.con', 'ada@hotmail.com'],
  ['ada@yahoo', 'ada@yahoo.it'],
  ['ada@outlok.it', 'ada@outlook.it'],
  ['ada@live.ti', 'ada@live.it'],
  ['ada@studio-conti.con', 'ada@studio-conti.com'],
  ['ada@corsi.studio-conti.itt', 'ada@corsi.studio-conti.it'],
  ['  Ada.Conti+corsi@GMIAL.com ', 'ada.conti+corsi@gmail.com'],
])('%s may mean %s', (typed, meant) => expect(suggestedEmail(typed)).toBe(meant))

test.each([
  'ada@gmail.com',
  'ada@hotmail.it',
  'ada@hotmail.com',
  'ada@hotmail.fr',
  'ada@yahoo.co.uk',
  'ada@outlook.de',
  'ada@live.nl',
  'ada@tim.it',
  'ada@tin.it',
  'ada@tix.it',
  'ada@example.org',
  'ada@studio-conti.it',
  'ada@studio-conti',
  'ada@mail.gmail.example.com',
  'ada@pec.it',
  'ada',
  'ada@',
  '@gmial.com',
  'a b@gmial.com',
  '',
  '\0@gmial.com\0',
])('%j is left as it is', (typed) => expect(suggestedEmail(typed)).toBeUndefined())

test('a long text takes no time', () => {
  const begun = performance.now()
  for (const long of ['@'.repeat(100_000), `${'a.'.repeat(50_000)}@gmial.com`, `a@${'b.'.repeat(50_000)}con`])
    suggestedEmail(long)
  expect(performance.now() - begun).toBeLessThan(100)
})
