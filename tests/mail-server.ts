import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerOptions } from 'smtp-server'
import { onTestFinished } from 'vitest'
import { env } from '../app/runtime/env.server'

const urlOf = (server: Server) => `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`

/**
 * A real SMTP server. It accepts everything, unless `answers` (callbacks) refuse; `received`: accepted messages;
 * `hangUp` drops all connections.
 */
export async function aMailServer(answers: SMTPServerOptions = {}) {
  const received: Email[] = []
  const sockets = new Set<Socket>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onData: async (stream, _session, accept) => {
      received.push(await messageIn(stream))
      accept()
    },
    ...answers,
  })
  server.on('error', () => {})
  server.server.on('connection', (socket) => sockets.add(socket))
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  onTestFinished(() => new Promise<void>((done) => server.close(() => done())))
  return {
    url: urlOf(server.server),
    received,
    hangUp: () => {
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** Sends `greeting` and nothing more. */
export async function aSilentServer(greeting: string): Promise<{ url: string }> {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => {}).write(greeting)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { url: urlOf(server) }
}

/** The message of a DATA command. */
export async function messageIn(stream: SMTPServerDataStream): Promise<Email> {
  return PostalMime.parse(Buffer.concat(await stream.toArray()))
}

/** The error of a callback that refuses. */
export function refusal(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode })
}

/** The site sends by this server until the test ends. */
export function sendBy(smtpUrl: string | undefined) {
  const before = env.smtpUrl
  env.smtpUrl = smtpUrl as string
  onTestFinished(() => {
    env.smtpUrl = before as string
  })
}
