import { AsyncLocalStorage } from 'node:async_hooks'
import { render, toPlainText } from '@react-email/render'
import { desc, eq, lt } from 'drizzle-orm'
import type { ReactElement } from 'react'
import { db, type Transaction } from '../database/client.server'
import { outgoingMail } from '../database/schema'
import { env } from '../runtime/env.server'
import { smtp } from './smtp.server'

export type Email = {
  /** Which letter it is, such as `confirm-address`: for the administrator's list. */
  kind: string
  to: { name: string; address: string }
  /** The address that an answer goes to, where it is not the sender's. */
  replyTo?: string
  subject: string
  content: ReactElement
}

type MailState = 'in coda' | 'inviata' | 'non consegnata'

const PAGE = 50

/** A row of a table becomes a line, a `th` its label, a link its words and its address. */
const AS_TEXT = {
  selectors: [
    { selector: 'h1', options: { uppercase: false } },
    { selector: 'tr', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: 'th', format: 'inlineSurround', options: { suffix: ': ' } },
    { selector: 'td', format: 'inline' },
    { selector: 'a', options: { linkBrackets: ['→ ', ''] } },
  ],
}

/** One line without control or text-direction characters: what may stand in the header of a mail. */
function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
}

/** Nothing that could end one address and begin another, or a header; no valid address has any of it. */
function oneAddress(text: string): string {
  return oneLine(text).replace(/[\s,;:<>()"\\]/g, '')
}

const silence = new AsyncLocalStorage<true>()

/** Runs `work` as if nobody were to be told of it: for loading demo data. */
export function withoutEmails<T>(work: () => Promise<T>): Promise<T> {
  return silence.run(true, work)
}

/** Of all addresses only these can never be anybody's (RFC 2606). */
const NOBODY = /\.invalid$/

/**
 * Puts an e-mail into the outbox within the running transaction: it is sent if, and only if, the change that it
 * tells of is committed. A command that holds a lock renders it before.
 */
export async function enqueueEmail(tx: Transaction, mail: Email | RenderedEmail): Promise<void> {
  if (silence.getStore() || NOBODY.test(mail.to.address)) return
  const { to, ...letter } = 'html' in mail ? mail : await renderEmail(mail)
  await tx.insert(outgoingMail).values({ toName: to.name, toAddress: to.address, ...letter })
  if (!env.smtpUrl && !process.env.VITEST) showLinks(to.address, letter.subject, letter.text)
}

/**
 * Sends a letter past the outbox, for when the database cannot keep it. Throws when there is no SMTP server, or when
 * it does not take the letter within 10 seconds.
 */
export async function sendNow(mail: Email): Promise<void> {
  if (!env.smtpUrl) throw new Error('There is no SMTP server to send by')
  const letter = { id: 0, createdAt: new Date(), ...(await renderEmail(mail)) }
  const delivery = await smtp(env.smtpUrl, env.mailFrom)(letter, AbortSignal.timeout(10_000))
  if (delivery !== 'sent') throw new Error(delivery.error)
}

export type RenderedEmail = Awaited<ReturnType<typeof renderEmail>>

/** The e-mail as HTML and as text. It takes some milliseconds. */
export async function renderEmail({ kind, content, to, replyTo, subject }: Email) {
  const html = (await render(content)).replaceAll('\0', '')
  return {
    kind,
    to: { name: oneLine(to.name), address: oneAddress(to.address) },
    replyTo: replyTo === undefined ? null : oneAddress(replyTo),
    subject: oneLine(subject),
    html,
    text: toPlainText(html, AS_TEXT),
  }
}

/** Without an SMTP server nothing leaves the house: whoever started the site finds the links here. */
function showLinks(address: string, subject: string, text: string) {
  const links = new Set(text.match(/https?:\/\/\S+/g))
  if (links.size > 0) console.log(`Email per ${address} «${subject}»: ${[...links].join(' ')}`)
}

const listed = {
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

type Listed = Pick<typeof outgoingMail.$inferSelect, keyof typeof listed>

function shown({ toName, toAddress, sentAt, failedAt, ...row }: Listed) {
  const state: MailState = sentAt ? 'inviata' : failedAt ? 'non consegnata' : 'in coda'
  return { ...row, to: { name: toName, address: toAddress }, state }
}

export type ListedEmail = ReturnType<typeof shown>

/**
 * The newest letters, 50 at a time; `beforeId` is the last id of the page before, `older` that of this one where more
 * follow. The caller guards the door.
 */
export async function latestEmails(beforeId?: number): Promise<{ letters: ListedEmail[]; older?: number }> {
  const rows = await db
    .select(listed)
    .from(outgoingMail)
    .where(beforeId === undefined ? undefined : lt(outgoingMail.id, beforeId))
    .orderBy(desc(outgoingMail.id))
    .limit(PAGE + 1)
  const letters = rows.slice(0, PAGE).map(shown)
  const older = rows.length > PAGE ? letters.at(-1)?.id : undefined
  return { letters, ...(older !== undefined && { older }) }
}

/** One letter as text, or undefined. The caller guards the door. */
export async function emailById(id: number): Promise<(ListedEmail & { text: string }) | undefined> {
  const [row] = await db
    .select({ ...listed, text: outgoingMail.text })
    .from(outgoingMail)
    .where(eq(outgoingMail.id, id))
  return row && { ...shown(row), text: row.text }
}
