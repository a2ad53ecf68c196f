import { passwordProofCookie } from '../app/accounts/one-time-tokens.server'
import type { Member } from '../app/accounts/rules'
import { findMember } from '../app/accounts/session/session.server'
import { signIn } from '../app/accounts/sign-in/commands.server'
import { activateSecondFactor, beginSecondFactor } from '../app/accounts/two-factor/commands.server'
import { db } from '../app/database/client.server'
import { secondFactors } from '../app/database/schema'
import { codeOf } from './codes'
import { aContext, aRequest, aVisitor, cookieOf, PASSWORD, sentBack } from './people'

/** Activates a second factor: key, used code, backup codes and session cookie. */
export async function withSecondFactor(member: Member) {
  const cookie = await cookieOf(member.email)
  const here = (await findMember(aRequest('/', cookie), aContext())) ?? member
  const begun = await beginSecondFactor(member, PASSWORD)
  if (!begun.ok) throw new Error(begun.refusal)
  const used = codeOf(begun.key)
  const on = await activateSecondFactor(here, begun.sealedSetup, used)
  if (!on.ok) throw new Error(on.refusal)
  return { key: begun.key, used, codes: on.codes, cookie }
}

/** The current code is accepted again. */
export async function aWhileLater() {
  await db.update(secondFactors).set({ lastStep: 0 })
}

/** The one-time token after a correct password. */
export async function ticketOf(email: string, visitor = aVisitor()): Promise<string> {
  const entered = await signIn(visitor, { email, password: PASSWORD })
  if (!entered.ok || !('codeAsked' in entered)) throw new Error('No code was asked for')
  return (await passwordProofCookie.read(aRequest('/', sentBack(entered.headers)))) ?? ''
}
