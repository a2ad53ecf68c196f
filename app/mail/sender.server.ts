import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { millisecondsInDay, millisecondsInMinute, secondsInHour, secondsInMinute } from 'date-fns/constants'
import { and, asc, eq, gt, isNull, lte, or, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { db, inTransaction } from '../database/client.server'
import { outgoingMail } from '../database/schema'
import { env } from '../runtime/env.server'
import { log } from '../runtime/log.server'
import { withoutSecrets } from '../runtime/secret-links'
import { readAttachments } from './attachments.server'
import { redirectRefused } from './requeue.server'
import { type Deliver, type Delivery, type Failure, smtp } from './smtp.server'

/** Days of attempts while a working mail server refuses an e-mail. During an outage of the server there is no limit. */
const REFUSED_DAYS = 5
/** Most seconds between two attempts. */
const RETRY_DELAY_MAX = secondsInHour
/**
 * The deadline of an attempt is longer than the server may be silent (`TIME_LIMITS`), and shorter than its lease, so
 * that no other sender takes the e-mail meanwhile.
 */
const DEADLINE_MS = 6 * millisecondsInMinute
const LEASE_SECONDS = 7 * secondsInMinute

type Pace = {
  /** Milliseconds between two polls. */
  poll: number
  /** Milliseconds after `stop` until the delivery in progress is aborted. */
  grace: number
  /** Seconds to wait after this number of failures (1, 2, …). */
  retryDelay: (attempt: number) => number
}

/** Seconds to wait after the failure number `attempt`: 4, 16, 64, …, ± 20 % jitter, an hour at most. */
export function retryDelay(attempt: number, random = Math.random): number {
  return Math.min(RETRY_DELAY_MAX, 4 ** attempt * (0.8 + 0.4 * random()))
}

/** An e-mail without its attachment is not sent. It counts as refused, so that it is tried again for `REFUSED_DAYS`. */
const LOST_ATTACHMENT: Failure = { error: 'Un allegato non si trova', cause: 'refused' }

type ClaimedEmail = typeof outgoingMail.$inferSelect
type MailSender = { stop: () => Promise<void> }

/**
 * Sends due e-mails one after the other until `stop`. Several senders may run: each e-mail is leased to one of them,
 * and a result that comes after the lease was lost is ignored. No transaction is open during delivery.
 */
export function runMailSender(deliver: Deliver, pace: Partial<Pace> = {}): MailSender {
  const { poll, grace, retryDelay: delay } = { poll: 1_000, grace: 5_000, retryDelay, ...pace }
  const owner = randomUUID()
  const abortDelivery = new AbortController()
  const stopPolling = new AbortController()

  /** Tries to deliver the next e-mail. Returns whether one was due. */
  async function sendNext(): Promise<boolean> {
    const email = await claim(owner)
    if (!email) return false
    const signal = AbortSignal.any([abortDelivery.signal, AbortSignal.timeout(DEADLINE_MS)])
    const to = { name: email.toName, address: email.toAddress }
    const attachments = await readAttachments(email.attachments)
    const delivery = attachments ? await deliver({ ...email, to, attachments }, signal) : LOST_ATTACHMENT
    await recordDelivery(owner, email, delivery, delay(email.attempts))
    return true
  }

  async function sendUntilStopped() {
    while (!stopPolling.signal.aborted) {
      const wasDue = await sendNext().catch((error: unknown) => {
        log.error({ err: error }, 'The outbox cannot be read or written')
        return false
      })
      if (wasDue) continue
      await sleep(poll, undefined, { ref: false, signal: stopPolling.signal }).catch(() => {})
    }
  }

  const sending = sendUntilStopped()
  return {
    stop: async () => {
      stopPolling.abort()
      const timer = setTimeout(() => abortDelivery.abort(), grace)
      await sending
      clearTimeout(timer)
      deliver.close?.()
    },
  }
}

const secondsFromNow = (count: number) => sql`now() + ${count} * interval '1 second'`

/**
 * SQL: whether a moment has come. `furthest`: the most seconds by which the site sets it ahead. A moment that is ahead
 * by a minute more than that comes from a wrong clock, and counts as come.
 */
const hasCome = (moment: PgColumn, furthest: number) =>
  or(lte(moment, sql`now()`), gt(moment, secondsFromNow(furthest + 60)))

/** Leases the e-mail that has been due longest, those to many people last; undefined if none is due. */
async function claim(owner: string): Promise<ClaimedEmail | undefined> {
  const due = db
    .select({ id: outgoingMail.id })
    .from(outgoingMail)
    .where(
      and(
        isNull(outgoingMail.sentAt),
        isNull(outgoingMail.failedAt),
        hasCome(outgoingMail.dueAt, RETRY_DELAY_MAX),
        or(isNull(outgoingMail.leasedUntil), hasCome(outgoingMail.leasedUntil, LEASE_SECONDS)),
      ),
    )
    .orderBy(asc(outgoingMail.toMany), asc(outgoingMail.dueAt), asc(outgoingMail.id))
    .limit(1)
    .for('update', { skipLocked: true })
  const [email] = await db
    .update(outgoingMail)
    .set({
      leasedBy: owner,
      leasedUntil: secondsFromNow(LEASE_SECONDS),
      attempts: sql`${outgoingMail.attempts} + 1`,
    })
    .where(eq(outgoingMail.id, due))
    .returning()
  return email
}

/** Records the result of an attempt, unless the lease was lost. */
async function recordDelivery(
  owner: string,
  email: ClaimedEmail,
  delivery: Delivery,
  delay: number,
): Promise<void> {
  await db
    .update(outgoingMail)
    .set({ ...columnsAfter(email, delivery, delay), leasedBy: null, leasedUntil: null })
    .where(
      and(
        eq(outgoingMail.id, email.id),
        eq(outgoingMail.leasedBy, owner),
        eq(outgoingMail.attempts, email.attempts),
      ),
    )
  const facts = { mail: email.id, kind: email.kind, attempt: email.attempts }
  if (delivery === 'sent') log.info(facts, 'Mail sent')
  else {
    log.warn({ ...facts, reason: delivery.error }, 'Mail not sent')
    // The person may have got a new address during the attempt.
    await inTransaction((tx) => redirectRefused(tx, email.id))
  }
}

/**
 * The columns of an e-mail after an attempt. A sent e-mail keeps no secrets. `delay`: seconds until the next attempt.
 */
function columnsAfter(email: ClaimedEmail, delivery: Delivery, delay: number) {
  if (delivery === 'sent') {
    const [text, html] = [withoutSecrets(email.text), withoutSecrets(email.html)]
    return { sentAt: sql`now()`, lastError: null, text, html }
  }
  const lastError = delivery.error
  const refusedSince =
    delivery.cause === 'refused' ? sql`coalesce(${outgoingMail.refusedSince}, now())` : null
  if (isFinal(email, delivery)) return { failedAt: sql`now()`, lastError, refusedSince }
  return { dueAt: secondsFromNow(delay), lastError, refusedSince }
}

/** Whether a failure is final: an unknown address, or `REFUSED_DAYS` of refusals. An outage of the server never is. */
function isFinal({ refusedSince }: ClaimedEmail, { cause }: Failure): boolean {
  if (cause === 'no-address') return true
  const limit = REFUSED_DAYS * millisecondsInDay
  return cause === 'refused' && refusedSince !== null && Date.now() - refusedSince.getTime() > limit
}

let sender: MailSender | undefined

/** Starts sending. Without an SMTP server it does nothing, and e-mails stay in the outbox. */
export function startMailSender(): void {
  if (env.smtpUrl) sender ??= runMailSender(smtp(env.smtpUrl, env.mailFrom))
}

/** Stops sending. A delivery in progress is aborted after five seconds. */
export async function stopMailSender(): Promise<void> {
  await sender?.stop()
  sender = undefined
}
