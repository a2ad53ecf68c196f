import { href } from 'react-router'
import type { LegalName } from '../content/legal.rules'
import { FIRST_LEGAL_VERSIONS } from '../content/legal-texts'
import { today } from '../runtime/clock'
import {
  formerVersions,
  isPublishedVersion,
  type LegalVersion,
  versionAt,
  versionOn,
} from './legal-versions.rules'

/** The published versions that this process has read, by page. A page without an entry shows its first version. */
let published = new Map<LegalName, LegalVersion[]>()

/** Makes these the published versions that this process shows. */
export function replaceLegalVersions(rows: readonly (LegalVersion & { page: LegalName })[]) {
  published = Map.groupBy(rows, ({ page }) => page)
}

/** Returns version 1 of a page, which comes with the program and is in force until the office publishes one. */
export function firstLegalVersion(page: LegalName): LegalVersion {
  const { text, inForceFrom } = FIRST_LEGAL_VERSIONS[page]
  return { number: 1, text, inForceFrom, publishedAt: new Date(`${inForceFrom}T00:00:00Z`) }
}

/** Returns the published ones of the rows of a page; before the first publication only version 1. */
export function publishedAmong<Row extends Parameters<typeof isPublishedVersion>[0]>(
  page: LegalName,
  rows: readonly Row[],
) {
  const versions = rows.filter(isPublishedVersion)
  return versions.length > 0 ? versions : [firstLegalVersion(page)]
}

/** Returns all published versions of a page, also those that are not yet in force. */
const publishedLegalVersions = (page: LegalName): LegalVersion[] =>
  published.get(page) ?? [firstLegalVersion(page)]

/** Returns what a legal page shows today. `former`: the replaced versions. */
export function legalPageNow(page: LegalName) {
  const [versions, day] = [publishedLegalVersions(page), today()]
  const { number, text, inForceFrom } = versionOn(versions, day) ?? firstLegalVersion(page)
  return { number, text, inForceFrom, former: formerVersions(versions, day) }
}

/** Returns a version that is or was in force; undefined for an unknown number or a version not yet in force. */
export function publicLegalVersion(page: LegalName, number: number): LegalVersion | undefined {
  return publishedLegalVersions(page).find(
    (version) => version.number === number && version.inForceFrom <= today(),
  )
}

/**
 * Returns the privacy notice that the site showed at a moment, with its address. `accepted`: the `inForceFrom` of the
 * notice that a person accepted; the result is null if no version has it.
 */
export function privacyNoticeAt(moment: Date, accepted?: string) {
  const page = 'privacy-policy'
  const versions = publishedLegalVersions(page).filter(
    ({ inForceFrom }) => !accepted || inForceFrom === accepted,
  )
  const version = versionAt(versions, moment, today(moment))
  if (!version) return null
  const { number, inForceFrom } = version
  const address = href('/pagine-legali/:page/:number', { page, number: String(number) })
  return { number, inForceFrom, address }
}
