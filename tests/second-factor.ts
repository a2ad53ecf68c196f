import { codeToken } from '../app/accounts/one-time-tokens.server'
import type { Member } from '../app/accounts/rules'
import { signIn } from '../app/accounts/sign-in.commands.server'
import { activateSecondFactor, beginSecondFactor } from '../app/accounts/two-factor/commands.server'
import { db } from '../app/database/client.server'
import { secondFactors } from '../app/database/schema'
import { codeOf } from './codes'
import { aRequest, aVisitor, PASSWORD, sentBack } from './people'

/** Sets up a member's second factor: the key in their app, the code that was used, the recovery codes, the new cookie. */
export async function withSecondFactor(member: Member) {
  const begun = await beginSecondFactor(member, PASSWORD)
  if (!begun.ok) throw new Error(begun.refusal)
  const used = codeOf(begun.key)
  const on = await activateSecondFactor(member, begun.setup, used, aVisitor())
  if (!on.ok) throw new Error(on.refusal)
  return { key: begun.key, used, codes: on.codes, cookie: sentBack(on.headers) }
}

/** As if half a minute had gone by since the last code: the present one is accepted again. */
export async function aWhileLater() {
  await db.update(secondFactors).set({ lastStep: 0 })
}

/** Writes the right password; gives the ticket for the code. */
export async function ticketOf(email: string, visitor = aVisitor()): Promise<string> {
  const entered = await signIn(visitor, { email, password: PASSWORD })
  if (!entered.ok || !('codeAsked' in entered)) throw new Error('No code was asked for')
  return (await codeToken.read(aRequest('/', sentBack(entered.headers)))) ?? ''
}
