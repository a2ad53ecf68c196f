import { randomBytes } from 'node:crypto'
import { href } from 'react-router'
import { FORMATS, ONLINE_PLACE } from '../courses/rules'
import type { courses } from '../database/schema'
import { type CertificateFacts, issuerOf } from '../papers/rules'
import { env } from '../runtime/env.server'
import { siteSettings } from '../site/settings'
import type { CertificateCandidate } from './candidates.queries.server'
import { CODE_ALPHABET } from './rules'

/** Makes a new code for the public address of an attestato: 130 random bits, five in each of its 26 letters. */
export const newCode = () =>
  Array.from(randomBytes(26), (byte) => CODE_ALPHABET.charAt(byte % CODE_ALPHABET.length)).join('')

/** Returns the address of the page that verifies attestati, to be typed, without its scheme: 'example.org/verifica'. */
export function verificationPage(): string {
  return (env.publicOrigin + href('/verifica')).replace(/^https?:\/\//, '')
}

type Course = Pick<
  typeof courses.$inferSelect,
  'title' | 'slug' | 'theme' | 'format' | 'place' | 'startDate' | 'endDate' | 'teachers'
>

/**
 * Returns all that an attestato shows. `day`: of issue, YYYY-MM-DD; `replaces`: the number of the attestato that it
 * replaces, null if it replaces none.
 */
export function certificateFactsOf(
  { firstName, lastName, attended, requirement }: CertificateCandidate,
  { title, slug, theme, format, place, startDate, endDate, teachers }: Course,
  { number, code, day, replaces }: { number: string; code: string; day: string; replaces: string | null },
): CertificateFacts {
  const { planned, threshold } = requirement
  return {
    number,
    issuedOn: day,
    replaces,
    verificationUrl: env.publicOrigin + href('/v/:code', { code }),
    verificationPage: verificationPage(),
    firstName,
    lastName,
    course: { title, slug, theme, format },
    mode: format && FORMATS[format].toLowerCase(),
    place: place === ONLINE_PLACE ? null : place,
    period: startDate ? { first: startDate, last: endDate ?? startDate } : null,
    teachers: teachers.map(({ name }) => name),
    attendance: planned === null ? null : { attended, planned, threshold },
    outcome: 'Completato',
    ...issuerOf(siteSettings().company),
  }
}
