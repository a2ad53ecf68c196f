import { render, toPlainText } from '@react-email/render'
import { describe, expect, test } from 'vitest'
import { alreadyRegistered, confirmAddressEmail, passwordChanged, passwordRecovery } from './emails'

const to = { firstName: 'Giulia', email: 'giulia@example.org' }
const url = 'http://localhost:3000/auth?token=a&b=c'
const recoverUrl = 'http://localhost:3000/auth/recupera'

test.each([
  [confirmAddressEmail({ ...to, url }), 'Conferma il tuo account', [url, '24 ore']],
  [passwordRecovery({ ...to, url }), 'Reimposta la password', [url, 'un’ora']],
  [alreadyRegistered(to), 'Hai già un account', ['→ http://localhost:3000/auth\n', recoverUrl]],
  [passwordChanged(to), 'La tua password è cambiata', [recoverUrl, 'Se non riconosci l’operazione']],
])('%# goes to the person and says what to do', async (mail, subject, sentences) => {
  expect(mail).toMatchObject({ to: { name: 'Giulia', address: 'giulia@example.org' }, subject })
  const text = toPlainText(await render(mail.content), {
    selectors: [{ selector: 'a', options: { linkBrackets: ['→ ', ''] } }],
  })
  for (const sentence of ['Ciao Giulia,', ...sentences]) expect(text).toContain(sentence)
})

describe('the name that a stranger typed', () => {
  test.each(['Anna Maria', 'Nicolò', 'D’Angelo', "Dell'Orto", 'M. Teresa', 'Jean-Luc', 'Łukasz'])(
    '%s is repeated',
    async (firstName) => {
      const html = await render(confirmAddressEmail({ ...to, firstName, url }).content)
      expect(toPlainText(html)).toContain(`Ciao ${firstName},`)
    },
  )

  test.each([
    'Vinci 1000 euro su truffa.example',
    'https://truffa.example',
    '<b>Giulia</b>',
    'Giulia\r\nBcc: terzo@example.org',
    'a'.repeat(61),
    '',
  ])('%j is not', async (firstName) => {
    const mail = confirmAddressEmail({ ...to, firstName, url })
    expect(mail.to.name).toBe('')
    expect(toPlainText(await render(mail.content))).toContain('Ciao,')
  })
})
