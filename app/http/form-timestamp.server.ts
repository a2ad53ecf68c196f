import type { RouterContextProvider } from 'react-router'
import { secretFor, signedWith, verified } from '../runtime/secret.server'
import { requestContext } from './request-context.server'

/** The present moment, signed, to travel in a form: `<milliseconds since 1970>.<signature>`. */
export async function stamp(now = Date.now()): Promise<string> {
  return stampWith(await secretFor('stamp'), now)
}

/** A stamp for a form of this answer; where the page is kept, each further answer gets one of its own. */
export async function ownStamp(context: Readonly<RouterContextProvider>): Promise<string> {
  const secret = await secretFor('stamp')
  const another = () => stampWith(secret, Date.now())
  const made = another()
  context.get(requestContext).own.set(made, another)
  return made
}

/** Seconds since a stamp was made; null when it is none of ours. */
export async function stampAge(text: string, now = Date.now()): Promise<number | null> {
  const moment = await verified('stamp', text)
  return moment === null ? null : (now - Number(moment)) / 1000
}

let latest = { secret: '', now: 0, text: '' }

/** Signing takes longer than all the rest of an answer that is kept, and one moment has one signature. */
function stampWith(secret: string, now: number): string {
  if (latest.now !== now || latest.secret !== secret)
    latest = { secret, now, text: signedWith(secret, String(now)) }
  return latest.text
}
