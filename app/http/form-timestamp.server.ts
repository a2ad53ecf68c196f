import { sign, verified } from '../runtime/secret.server'

const PURPOSE = 'form timestamp'

/** The present moment, signed, for a hidden field: `<milliseconds since 1970>.<signature>`. */
export async function formTimestamp(now = Date.now()): Promise<string> {
  return sign(PURPOSE, String(now))
}

/** Seconds since a form was rendered; null where its timestamp is not one of ours. */
export async function formAge(timestamp: string, now = Date.now()): Promise<number | null> {
  const moment = await verified(PURPOSE, timestamp)
  return moment === null ? null : (now - Number(moment)) / 1000
}
