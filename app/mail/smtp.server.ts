import { millisecondsInMinute } from 'date-fns/constants'
import { createTransport } from 'nodemailer'

type Address = { name: string; address: string }

type OutgoingEmail = {
  id: number
  createdAt: Date
  to: Address
  replyTo: string | null
  subject: string
  html: string
  text: string
  attachments: { name: string; type: string; bytes: Uint8Array }[]
}

/**
 * Why an e-mail did not arrive. `no-address`: the address does not or cannot exist; `refused`: the server works, but
 * does not deliver this e-mail now; `server`: the server cannot be used. `error`: a sentence for the office, with what
 * the server replied.
 */
export type Failure = { error: string; cause: 'no-address' | 'refused' | 'server' }
export type Delivery = 'sent' | Failure

/** Delivers an e-mail by one attempt. Never throws; the signal closes the connection. */
export type Deliver = {
  (email: OutgoingEmail, signal: AbortSignal): Promise<Delivery>
  /** Closes the connection that waits for a further e-mail. */
  close?: () => void
}

type SmtpError = Error & { code?: string; command?: string; response?: string; responseCode?: number }

/**
 * Milliseconds. `socketTimeout`: of silence. Whoever hangs up while the server still scans a message sends again what
 * the server accepts afterwards. RFC 5321, 4.5.3.2.6, asks for ten minutes; but a connection that broke unnoticed
 * delays all other e-mails as long.
 */
export const TIME_LIMITS = {
  connectionTimeout: 5_000,
  greetingTimeout: 5_000,
  socketTimeout: 3 * millisecondsInMinute,
}

/**
 * One connection for many e-mails. It is closed after an idle time, long before servers would close it. `maxRequeues`
 * is 0 because the outbox repeats failed e-mails itself.
 */
const POOL = { pool: true, maxConnections: 1, maxRequeues: 0, idleTimeout: 15_000 } as const

/** By the code of Nodemailer’s error. */
const SENTENCES: Record<string, string> = {
  EAUTH: 'Il server di posta rifiuta le credenziali',
  EABORT: 'Il server di posta non ha finito in tempo',
  ETIMEDOUT: 'Il server di posta non risponde',
  EDNS: 'Il server di posta non si trova',
  ESOCKET: 'Il server di posta non si raggiunge',
  ECONNECTION: 'Il server di posta ha chiuso la connessione',
}
/** Most characters of `Failure['error']`. */
const ERROR_MAX = 300

/** Returns a function that delivers by an SMTP server. `url`: as in SMTP_URL; `from`: the sender of all e-mails. */
export function smtp(url: string, from: Address, timeLimits = TIME_LIMITS): Deliver {
  const transport = createTransport({
    url,
    ...POOL,
    ...timeLimits,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const deliver = async (email: OutgoingEmail, signal: AbortSignal): Promise<Delivery> => {
    try {
      await transport.sendMail({
        messageId: messageId(email, from.address),
        from,
        to: email.to,
        ...(email.replyTo && { replyTo: { name: '', address: email.replyTo } }),
        subject: email.subject,
        html: email.html,
        text: email.text,
        attachments: email.attachments.map(({ name, type, bytes }) => ({
          filename: name,
          contentType: type,
          content: Buffer.from(bytes),
        })),
        headers: { 'Auto-Submitted': 'auto-generated' },
        signal,
      })
      return 'sent'
    } catch (error) {
      return describeFailure(error as SmtpError)
    }
  }
  return Object.assign(deliver, { close: () => transport.close() })
}

/**
 * Returns a Message-ID, the same for all attempts, so that clients detect duplicates. The time makes it unique where a
 * new database uses the ids again.
 */
function messageId({ id, createdAt }: OutgoingEmail, sender: string): string {
  return `<email-${id}-${createdAt.getTime().toString(36)}@${sender.slice(sender.lastIndexOf('@') + 1)}>`
}

/** Enhanced codes of RFC 3463: no such mailbox, no such system, no such syntax, moved, no mail at all (RFC 7505). */
const NO_ADDRESS_CODE = /^5\.1\.(?:1|2|3|6|10)$/
/** Enhanced codes that say nothing about the cause. */
const VAGUE_CODE = /^5\.(?:0\.0|1\.0)$/
/** What servers write about an address that does not exist, for replies whose code does not tell. */
const NO_ADDRESS_WORDS = [
  /\bno such (?:user|mailbox|recipient|person|address|account|domain)\b/i,
  /\bunknown (?:user|mailbox|recipient|address|account|local)\b/i,
  /\b(?:user|mailbox|recipient|address|account|domain)(?: name)?(?: \S+)? (?:is )?(?:unknown|not found|not known|invalid)\b/i,
  /\b(?:does not|doesn['’]t|do not|don['’]t) (?:exist|have an? \S+ account)\b/i,
  /\bnot an? (?:known|valid) (?:user|mailbox|recipient|address|account)\b/i,
  /\binvalid (?:user|mailbox|recipient|address)\b/i,
]
/** Words that show that a reply is about the sender, not about the recipient. */
const ABOUT_SENDER = /\b(?:sender|from|helo|ehlo|client|reverse|PTR|SPF|DKIM|DMARC)\b/i
const CODES = /^(?<reply>\d{3})[ -](?:(?<enhanced>\d\.\d{1,3}\.\d{1,3})(?!\S))?/

/**
 * Whether a reply says that the address does not exist. Other 5xx replies, such as a full mailbox, a policy or a block,
 * are tried again, although RFC 5321 calls them permanent.
 */
export function saysNoAddress(response: string): boolean {
  const { reply = '', enhanced } = CODES.exec(response)?.groups ?? {}
  if (!reply.startsWith('5')) return false
  if (enhanced && !VAGUE_CODE.test(enhanced)) return NO_ADDRESS_CODE.test(enhanced)
  return !ABOUT_SENDER.test(response) && NO_ADDRESS_WORDS.some((words) => words.test(response))
}

/** Describes a failed attempt. Replies to the authentication are left out, since they may repeat secrets. */
function describeFailure(error: SmtpError): Failure {
  const { code = '', command, response, message } = error
  const detail = code === 'EAUTH' ? undefined : (response ?? message)
  return {
    error: [SENTENCES[code], detail]
      .filter(Boolean)
      .join(': ')
      .replace(/[\p{Cc}\s]+/gu, ' ')
      .slice(0, ERROR_MAX),
    cause: causeOf(),
  }

  function causeOf(): Failure['cause'] {
    // Nodemailer itself refuses the address, before it connects.
    const isUnusable = code === 'EENVELOPE' && command === 'API'
    if (isUnusable) return 'no-address'
    if (response === undefined || (command !== 'RCPT TO' && command !== 'DATA')) return 'server'
    return saysNoAddress(response) ? 'no-address' : 'refused'
  }
}
