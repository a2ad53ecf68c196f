import { eq } from 'drizzle-orm'
import { record } from '../../audit/record.server'
import { inTransaction, type Transaction } from '../../database/client.server'
import { profiles } from '../../database/schema'
import { enqueueEmail } from '../../mail/outbox.server'
import { env } from '../../runtime/env.server'
import { madeAdministrator, noLongerAdministrator } from '../emails'
import { endSessions, heldFor, recoverUrl } from '../people.server'
import {
  type Admin,
  AUTH_PATHS,
  mayDemote,
  mayPromote,
  normalEmail,
  type Refused,
  type Role,
  refuse,
} from '../rules'

const LINKS = {
  signInUrl: env.publicOrigin + AUTH_PATHS.signIn,
  recoverUrl,
}

type Person = typeof profiles.$inferSelect

/**
 * An administrator makes a person one too, whose address is confirmed. The person signs in anew, with a password
 * that is long enough for an administrator, and is told by letter.
 */
export async function promote(admin: Admin, personId: string): Promise<{ ok: true } | Refused> {
  return inTransaction(async (tx) => {
    const held = await heldFor(tx, admin, personId)
    return held.ok ? raise(tx, admin, held.person) : held
  })
}

/** As `promote`, by whoever runs a program on the server itself; who is one already stays one, undisturbed. */
export async function promoteFromConsole(email: string): Promise<{ ok: true } | Refused> {
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
): Promise<{ ok: true } | Refused> {
  if (!person) return refuse('unknown-person')
  const decision = mayPromote(person)
  if (!decision.ok) return decision
  await change(tx, actor, person, 'admin')
  await enqueueEmail(tx, madeAdministrator({ ...person, ...LINKS }))
  return { ok: true }
}

/**
 * An administrator takes the role from a person, perhaps from themselves, as long as another remains. All sessions
 * of that person end; the person is told by letter.
 */
export async function demote(admin: Admin, personId: string): Promise<{ ok: true } | Refused> {
  return inTransaction(async (tx) => {
    const held = await heldFor(tx, admin, personId)
    if (!held.ok) return held
    const { person, administrators } = held
    const decision = mayDemote(person, administrators.length)
    if (!decision.ok) return decision
    await change(tx, admin, person, 'member')
    await enqueueEmail(tx, noLongerAdministrator({ ...person, ...LINKS }))
    return { ok: true }
  })
}

/** Writes the role and its audit entry. Every session ends: none of them knows the new role. */
async function change(tx: Transaction, actor: Admin | null, { id, role }: Person, to: Role) {
  await tx.update(profiles).set({ role: to, updatedAt: new Date() }).where(eq(profiles.id, id))
  await endSessions(tx, id)
  const details = { old: { role }, new: { role: to } }
  await record(tx, actor, { action: 'update', entity: 'profiles', id, details })
}
