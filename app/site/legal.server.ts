import { href } from 'react-router'
import type { LegalName } from '../content/legal.rules'
import { FIRST_LEGAL_VERSIONS } from '../content/legal-texts'
import { today } from '../runtime/clock'
import { formerVersions, type LegalVersion, versionAt, versionOn } from './legal-versions.rules'

/** The published versions as this process has read them; pages without any show their first one. */
let published = new Map<LegalName, LegalVersion[]>()

export function keepLegalVersions(rows: readonly (LegalVersion & { page: LegalName })[]) {
  published = Map.groupBy(rows, ({ page }) => page)
}

/** Version 1 of a page, as long as the office has published none. */
export function firstLegalVersion(page: LegalName): LegalVersion {
  const { text, inForceFrom } = FIRST_LEGAL_VERSIONS[page]
  return { number: 1, text, inForceFrom, publishedAt: new Date(`${inForceFrom}T00:00:00Z`) }
}

/** Those that are still to come too. */
const publishedLegalVersions = (page: LegalName): LegalVersion[] =>
  published.get(page) ?? [firstLegalVersion(page)]

/** What a legal page shows now. */
export function legalPageNow(page: LegalName) {
  const [versions, day] = [publishedLegalVersions(page), today()]
  const { number, text, inForceFrom } = versionOn(versions, day) ?? firstLegalVersion(page)
  return { number, text, inForceFrom, former: formerVersions(versions, day) }
}

/** A version that is or was in force. */
export function legalVersionBefore(page: LegalName, number: number): LegalVersion | undefined {
  return publishedLegalVersions(page).find(
    (version) => version.number === number && version.inForceFrom <= today(),
  )
}

/** The privacy notice that was on the site at a moment, and its address. `accepted`: the day that was stored with it. */
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
