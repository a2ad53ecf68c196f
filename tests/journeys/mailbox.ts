import { once } from 'node:events'
import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { appendFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** `links`: hrefs in order; `attachments`: names of files. */
export type Email = { to: string[]; subject: string; text: string; links: string[]; attachments: string[] }

/** A real SMTP server that appends every e-mail to `file` as a JSON line, for all workers. */
export async function openMailbox(file: string) {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onData: async (stream, session, accept) => {
      const mail = await PostalMime.parse(Buffer.concat(await stream.toArray()))
      const email: Email = {
        to: session.envelope.rcptTo.map(({ address }) => address.toLowerCase()),
        subject: mail.subject ?? '',
        text: mail.text ?? '',
        links: linksIn(mail.html ?? ''),
        attachments: mail.attachments.map(({ filename }) => filename ?? ''),
      }
      await appendFile(file, `${JSON.stringify(email)}\n`)
      accept()
    },
  })
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('The mail server has no port.')
  return {
    file,
    url: `smtp://127.0.0.1:${address.port}`,
    close: () => new Promise<void>((done) => server.close(() => done())),
  }
}

function linksIn(html: string): string[] {
  const addresses = html.matchAll(/<a\b[^>]*\bhref="([^"]*)"/gi)
  return [...new Set([...addresses].map(([, address = '']) => address.replaceAll('&amp;', '&')))]
}

/** What has been read so far: waiting looks ten times a second, at a file that grows to megabytes. */
const known: Email[] = []
let bytesRead = 0

function emails(file: string): Email[] {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size === bytesRead) return known
  const added = Buffer.alloc(size - bytesRead)
  const opened = openSync(file, 'r')
  readSync(opened, added, 0, added.length, bytesRead)
  closeSync(opened)
  // The last line may still be written.
  const whole = added.subarray(0, added.lastIndexOf('\n') + 1)
  bytesRead += whole.length
  for (const line of whole.toString().split('\n').slice(0, -1)) known.push(JSON.parse(line))
  return known
}

/** Sees e-mails that arrive from now on, each once. */
export function readerOf(file: string) {
  const start = emails(file).length
  const taken = new Set<number>()
  return {
    /**
     * The next e-mail to `address` with these words in subject or text. Throws after `patience` milliseconds with
     * what came instead.
     */
    async waitFor(address: string, words = '', patience = 15_000): Promise<Email> {
      const deadline = Date.now() + patience
      do {
        const found = emails(file).findIndex(
          (email, index) =>
            index >= start &&
            !taken.has(index) &&
            email.to.includes(address.toLowerCase()) &&
            `${email.subject}\n${email.text}`.includes(words),
        )
        const email = emails(file)[found]
        if (email) {
          taken.add(found)
          return email
        }
        await pause(100)
      } while (Date.now() < deadline)
      const instead = emails(file)
        .slice(start)
        .map(({ to, subject }) => `${to}: ${subject}`)
      throw new Error(`No e-mail «${words}» to ${address}. Instead: ${instead.join('; ') || 'nothing'}`)
    },
  }
}
