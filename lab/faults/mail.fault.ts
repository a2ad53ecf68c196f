import { expect, test } from 'vitest'
import { aMailServer, messageIn, refusal } from '../../tests/mail-server'
import { recordNone, recordTimes } from './measured'
import { aFolder, aSite } from './running-site'
import { aCrowd, aMessage } from './writes'

// The mail server refuses, disconnects after the message, hangs, and recovers.

const MESSAGES = 4
/** One e-mail to the office and one to the sender. */
const EMAILS = 2 * MESSAGES

test('SMTP refuses, drops after DATA, hangs and comes back', { timeout: 600_000 }, async () => {
  let mood: 'refuses' | 'drops' | 'hangs' | 'works' = 'refuses'
  let [refused, hung] = [0, 0]
  const [dropped, accepted]: [string[], string[]] = [[], []]
  const server = await aMailServer({
    onConnect: (_session, reply) => {
      if (mood === 'hangs') {
        hung += 1
        return
      }
      if (mood !== 'refuses') return reply()
      refused += 1
      reply(refusal(421, 'Too busy'))
    },
    onData: async (stream, _session, reply) => {
      const { messageId = '' } = await messageIn(stream)
      if (mood === 'drops') {
        dropped.push(messageId)
        return server.hangUp()
      }
      accepted.push(messageId)
      reply()
    },
  })
  const settings = { DATA_DIR: aFolder() }
  const crowd = await aCrowd(settings)
  const site = await aSite({ ...settings, SMTP_URL: server.url, OFFICE_EMAIL: 'ufficio@example.it' })
  await site.start()

  const times: number[] = []
  for (let i = 0; i < MESSAGES; i++) {
    const begun = performance.now()
    expect((await site.ask('/contatti', aMessage(crowd).form)).status).toBe(302)
    times.push(performance.now() - begun)
  }
  recordTimes('SMTP refuses: a message is taken all the same', times, 3_000)
  const patience = { timeout: 180_000, interval: 50 }
  await expect.poll(() => refused, patience).toBeGreaterThanOrEqual(EMAILS)
  mood = 'drops'
  await expect.poll(() => new Set(dropped).size, patience).toBe(EMAILS)
  mood = 'hangs'
  await expect.poll(() => hung, patience).toBeGreaterThanOrEqual(1)
  mood = 'works'
  const back = performance.now()
  await expect.poll(() => new Set(accepted).size, patience).toBe(EMAILS)
  recordTimes('SMTP works again: the last e-mail has arrived', [performance.now() - back], 100_000)

  const twice = accepted.filter((id, i) => accepted.indexOf(id) !== i)
  recordNone(
    'SMTP: e-mails lost',
    EMAILS,
    dropped.filter((id) => !accepted.includes(id)),
  )
  recordNone('SMTP: e-mails accepted twice', EMAILS, twice)
  const seen = [...dropped, ...accepted]
  const repeated = new Set(seen.filter((id, i) => seen.indexOf(id) !== i))
  const needless = [...repeated].filter((id) => !dropped.includes(id))
  recordNone('SMTP: e-mails sent again though a server had confirmed them', EMAILS, needless)
  await site.end('SIGTERM')
})
