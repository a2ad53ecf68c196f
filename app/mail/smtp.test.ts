import { describe, expect, test } from 'vitest'
import { aMailServer, aSilentServer, messageIn, refusal } from '../../tests/mail-server'
import { saysNoAddress, smtp, TIME_LIMITS } from './smtp.server'

const FROM = { name: 'Accademia Truentum', address: 'segreteria@example.org' }
const EMAIL = {
  id: 7,
  createdAt: new Date('2026-11-21T10:00:00Z'),
  to: { name: 'Giulia Rossi', address: 'giulia.rossi@example.org' },
  replyTo: null,
  subject: 'Richiesta ricevuta: Città e qualità',
  html: '<p>Perché è così</p>',
  text: 'Perché è così',
  attachments: [],
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
  const toRecipient = async (reply: string) => {
    const [code = '', ...words] = reply.split(' ')
    const { url } = await aMailServer({
      onRcptTo: (_to, _session, reply) => reply(refusal(Number(code), words.join(' '))),
    })
    return smtp(url, FROM)(EMAIL, never)
  }

  test('of an address that does not exist is known as such, with the words of the server', async () => {
    const error = expect.stringMatching(/550 .*No such user/)
    expect(await toRecipient('550 5.1.1 No such user')).toEqual({ error, cause: 'no-address' })
  })

  test('of the e-mail itself tells nothing about the address', async () => {
    const { url } = await aMailServer({
      onData: (stream, _session, reply) =>
        stream.resume().on('end', () => reply(refusal(554, '5.7.1 Message rejected as spam'))),
    })
    expect(await smtp(url, FROM)(EMAIL, never)).toMatchObject({ cause: 'refused' })
  })

  test.each(['451 Greylisted', '452 4.2.2 Over quota', '550 5.7.1 Relaying denied'])(
    '«%s» of the recipient is no end',
    async (reply) => {
      expect(await toRecipient(reply)).toMatchObject({ cause: 'refused' })
    },
  )

  test('of the sender, or of the connection, is a matter of the server', async () => {
    const answers = [
      {
        onMailFrom: (_from: unknown, _session: unknown, reply: (no: Error) => void) =>
          reply(refusal(550, 'No')),
      },
      { onConnect: (_session: unknown, reply: (no: Error) => void) => reply(refusal(554, 'No service')) },
    ]
    for (const handlers of answers) {
      const { url } = await aMailServer(handlers)
      expect(await smtp(url, FROM)(EMAIL, never)).toMatchObject({ cause: 'server' })
    }
  })

  test('of our credentials is not, and does not repeat them', async () => {
    const { url } = await aMailServer({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ password }, _session, reply) => reply(refusal(535, `Wrong password ${password}`)),
    })
    const delivery = await smtp(url.replace('//', '//utente:segretissima@'), FROM)(EMAIL, never)
    expect(delivery).toEqual({ error: 'Il server di posta rifiuta le credenziali', cause: 'server' })
  })

  test('is kept short and on one line', async () => {
    const { url } = await aMailServer({
      onRcptTo: (_to, _session, reply) => reply(refusal(550, 'parole '.repeat(200))),
    })
    const delivery = await smtp(url, FROM)(EMAIL, never)
    expect(delivery).toMatchObject({ error: expect.stringMatching(/^[^\r\n]{100,300}$/) })
  })

  test('of an e-mail without recipient is final', async () => {
    const { url } = await aMailServer()
    const delivery = await smtp(url, FROM)({ ...EMAIL, to: { name: 'Nessuno', address: '' } }, never)
    expect(delivery).toMatchObject({ cause: 'no-address' })
  })
})

describe('a server that does not answer', () => {
  const impatient = { ...TIME_LIMITS, greetingTimeout: 100, socketTimeout: 100 }

  test.each([
    ['is not there', 'smtp://127.0.0.1:1', 'non si raggiunge'],
    ['is not known', 'smtp://posta.invalid', 'non si trova'],
  ])('because it %s', async (_why, url, words) => {
    const error = expect.stringContaining(words)
    expect(await smtp(url, FROM)(EMAIL, never)).toEqual({ error, cause: 'server' })
  })

  test.each([
    ['does not greet', ''],
    ['falls silent', '220 ciao\r\n'],
  ])('because it %s', async (_why, greeting) => {
    const { url } = await aSilentServer(greeting)
    const error = expect.stringContaining('non risponde')
    expect(await smtp(url, FROM, impatient)(EMAIL, never)).toEqual({ error, cause: 'server' })
  })

  test('is left when the signal says so', async () => {
    const { url } = await aSilentServer('220 ciao\r\n')
    const error = expect.stringContaining('non ha finito in tempo')
    expect(await smtp(url, FROM)(EMAIL, AbortSignal.timeout(50))).toEqual({ error, cause: 'server' })
  })
})

test('an e-mail without a receipt is sent again with the same Message-ID', async () => {
  const ids: (string | undefined)[] = []
  const server = await aMailServer({
    onData: async (stream, _session, reply) => {
      ids.push((await messageIn(stream)).messageId)
      if (ids.length === 1) server.hangUp()
      else reply()
    },
  })
  const deliver = smtp(server.url, FROM)
  expect(await deliver(EMAIL, never)).toMatchObject({ cause: 'server' })
  expect(await deliver(EMAIL, never)).toBe('sent')
  expect(new Set(ids)).toEqual(new Set(['<email-7-mwq8lds0@example.org>']))
})

test.each([
  '550 5.1.1 <ada@example.org>: Recipient address rejected: User unknown in virtual mailbox table',
  '550-5.1.1 The email account that you tried to reach does not exist. Please try 550-5.1.1 double-checking',
  '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup',
  '550 5.1.2 <ada@example.invalid>: Recipient address rejected: Domain not found',
  '556 5.1.10 Recipient address has null MX',
  '550 5.1.6 Mailbox has moved',
  '550 No such user here',
  '550 Unknown user',
  '550 RCPT TO:<ada@example.org> User unknown',
  '550 5.0.0 ada@example.org... User unknown',
  '551 User not found',
  "554 delivery error: dd This user doesn't have a yahoo.com account (ada@yahoo.com)",
  '553 5.1.3 The recipient address is not a valid address',
])('«%s» says that there is no such address', (reply) => {
  expect(saysNoAddress(reply)).toBe(true)
})

test.each([
  '550 5.4.5 Daily user sending limit exceeded',
  '554 5.2.252 SendAsDenied; ufficio@example.org not allowed to send as',
  '550 5.7.1 Message rejected due to content restrictions',
  '552 5.2.2 The email account that you tried to reach is over quota',
  '552 5.3.4 Message size exceeds fixed limit',
  '550 5.2.1 The user you are trying to contact is receiving mail too quickly',
  '550 5.7.606 Access denied, banned sending IP',
  '550 5.4.1 Recipient address rejected: Access denied',
  '554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org',
  '550 Mailbox full',
  '550 Requested action not taken: mailbox unavailable',
  '550 5.1.8 <a@b.it>: Sender address rejected: Domain not found',
  '550 Sender address rejected: Domain not found',
  '550 Message blocked: see https://example.org/does-not-exist',
  '421 4.7.0 Try again later',
  '450 4.1.1 User unknown in local recipient table',
  '450 4.1.2 Recipient address rejected: Domain not found',
  '554 Transaction failed',
  '',
])('«%s» does not say that', (reply) => {
  expect(saysNoAddress(reply)).toBe(false)
})
