import { sign, verifySignature } from '../database/secret.server'
import { siteSettings } from '../site/settings'

const PURPOSE = 'form timestamp'
/** Seconds that a person needs at least to fill in a form. */
const FASTEST_PERSON = 2

/** The refusal of a form that a robot seems to have sent, in words for a person who was too fast. */
export const tooFastSentence = () =>
  `Il modulo non è partito: attendi qualche secondo e invia di nuovo. Se non basta, scrivi a ${siteSettings().company.email}.`

/** Returns the signed time of rendering a form, for a hidden field: `<epoch milliseconds>.<signature>`. */
export async function createFormTimestamp(now = Date.now()): Promise<string> {
  return sign(PURPOSE, String(now))
}

/** Returns the seconds since the form was rendered; null for a wrong signature. */
export async function readFormAge(timestamp: string, now = Date.now()): Promise<number | null> {
  const moment = await verifySignature(PURPOSE, timestamp)
  return moment === null ? null : (now - Number(moment)) / 1000
}

/**
 * Whether a robot seems to have sent a form of this age (`readFormAge`): sooner than `FASTEST_PERSON`, without a signed
 * time, or with the hidden field `fax` of `AgainstRobots` filled in.
 */
export const isFromRobot = (form: FormData, age: number | null) =>
  age === null || age < FASTEST_PERSON || Boolean(form.get('fax'))
