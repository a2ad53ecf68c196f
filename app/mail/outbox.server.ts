import { AsyncLocalStorage } from 'node:async_hooks'
import { render, toPlainText } from '@react-email/render'
import { and, desc, eq, inArray, type SQL } from 'drizzle-orm'
import type { ReactElement } from 'react'
import { db, type Transaction } from '../database/client.server'
import { outgoingMail } from '../database/schema'
import { containsText } from '../database/search.server'
import { env } from '../runtime/env.server'
import { hasSecretLink } from '../runtime/secret-links'
import { BARE_LINK_CLASS } from './layout'
import { forOutlook } from './outlook'
import { smtp } from './smtp.server'
import type { MailState } from './states.rules'

export type Email = {
  /** One of the kinds of `MAIL_TOPICS`, such as `confirm-address`. */
  kind: string
  to: { name: string; address: string }
  /** An e-mail address; absent: answers go to the sender of the site. */
  replyTo?: string
  subject: string
  content: ReactElement
  /** Sent to many people: it leaves after the e-mails that a single person waits for. */
  toMany?: boolean
  /** Ids of the attached files (`mail_attachments`). */
  attachments?: readonly string[]
}

/** How the text version is made of the HTML. */
const TEXT_OPTIONS = {
  selectors: [
    { selector: 'h1', options: { uppercase: false } },
    { selector: 'tr', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: 'th', format: 'inlineSurround', options: { suffix: ': ' } },
    { selector: 'td', format: 'inline' },
    { selector: 'a', options: { linkBrackets: ['→ ', ''] } },
    { selector: `a.${BARE_LINK_CLASS}`, format: 'anchor', options: { ignoreHref: true } },
  ],
}

/** A header value: one line without control or bidirectional characters. */
function toHeaderValue(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
}

/** An address that cannot break out of its header. */
function toHeaderAddress(text: string): string {
  return toHeaderValue(text).replace(/[\s,;:<>()"\\]/g, '')
}

const emailsOff = new AsyncLocalStorage<true>()

/** Runs `work` while `enqueueEmail` does nothing. For the demo data. */
export function withoutEmails<T>(work: () => Promise<T>): Promise<T> {
  return emailsOff.run(true, work)
}

/** The top-level domain reserved for addresses that do not exist (RFC 2606), such as those of deleted accounts. */
const RESERVED_DOMAIN = /\.invalid$/

/**
 * Stores an e-mail in the outbox, as part of the transaction; does nothing for an address that cannot exist, and inside
 * `withoutEmails`. Commands render many e-mails before they lock, since rendering takes time. `decision`: the
 * e-mail waits until the decision can no longer be undone (`heldUntil`), and is deleted if it is undone. `enrolmentId`:
 * the enrolment that the e-mail is about.
 */
export async function enqueueEmail(
  tx: Transaction,
  mail: Email | RenderedEmail,
  decision?: { id: string; heldUntil: Date },
  enrolmentId?: string,
): Promise<void> {
  if (emailsOff.getStore() || RESERVED_DOMAIN.test(mail.to.address)) return
  const { to, ...email } = 'html' in mail ? mail : await renderEmail(mail)
  const undoPeriod = decision && { decisionId: decision.id, dueAt: decision.heldUntil }
  await tx
    .insert(outgoingMail)
    .values({ toName: to.name, toAddress: to.address, enrolmentId, ...email, ...undoPeriod })
  if (showsLinks() && !process.env.VITEST) printLinks(to.address, email.subject, email.text)
}

/**
 * Sends an e-mail at once, without the database and without attachments. Throws if it is not delivered within 10
 * seconds.
 */
export async function sendNow(mail: Email): Promise<void> {
  if (!env.smtpUrl) throw new Error('There is no SMTP server to send by')
  // The id 0 belongs to no e-mail of the outbox; the time makes the Message-ID unique.
  const email = { ...(await renderEmail(mail)), id: 0, createdAt: new Date(), attachments: [] }
  const deliver = smtp(env.smtpUrl, env.mailFrom)
  const delivery = await deliver(email, AbortSignal.timeout(10_000))
  deliver.close?.()
  if (delivery !== 'sent') throw new Error(delivery.error)
}

export type RenderedEmail = Awaited<ReturnType<typeof renderEmail>>

/** Renders an e-mail to HTML and text, which takes milliseconds. */
export async function renderEmail(email: Email) {
  const { kind, content, to, replyTo, subject, toMany = false, attachments = [] } = email
  const html = forOutlook((await render(content)).replaceAll('\0', ''))
  return {
    kind,
    toMany,
    to: { name: toHeaderValue(to.name), address: toHeaderAddress(to.address) },
    replyTo: replyTo === undefined ? null : toHeaderAddress(replyTo),
    subject: toHeaderValue(subject),
    html,
    text: toPlainText(html, TEXT_OPTIONS),
    attachments: [...attachments],
  }
}

/** Whether console and office show the links of e-mails: only without an SMTP server, on a site that is not public. */
const showsLinks = () => !env.smtpUrl && !env.isPublic

/** Prints to the console the links of an e-mail that lead to this site. */
function printLinks(address: string, subject: string, text: string) {
  const links = new Set(
    text.match(/https?:\/\/\S+/g)?.filter((link) => link.startsWith(`${env.publicOrigin}/`)),
  )
  if (links.size > 0) console.log(`Email per ${address} «${subject}»: ${[...links].join(' ')}`)
}

const LISTED_COLUMNS = {
  id: outgoingMail.id,
  kind: outgoingMail.kind,
  toName: outgoingMail.toName,
  toAddress: outgoingMail.toAddress,
  subject: outgoingMail.subject,
  sentAt: outgoingMail.sentAt,
  failedAt: outgoingMail.failedAt,
  createdAt: outgoingMail.createdAt,
  lastError: outgoingMail.lastError,
}

type ListedRow = Pick<typeof outgoingMail.$inferSelect, keyof typeof LISTED_COLUMNS>

function toListedEmail({ toName, toAddress, sentAt, failedAt, ...row }: ListedRow) {
  const state: MailState = sentAt ? 'sent' : failedAt ? 'undelivered' : 'queued'
  return { ...row, to: { name: toName, address: toAddress }, state }
}

export type ListedEmail = ReturnType<typeof toListedEmail>

/** SQL: whether every word is in addressee or subject. */
const hasEveryWord = (words: readonly string[]) =>
  and(...words.map((word) => containsText(outgoingMail.searchText, word)))

function selectNewest(where: SQL | undefined, limit: number) {
  return db.select(LISTED_COLUMNS).from(outgoingMail).where(where).orderBy(desc(outgoingMail.id)).limit(limit)
}

/** Lists the newest e-mails with every word in addressee or subject. The caller checks the permission. */
export async function searchEmails(words: readonly string[], limit: number): Promise<ListedEmail[]> {
  return (await selectNewest(hasEveryWord(words), limit)).map(toListedEmail)
}

/** Lists the newest e-mails to these addresses. The caller checks the permission. */
export async function emailsTo(addresses: readonly string[], limit: number): Promise<ListedEmail[]> {
  return (await selectNewest(inArray(outgoingMail.toAddress, [...addresses]), limit)).map(toListedEmail)
}

/**
 * Returns an e-mail; undefined for an unknown id. Text and HTML are null if they contain a secret link, which would let
 * in whoever opens it; a site that is not public and has no SMTP server shows them. The caller checks the permission.
 */
export async function emailById(
  id: number,
): Promise<(ListedEmail & { text: string | null; html: string | null }) | undefined> {
  const [row] = await db
    .select({ ...LISTED_COLUMNS, text: outgoingMail.text, html: outgoingMail.html })
    .from(outgoingMail)
    .where(eq(outgoingMail.id, id))
  if (!row) return undefined
  const { text, html, ...email } = row
  const isReadable = showsLinks() || !(hasSecretLink(text) || hasSecretLink(html))
  return { ...toListedEmail(email), text: isReadable ? text : null, html: isReadable ? html : null }
}
