import { sign, verified } from '../runtime/secret.server'

const PURPOSE = 'form timestamp'

/** `<epoch milliseconds>.<signature>`, for a hidden field. */
export async function formTimestamp(now = Date.now()): Promise<string> {
  return sign(PURPOSE, String(now))
}

/** Seconds since the form was rendered; null for a wrong signature. */
export async function formAge(timestamp: string, now = Date.now()): Promise<number | null> {
  const moment = await verified(PURPOSE, timestamp)
  return moment === null ? null : (now - Number(moment)) / 1000
}
