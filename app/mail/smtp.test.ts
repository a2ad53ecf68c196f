import { describe, expect, test } from 'vitest'
import { aMailServer, aSilentServer, messageIn, refusal } from '../../tests/mail-server'
import { PATIENCE, smtp } from './smtp.server'

const FROM = { name: 'Accademia Truentum', address: 'segreteria@example.org' }
const EMAIL = {
  id: 7,
  createdAt: new Date('2026-11-21T10:00:00Z'),
  to: { name: 'Giulia Rossi', address: 'giulia.rossi@example.org' },
  replyTo: null,
  subject: 'Richiesta ricevuta: Città e qualità',
  html: '<p>Perché è così</p>',
  text: 'Perché è così',
}
const never = new AbortController().signal

test('an e-mail arrives with both its versions, marked as automatic', async () => {
  const { url, received } = await aMailServer()
  expect(await smtp(url, FROM)(EMAIL, never)).toBe('sent')
  expect(received).toHaveLength(1)
  expect(received[0]).toMatchObject({
    from: FROM,
    to: [EMAIL.to],
    subject: EMAIL.subject,
    text: expect.stringContaining('Perché è così'),
    html: expect.stringContaining('<p>Perché è così</p>'),
    messageId: '<email-7-mwq8lds0@example.org>',
  })
  expect(received[0]?.headers).toContainEqual(
    expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
  )
})

test('an answer goes to the sender, or to the address that the e-mail names', async () => {
  const { url, received } = await aMailServer()
  await smtp(url, FROM)(EMAIL, never)
  await smtp(url, FROM)({ ...EMAIL, replyTo: 'ada@example.it' }, never)
  expect(received.map(({ replyTo }) => replyTo?.map(({ address }) => address))).toEqual([
    undefined,
    ['ada@example.it'],
  ])
})

test('names, addresses and subjects cannot add recipients or headers', async () => {
  const { url, received } = await aMailServer()
  await smtp(url, FROM)(
    {
      ...EMAIL,
      to: {
        name: 'Eva"\r\nBcc: terzo@example.org\r\nX-Evil: "',
        address: 'eva@example.org',
      },
      replyTo: 'eva@example.org\r\nBcc: terzo@example.org\r\nX-Evil: ',
      subject: 'Ciao\r\nBcc: terzo@example.org\r\n\r\nComprate',
    },
    never,
  )
  expect(received[0]?.to?.map((to) => to.address)).toEqual(['eva@example.org'])
  expect(received[0]?.bcc).toBeUndefined()
  expect(received[0]?.headers.map((header) => header.key)).not.toContain('x-evil')
})

describe('a refusal', () => {
  const refused = (code: number) => refusal(code, 'No such user')

  test('for good of the recipient is permanent', async () => {
    const { url } = await aMailServer({ onRcptTo: (_to, _session, answer) => answer(refused(550)) })
    const error = expect.stringMatching(/550 .*No such user/)
    expect(await smtp(url, FROM)(EMAIL, never)).toEqual({ error, permanent: true })
  })

  test('for good of the e-mail is permanent', async () => {
    const { url } = await aMailServer({
      onData: (stream, _session, answer) => stream.resume().on('end', () => answer(refused(554))),
    })
    expect(await smtp(url, FROM)(EMAIL, never)).toMatchObject({ permanent: true })
  })

  test('for now of the recipient is not', async () => {
    const { url } = await aMailServer({ onRcptTo: (_to, _session, answer) => answer(refused(451)) })
    expect(await smtp(url, FROM)(EMAIL, never)).toMatchObject({ permanent: false })
  })

  test('of the sender is temporary: settings may change', async () => {
    const { url } = await aMailServer({ onMailFrom: (_from, _session, answer) => answer(refused(550)) })
    expect(await smtp(url, FROM)(EMAIL, never)).toMatchObject({ permanent: false })
  })

  test('of our credentials is not, and does not repeat them', async () => {
    const { url } = await aMailServer({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ password }, _session, answer) => answer(refusal(535, `Wrong password ${password}`)),
    })
    const delivery = await smtp(url.replace('//', '//utente:segretissima@'), FROM)(EMAIL, never)
    expect(delivery).toEqual({ error: 'Il server di posta rifiuta le credenziali', permanent: false })
  })

  test('is kept short and on one line', async () => {
    const { url } = await aMailServer({
      onRcptTo: (_to, _session, answer) => answer(refusal(550, 'parole '.repeat(200))),
    })
    const delivery = await smtp(url, FROM)(EMAIL, never)
    expect(delivery).toMatchObject({ error: expect.stringMatching(/^[^\r\n]{100,300}$/) })
  })

  test('of an e-mail without recipient is permanent', async () => {
    const { url } = await aMailServer()
    const delivery = await smtp(url, FROM)({ ...EMAIL, to: { name: 'Nessuno', address: '' } }, never)
    expect(delivery).toMatchObject({ permanent: true })
  })
})

describe('a server that does not answer', () => {
  const impatient = { ...PATIENCE, greetingTimeout: 100, socketTimeout: 100 }

  test.each([
    ['is not there', 'smtp://127.0.0.1:1', 'non si raggiunge'],
    ['is not known', 'smtp://posta.invalid', 'non si trova'],
  ])('because it %s', async (_why, url, words) => {
    const error = expect.stringContaining(words)
    expect(await smtp(url, FROM)(EMAIL, never)).toEqual({ error, permanent: false })
  })

  test.each([
    ['does not greet', ''],
    ['falls silent', '220 ciao\r\n'],
  ])('because it %s', async (_why, greeting) => {
    const { url } = await aSilentServer(greeting)
    const error = expect.stringContaining('non risponde')
    expect(await smtp(url, FROM, impatient)(EMAIL, never)).toEqual({ error, permanent: false })
  })

  test('is left when the signal says so', async () => {
    const { url } = await aSilentServer('220 ciao\r\n')
    const error = expect.stringContaining('non ha finito in tempo')
    expect(await smtp(url, FROM)(EMAIL, AbortSignal.timeout(50))).toEqual({ error, permanent: false })
  })
})

test('an e-mail without a receipt is sent again with the same Message-ID', async () => {
  const ids: (string | undefined)[] = []
  const server = await aMailServer({
    onData: async (stream, _session, answer) => {
      ids.push((await messageIn(stream)).messageId)
      if (ids.length === 1) server.hangUp()
      else answer()
    },
  })
  const deliver = smtp(server.url, FROM)
  expect(await deliver(EMAIL, never)).toMatchObject({ permanent: false })
  expect(await deliver(EMAIL, never)).toBe('sent')
  expect(new Set(ids)).toEqual(new Set(['<email-7-mwq8lds0@example.org>']))
})
