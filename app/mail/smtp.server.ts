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
}

/** `permanent`: no retry. */
export type Delivery = 'sent' | { error: string; permanent: boolean }

/** Never throws. The signal closes the connection. */
export type Deliver = (email: OutgoingEmail, signal: AbortSignal) => Promise<Delivery>

type SmtpError = Error & { code?: string; command?: string; response?: string; permanent?: boolean }

/** Milliseconds. */
export const PATIENCE = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 20_000 }

const SENTENCES: Record<string, string> = {
  EAUTH: 'Il server di posta rifiuta le credenziali',
  EABORT: 'Il server di posta non ha finito in tempo',
  ETIMEDOUT: 'Il server di posta non risponde',
  EDNS: 'Il server di posta non si trova',
  ESOCKET: 'Il server di posta non si raggiunge',
  ECONNECTION: 'Il server di posta ha chiuso la connessione',
}
const LONGEST_ERROR = 300

/** `url` as in SMTP_URL. */
export function smtp(url: string, from: Address, patience = PATIENCE): Deliver {
  const transport = createTransport({ url, ...patience, disableFileAccess: true, disableUrlAccess: true })
  return async (email, signal) => {
    try {
      await transport.sendMail({
        messageId: messageId(email, from.address),
        from,
        to: email.to,
        ...(email.replyTo && { replyTo: { name: '', address: email.replyTo } }),
        subject: email.subject,
        html: email.html,
        text: email.text,
        headers: { 'Auto-Submitted': 'auto-generated' },
        signal,
      })
      return 'sent'
    } catch (error) {
      return refusal(error as SmtpError)
    }
  }
}

/** Stable over attempts, so clients detect duplicates. The date separates databases that reuse ids. */
function messageId({ id, createdAt }: OutgoingEmail, sender: string): string {
  return `<email-${id}-${createdAt.getTime().toString(36)}@${sender.slice(sender.lastIndexOf('@') + 1)}>`
}

/**
 * A 5xx reply about the recipient or the content is final (RFC 5321 §4.2.1); others concern our settings. Replies to the
 * authentication may echo secrets and are not kept.
 */
function refusal(error: SmtpError): Delivery {
  const aboutTheMessage = error.command === 'RCPT TO' || error.command === 'DATA'
  const impossibleRecipient = error.code === 'EENVELOPE' && error.command === 'API'
  const sentence = SENTENCES[error.code ?? '']
  const detail = error.code === 'EAUTH' ? undefined : (error.response ?? error.message)
  return {
    error: [sentence, detail]
      .filter(Boolean)
      .join(': ')
      .replace(/[\p{Cc}\s]+/gu, ' ')
      .slice(0, LONGEST_ERROR),
    permanent: impossibleRecipient || (aboutTheMessage && error.permanent === true),
  }
}
