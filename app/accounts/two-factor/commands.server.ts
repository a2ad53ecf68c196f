import { millisecondsInMinute } from 'date-fns/constants'
import { eq } from 'drizzle-orm'
import { record } from '../../audit/record.server'
import { inTransaction, type Transaction } from '../../database/client.server'
import { backupCodes, profiles, secondFactors, verifications } from '../../database/schema'
import { seal, unseal } from '../../database/secret.server'
import { enqueueEmail } from '../../mail/outbox.server'
import { refuse } from '../../runtime/outcome.rules'
import { siteSettings } from '../../site/settings'
import { refuseWrongPassword } from '../guard.server'
import { endSessions, lockPerson, lockPersonFor } from '../people.server'
import type { AccountOutcome, AccountRefused } from '../refusals.rules'
import { type Actor, type Admin, type Member, normalEmail, SYSTEM } from '../rules'
import { backupCodesRenewed, secondFactorOff, secondFactorOn, secondFactorRemoved } from './emails'
import {
  checkCode,
  consumeProof,
  hashBackupCodes,
  isLastProof,
  keyUri,
  limitAttempts,
  newBackupCodes,
  newKey,
  sealKey,
  timeStepOf,
} from './proof.server'
import { secondFactorOf } from './queries.server'
import { SETUP_MINUTES } from './rules'

/** The purpose for which a setup is sealed (`seal`). */
const SETUP_PURPOSE = 'second factor setup'

/**
 * A second factor that is being set up. `sealedSetup`: key and backup codes, sealed for the member, for a hidden field
 * of the form; `key` and `uri`: for the app.
 */
export type Setup = { sealedSetup: string; key: string; uri: string }

/**
 * Begins to set up a second factor for a member who knows the password. Stores nothing: `activateSecondFactor` does,
 * after the first code.
 */
export async function beginSecondFactor(
  member: Member,
  password: string,
): Promise<({ ok: true } & Setup) | AccountRefused> {
  if (await secondFactorOf(member)) return refuse('second-factor-on')
  const refused = await refuseWrongPassword(member, password)
  if (refused) return refused
  const key = newKey()
  const content: SetupContent = { at: Date.now(), key, codes: newBackupCodes() }
  return {
    ok: true,
    ...keyForApp(member, key),
    sealedSetup: await seal(SETUP_PURPOSE, member.id, JSON.stringify(content)),
  }
}

const keyForApp = (member: Member, key: string) => ({
  key,
  uri: keyUri(key, { issuer: siteSettings().company.name, email: member.email }),
})

/** Opens the sealed setup that a form sends back; null for an invalid or expired one. */
export async function openSetup(member: Member, sealedSetup: string): Promise<Setup | null> {
  const content = await openSetupContent(member, sealedSetup)
  return content && { ...keyForApp(member, content.key), sealedSetup }
}

/** The content of a sealed setup. `at`: when it began, in milliseconds since 1970. */
type SetupContent = { at: number; key: string; codes: string[] }

async function openSetupContent(member: Member, sealedSetup: string): Promise<SetupContent | null> {
  const json = await unseal(SETUP_PURPOSE, member.id, sealedSetup)
  const content: SetupContent | null = json && JSON.parse(json)
  return content && Date.now() - content.at <= SETUP_MINUTES * millisecondsInMinute ? content : null
}

/**
 * Turns the second factor on with the first code of the app, and returns the backup codes. Other sessions end. The
 * same form sent twice gets the same backup codes.
 */
export async function activateSecondFactor(
  member: Member,
  sealedSetup: string,
  typedCode: string,
): Promise<AccountOutcome<{ codes: string[] }>> {
  const content = await openSetupContent(member, sealedSetup)
  if (!content) return refuse('setup-expired')
  const step = await limitAttempts(`code-setup ${member.id}`, async () => timeStepOf(content.key, typedCode))
  if (typeof step !== 'number') return step

  const { key, codes } = content
  const [secret, hashes] = await Promise.all([sealKey(member.id, key), hashBackupCodes(codes)])
  return inTransaction(async (tx) => {
    await lockPerson(tx, member.id)
    const row = { userId: member.id, secret, lastStep: step }
    const { rowCount } = await tx.insert(secondFactors).values(row).onConflictDoNothing()
    if (rowCount !== 1)
      return (await isLastProof(tx, member.id, key, step)) ? { ok: true, codes } : refuse('second-factor-on')
    await replaceBackupCodes(tx, member.id, hashes)
    await recordSecondFactorChange(tx, member, member.id, { isOn: true })
    await enqueueEmail(tx, secondFactorOn(member))
    await endSessions(tx, member.id, member.sessionId)
    return { ok: true, codes }
  })
}

/** Replaces the backup codes and returns the new ones. `typedCode`: a code of the app or a backup code. */
export async function renewBackupCodes(
  member: Member,
  typedCode: string,
): Promise<AccountOutcome<{ codes: string[] }>> {
  const proof = await checkCode(member.id, typedCode)
  if ('ok' in proof) return proof
  const codes = newBackupCodes()
  const hashes = await hashBackupCodes(codes)
  return inTransaction(async (tx) => {
    if (!(await consumeProof(tx, member.id, proof))) return refuse('wrong-code')
    await replaceBackupCodes(tx, member.id, hashes)
    const details = { cause: 'new_backup_codes' } as const
    await record(tx, member, { action: 'update', entity: 'profiles', id: member.id, details })
    await enqueueEmail(tx, backupCodesRenewed(member))
    return { ok: true, codes }
  })
}

/** Turns the second factor off. `typedCode`: a code of the app or a backup code. */
export async function deactivateSecondFactor(
  member: Member,
  password: string,
  typedCode: string,
): Promise<AccountOutcome> {
  const refused = await refuseWrongPassword(member, password)
  if (refused) return refused
  const proof = await checkCode(member.id, typedCode)
  if ('ok' in proof) return proof
  return inTransaction(async (tx) => {
    if (!(await consumeProof(tx, member.id, proof))) return refuse('wrong-code')
    await deleteSecondFactor(tx, member, member.id)
    await enqueueEmail(tx, secondFactorOff(member))
    return { ok: true }
  })
}

/** Removes the second factor of another person, who has lost phone and codes. The person's sessions end. */
export async function removeSecondFactor(admin: Admin, personId: string): Promise<AccountOutcome> {
  if (personId === admin.id) return refuse('own-second-factor')
  return inTransaction(async (tx) => {
    const locked = await lockPersonFor(tx, admin, personId)
    return locked.ok ? removeAndNotify(tx, admin, locked.person) : locked
  })
}

/** Removes the second factor of the person with this e-mail, for programs on the server. The person's sessions end. */
export async function removeSecondFactorFromConsole(email: string): Promise<AccountOutcome> {
  return inTransaction(async (tx) => {
    const hasEmail = eq(profiles.email, normalEmail(email))
    const [person] = await tx.select().from(profiles).where(hasEmail).for('update')
    return person ? removeAndNotify(tx, SYSTEM, person) : refuse('unknown-person')
  })
}

async function removeAndNotify(tx: Transaction, actor: Actor, person: typeof profiles.$inferSelect) {
  if (!(await deleteSecondFactor(tx, actor, person.id))) return refuse('second-factor-off')
  await endSessions(tx, person.id)
  await enqueueEmail(tx, secondFactorRemoved(person))
  return { ok: true } as const
}

async function replaceBackupCodes(tx: Transaction, userId: string, hashes: string[]) {
  await tx.delete(backupCodes).where(eq(backupCodes.userId, userId))
  await tx.insert(backupCodes).values(hashes.map((hash) => ({ userId, hash })))
}

/**
 * Deletes the second factor; the database deletes its backup codes with it. Also deletes the tokens whose value is the
 * id of the person, such as that of a sign-in that waits for a code. False without a second factor.
 */
async function deleteSecondFactor(tx: Transaction, actor: Actor, userId: string): Promise<boolean> {
  const { rowCount } = await tx.delete(secondFactors).where(eq(secondFactors.userId, userId))
  await tx.delete(verifications).where(eq(verifications.value, userId))
  if (rowCount === 1) await recordSecondFactorChange(tx, actor, userId, { isOn: false })
  return rowCount === 1
}

async function recordSecondFactorChange(
  tx: Transaction,
  actor: Actor,
  id: string,
  { isOn }: { isOn: boolean },
) {
  const details = { old: { secondFactor: !isOn }, new: { secondFactor: isOn } }
  await record(tx, actor, { action: 'update', entity: 'profiles', id, details })
}
