import { desc, eq, getTableColumns } from 'drizzle-orm'
import { fullName } from '../accounts/people.sql'
import type { Admin } from '../accounts/rules'
import type { LegalName } from '../content/legal.rules'
import { db } from '../database/client.server'
import { legalVersions, profiles } from '../database/schema'
import { today } from '../runtime/clock'
import { firstLegalVersion, publishedAmong } from '../site/legal.server'
import { formerVersions, versionOn } from '../site/legal-versions.rules'
import { pageRevision } from './legal.rules'

/** `coming`: published, in force from a later day; `former`: replaced by a version that is in force. */
export type VersionState = 'draft' | 'coming' | 'in-force' | 'former'

export type ListedVersion = {
  number: number
  text: string
  state: VersionState
  /** YYYY-MM-DD; null in a draft without a day. */
  inForceFrom: string | null
  /** YYYY-MM-DD, the day from which the next version is in force; null unless the version is replaced. */
  replacedOn: string | null
  /** Who saved the version; null if the account is deleted, or for version 1, which came with the program. */
  by: string | null
  /** When the version was published, or the draft saved; null for version 1. */
  at: Date | null
}

/**
 * Returns the versions of a page, newest first, the draft included. `current`: the version in force; `draft`: undefined
 * without one.
 */
export async function readLegalVersions(_admin: Admin, page: LegalName) {
  const rows = await db
    .select({ ...getTableColumns(legalVersions), by: fullName(profiles) })
    .from(legalVersions)
    .leftJoin(profiles, eq(profiles.id, legalVersions.savedBy))
    .where(eq(legalVersions.page, page))
    .orderBy(desc(legalVersions.number))
  const first = firstLegalVersion(page)
  const published = publishedAmong(page, rows)
  const { number, text, inForceFrom } = versionOn(published, today()) ?? first
  const former = new Map(formerVersions(published, today()).map((version) => [version.number, version]))
  const stateOf = (listed: number, isDraft: boolean): VersionState => {
    if (isDraft) return 'draft'
    if (listed === number) return 'in-force'
    return former.has(listed) ? 'former' : 'coming'
  }
  const versions = rows.map(
    ({ number, text, inForceFrom, publishedAt, savedAt, by }): ListedVersion => ({
      number,
      text,
      state: stateOf(number, !publishedAt),
      inForceFrom,
      replacedOn: former.get(number)?.replacedOn ?? null,
      by,
      at: number === first.number ? null : (publishedAt ?? savedAt),
    }),
  )
  if (!versions.some(({ number }) => number === first.number))
    versions.push({ ...first, state: 'in-force', replacedOn: null, by: null, at: null })
  return {
    versions,
    revision: pageRevision(rows),
    current: { number, text, inForceFrom },
    draft: versions.find(({ state }) => state === 'draft'),
  }
}
