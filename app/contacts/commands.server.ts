import { createHash, randomUUID } from 'node:crypto'
import { href } from 'react-router'
import { refuseBeyondLimit } from '../accounts/guard.server'
import type { AccountOutcome } from '../accounts/refusals.rules'
import { SYSTEM, type Visitor } from '../accounts/rules'
import { record } from '../audit/record.server'
import { inTransaction } from '../database/client.server'
import { contactSubmissions } from '../database/schema'
import { countAttempt } from '../http/rate-limit.server'
import { ACKNOWLEDGEMENT_LIMIT, CONTACT_LIMIT } from '../http/rate-limits.rules'
import { enqueueEmail, sendNow } from '../mail/outbox.server'
import { env } from '../runtime/env.server'
import { log } from '../runtime/log.server'
import { legalPageNow } from '../site/legal.server'
import { contactForOffice, contactReceived } from './emails'
import { NOT_SENT, type Submission } from './rules'

/**
 * Stores a message of a visitor, with an e-mail to the office and, unless the address got too many, one to the sender.
 * When it cannot be stored, it is mailed to the office alone; throws when both fail. Refuses too many messages of one
 * visitor. `formKey`: identifies the opened form, so that the same values of the same form are one message.
 */
export async function sendContact(
  visitor: Visitor,
  submission: Submission,
  formKey: string = randomUUID(),
): Promise<AccountOutcome> {
  const refused = await refuseBeyondLimit(`contact ${visitor.address}`, CONTACT_LIMIT).catch(logUncounted)
  if (refused) return refused
  try {
    await storeSubmission(submission, formKey)
  } catch (fault) {
    log.error({ err: fault }, 'contact message could not be stored')
    await mailTheOffice(submission)
  }
  return { ok: true }
}

async function storeSubmission(submission: Submission, formKey: string) {
  const acknowledgement = await countAttempt(`acknowledgement ${submission.email}`, ACKNOWLEDGEMENT_LIMIT)
  await inTransaction(async (tx) => {
    const id = submissionId(submission, formKey)
    const [stored] = await tx
      .insert(contactSubmissions)
      .values({ id, ...submission, privacyVersion: legalPageNow('privacy-policy').inForceFrom })
      .onConflictDoNothing()
      .returning({ id: contactSubmissions.id })
    if (!stored) return
    await record(tx, SYSTEM, { action: 'create', entity: 'contact_submissions', id: stored.id })
    await enqueueEmail(
      tx,
      contactForOffice(
        submission,
        env.officeEmail,
        `${env.publicOrigin}${href('/admin/contacts/:contact', { contact: stored.id })}`,
      ),
    )
    if (acknowledgement.allowed) await enqueueEmail(tx, contactReceived(submission))
  })
}

async function mailTheOffice(submission: Submission) {
  try {
    await sendNow(contactForOffice(submission, env.officeEmail))
  } catch (cause) {
    throw new Error(NOT_SENT, { cause })
  }
}

/** Logs that a message could not be counted, and lets it pass: an outage must not block the form. */
function logUncounted(fault: unknown): null {
  log.error({ err: fault }, 'contact message could not be counted')
  return null
}

/** A UUID computed from the key of the form and its values, so that a message that is sent twice has one id. */
function submissionId(submission: Submission, formKey: string): string {
  return createHash('sha256')
    .update(JSON.stringify([formKey, submission]))
    .digest('hex')
    .slice(0, 32)
}
