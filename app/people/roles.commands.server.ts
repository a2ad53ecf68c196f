import { eq } from 'drizzle-orm'
import { madeAdministrator, noLongerAdministrator } from '../accounts/emails'
import { AUTH_PATHS } from '../accounts/pages.rules'
import { endSessions, lockPersonFor, recoverUrl } from '../accounts/people.server'
import type { AccountOutcome } from '../accounts/refusals.rules'
import { type Admin, mayDemote, mayPromote, normalEmail, type Role } from '../accounts/rules'
import { record } from '../audit/record.server'
import { inTransaction, type Transaction } from '../database/client.server'
import { profiles } from '../database/schema'
import { enqueueEmail } from '../mail/outbox.server'
import { env } from '../runtime/env.server'
import { refuse } from '../runtime/outcome.rules'

const LINKS = {
  signInUrl: env.publicOrigin + AUTH_PATHS.signIn,
  recoverUrl,
}

type Person = typeof profiles.$inferSelect

/** Needs a confirmed person. Their sessions end: the next sign-in asks for a longer password. */
export async function promote(admin: Admin, personId: string): Promise<AccountOutcome> {
  return inTransaction(async (tx) => {
    const locked = await lockPersonFor(tx, admin, personId)
    return locked.ok ? raise(tx, admin, locked.person) : locked
  })
}

/** For programs on the server. Does nothing for an administrator. */
export async function promoteFromConsole(email: string): Promise<AccountOutcome> {
  return inTransaction(async (tx) => {
    const named = eq(profiles.email, normalEmail(email))
    const [person] = await tx.select().from(profiles).where(named).for('update')
    return person?.role === 'admin' ? { ok: true } : raise(tx, null, person)
  })
}

async function raise(
  tx: Transaction,
  actor: Admin | null,
  person: Person | undefined,
): Promise<AccountOutcome> {
  if (!person) return refuse('unknown-person')
  const decision = mayPromote(person)
  if (!decision.ok) return decision
  await change(tx, actor, person, 'admin')
  await enqueueEmail(tx, madeAdministrator({ ...person, ...LINKS }))
  return { ok: true }
}

/** Takes the role away, also from oneself, if another administrator remains. All sessions end. */
export async function demote(admin: Admin, personId: string): Promise<AccountOutcome> {
  return inTransaction(async (tx) => {
    const locked = await lockPersonFor(tx, admin, personId)
    if (!locked.ok) return locked
    const { person, administrators } = locked
    const decision = mayDemote(person, administrators.length)
    if (!decision.ok) return decision
    await change(tx, admin, person, 'member')
    await enqueueEmail(tx, noLongerAdministrator({ ...person, ...LINKS }))
    return { ok: true }
  })
}

/** All sessions end, since they carry the old role. */
async function change(tx: Transaction, actor: Admin | null, { id, role }: Person, to: Role) {
  await tx.update(profiles).set({ role: to, updatedAt: new Date() }).where(eq(profiles.id, id))
  await endSessions(tx, id)
  const details = { old: { role }, new: { role: to } }
  await record(tx, actor, { action: 'update', entity: 'profiles', id, details })
}
