import { createHmac, timingSafeEqual } from 'node:crypto'
import { secretFor } from './secret.server'

/** The present moment, signed, to travel in a form: `<milliseconds since 1970>.<signature>`. */
export async function stamp(now = Date.now()): Promise<string> {
  return `${now}.${await signature(String(now))}`
}

/** Seconds since a stamp was made; null when it is none of ours. */
export async function stampAge(text: string, now = Date.now()): Promise<number | null> {
  const [moment = '', signed = ''] = text.split('.')
  const [given, right] = [Buffer.from(signed), Buffer.from(await signature(moment))]
  if (given.length !== right.length || !timingSafeEqual(given, right)) return null
  return (now - Number(moment)) / 1000
}

async function signature(moment: string): Promise<string> {
  return createHmac('sha256', await secretFor('stamp'))
    .update(moment)
    .digest('base64url')
}
