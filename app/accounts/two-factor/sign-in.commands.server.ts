import { eq } from 'drizzle-orm'
import { db, inTransaction } from '../../database/client.server'
import { backupCodes } from '../../database/schema'
import { enqueueEmail } from '../../mail/outbox.server'
import { refuse } from '../../runtime/outcome.rules'
import { consumeToken, readToken } from '../one-time-tokens.server'
import { lockPerson, openSession } from '../people.server'
import type { AccountRefused } from '../refusals.rules'
import type { CompletedSignIn, Visitor } from '../rules'
import { logSignInEvent } from '../sign-in-log/log.server'
import { backupCodeUsed } from './emails'
import { checkCode, consumeProof } from './proof.server'

/**
 * Completes a sign-in with a code of the app or a backup code (`typedCode`). `passwordProof`: the token of
 * `passwordProofCookie`. Token and code work once.
 */
export async function finishSignIn(
  visitor: Visitor,
  passwordProof: string,
  typedCode: string,
): Promise<CompletedSignIn | AccountRefused> {
  const userId = await readToken('code', passwordProof)
  if (!userId) return refuse('code-expired')
  const proof = await checkCode(userId, typedCode)
  if ('ok' in proof) {
    if (proof.refusal === 'wrong-code') await logSignInEvent(db, userId, 'wrong-code', visitor)
    return proof
  }
  return inTransaction(async (tx) => {
    const person = await lockPerson(tx, userId)
    if (!person || !(await consumeProof(tx, userId, proof))) {
      await logSignInEvent(tx, userId, 'wrong-code', visitor)
      return refuse('wrong-code')
    }
    // A new password invalidates the token, and so does the end of the second factor.
    if ((await consumeToken('code', passwordProof)) !== userId) return refuse('code-expired')
    const { role } = person
    if ('step' in proof) return { ok: true, role, headers: await openSession(tx, person, visitor, 'entered') }
    const codesLeft = await tx.$count(backupCodes, eq(backupCodes.userId, userId))
    await enqueueEmail(tx, backupCodeUsed({ ...person, codesLeft }))
    return { ok: true, role, headers: await openSession(tx, person, visitor, 'backup-code') }
  })
}
