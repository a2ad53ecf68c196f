import { eq } from 'drizzle-orm'
import { record } from '../../audit/record.server'
import { company } from '../../content/company'
import { inTransaction, type Transaction } from '../../database/client.server'
import { profiles, recoveryCodes, secondFactors, verifications } from '../../database/schema'
import { enqueueEmail } from '../../mail/outbox.server'
import { seal, unseal } from '../../runtime/secret.server'
import { passwordRefused } from '../guard.server'
import { endSessions, heldFor, lockPerson, renewSession } from '../people.server'
import { type Admin, type Member, normalEmail, type Refused, refuse, type Visitor } from '../rules'
import { recoveryCodesRenewed, secondFactorOff, secondFactorOn, secondFactorRemoved } from './emails'
import { counted, keep, keyUri, newKey, newRecoveryCodes, proofIn, spend, stepOf } from './proof.server'
import { secondFactorOf } from './queries.server'
import { SETUP_MINUTES } from './rules'

const SETUP = 'second factor setup'

/** A key that waits for its first code: `setup` is the same, sealed for the member, to travel in the form. */
export type Setup = { setup: string; key: string; uri: string }

/** A member wants a second factor, and knows the password. Nothing is written until the app's first code. */
export async function beginSecondFactor(
  member: Member,
  password: string,
): Promise<({ ok: true } & Setup) | Refused> {
  if (await secondFactorOf(member)) return refuse('second-factor-on')
  const refused = await passwordRefused(member, password)
  if (refused) return refused
  const key = newKey()
  return { ok: true, ...setupOf(member, key), setup: await seal(SETUP, member.id, `${Date.now()} ${key}`) }
}

const setupOf = (member: Member, key: string) => ({
  key,
  uri: keyUri(key, { issuer: company.name, email: member.email }),
})

/** The setup that a form brings back, to be shown once more; null when it is none of ours, or too old. */
export async function setupIn(member: Member, setup: string): Promise<Setup | null> {
  const [begun, key] = (await unseal(SETUP, member.id, setup))?.split(' ') ?? []
  if (!key || Date.now() - Number(begun) > SETUP_MINUTES * 60_000) return null
  return { ...setupOf(member, key), setup }
}

/** The recovery codes, which are told once; `headers` has the session's new cookie. */
type Activated = { ok: true; codes: string[]; headers: Headers }

/** A member's app gives the right code: the second factor is on. Other sessions end, for they were begun without. */
export async function activateSecondFactor(
  member: Member,
  setup: string,
  typed: string,
  visitor: Visitor,
): Promise<Activated | Refused> {
  const begun = await setupIn(member, setup)
  if (!begun) return refuse('setup-expired')
  if (await secondFactorOf(member)) return refuse('second-factor-on')
  const step = await counted(`code-setup ${member.id}`, async () => stepOf(begun.key, typed))
  if (typeof step !== 'number') return step

  const [secret, { codes, hashes }] = await Promise.all([keep(member.id, begun.key), newRecoveryCodes()])
  return inTransaction(async (tx) => {
    await lockPerson(tx, member.id, 'update')
    const row = { userId: member.id, secret, lastStep: step }
    const { rowCount } = await tx.insert(secondFactors).values(row).onConflictDoNothing()
    if (rowCount !== 1) return refuse('second-factor-on')
    await replaceCodes(tx, member.id, hashes)
    await recordChange(tx, member, member.id, true)
    await enqueueEmail(tx, secondFactorOn(member))
    return { ok: true, codes, headers: await renewSession(tx, member, visitor) }
  })
}

/** A member makes ten new recovery codes, those before die. Asks for a code, of the app or the last one left. */
export async function renewRecoveryCodes(
  member: Member,
  typed: string,
): Promise<{ ok: true; codes: string[] } | Refused> {
  const proof = await proofIn(member.id, typed)
  if ('ok' in proof) return proof
  const { codes, hashes } = await newRecoveryCodes()
  return inTransaction(async (tx) => {
    if (!(await spend(tx, member.id, proof))) return refuse('wrong-code')
    await replaceCodes(tx, member.id, hashes)
    const details = { reason: 'nuovi codici di recupero' }
    await record(tx, member, { action: 'update', entity: 'profiles', id: member.id, details })
    await enqueueEmail(tx, recoveryCodesRenewed(member))
    return { ok: true, codes }
  })
}

/** A member goes back to the password alone; it is asked for, and so is a code. */
export async function deactivateSecondFactor(
  member: Member,
  password: string,
  typed: string,
): Promise<{ ok: true } | Refused> {
  const refused = await passwordRefused(member, password)
  if (refused) return refused
  const proof = await proofIn(member.id, typed)
  if ('ok' in proof) return proof
  return inTransaction(async (tx) => {
    if (!(await spend(tx, member.id, proof))) return refuse('wrong-code')
    await drop(tx, member, member.id)
    await enqueueEmail(tx, secondFactorOff(member))
    return { ok: true }
  })
}

/** An administrator takes it from somebody who has lost phone and codes, whose sessions end. Never from themselves. */
export async function removeSecondFactor(admin: Admin, personId: string): Promise<{ ok: true } | Refused> {
  if (personId === admin.id) return refuse('own-second-factor')
  return inTransaction(async (tx) => {
    const held = await heldFor(tx, admin, personId)
    return held.ok ? remove(tx, admin, held.person) : held
  })
}

/** As `removeSecondFactor`, by whoever runs a program on the server itself: for the last administrator. */
export async function removeSecondFactorFromConsole(email: string): Promise<{ ok: true } | Refused> {
  return inTransaction(async (tx) => {
    const named = eq(profiles.email, normalEmail(email))
    const [person] = await tx.select().from(profiles).where(named).for('update')
    return person ? remove(tx, null, person) : refuse('unknown-person')
  })
}

async function remove(tx: Transaction, actor: Admin | null, person: typeof profiles.$inferSelect) {
  if (!(await drop(tx, actor, person.id))) return refuse('second-factor-off')
  await endSessions(tx, person.id)
  await enqueueEmail(tx, secondFactorRemoved(person))
  return { ok: true } as const
}

async function replaceCodes(tx: Transaction, userId: string, hashes: string[]) {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await tx.insert(recoveryCodes).values(hashes.map((hash) => ({ userId, hash })))
}

/** False if there is none. The recovery codes go with it, and the ticket of whoever was about to write a code. */
async function drop(tx: Transaction, actor: { id: string } | null, userId: string): Promise<boolean> {
  const { rowCount } = await tx.delete(secondFactors).where(eq(secondFactors.userId, userId))
  await tx.delete(verifications).where(eq(verifications.value, userId))
  if (rowCount === 1) await recordChange(tx, actor, userId, false)
  return rowCount === 1
}

async function recordChange(tx: Transaction, actor: { id: string } | null, id: string, on: boolean) {
  const details = { old: { secondFactor: !on }, new: { secondFactor: on } }
  await record(tx, actor, { action: 'update', entity: 'profiles', id, details })
}
