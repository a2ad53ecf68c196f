import { withArticle } from '../italian/articles'
import { formatDate } from '../italian/dates'

/** A published version of a legal page. `inForceFrom`: YYYY-MM-DD, possibly a later day than today. */
export type LegalVersion = { number: number; text: string; inForceFrom: string; publishedAt: Date }

type StoredVersion = { inForceFrom: string | null; publishedAt: Date | null }

/** Whether a stored version is published. Then it has a day. */
export const isPublishedVersion = <Row extends StoredVersion>(
  row: Row,
): row is Row & { inForceFrom: string; publishedAt: Date } =>
  row.publishedAt !== null && row.inForceFrom !== null

/** Sorts versions by the day from which they are in force, then by number. */
function inOrderOfForce<Version extends Pick<LegalVersion, 'number' | 'inForceFrom'>>(
  versions: readonly Version[],
): Version[] {
  return versions.toSorted((a, b) => a.inForceFrom.localeCompare(b.inForceFrom) || a.number - b.number)
}

/** Returns the version in force on a day, or the first one if none is in force yet; undefined without versions. */
export function versionOn<Version extends Pick<LegalVersion, 'number' | 'inForceFrom'>>(
  versions: readonly Version[],
  day: string,
): Version | undefined {
  const ordered = inOrderOfForce(versions)
  return ordered.findLast(({ inForceFrom }) => inForceFrom <= day) ?? ordered[0]
}

/**
 * Returns the version that the site showed at `moment`, which is on `day`. A version published after the moment is
 * ignored, even if it is in force from an earlier day; if all were published later, all count.
 */
export function versionAt(versions: readonly LegalVersion[], moment: Date, day: string) {
  const published = versions.filter(({ publishedAt }) => publishedAt <= moment)
  return versionOn(published.length > 0 ? published : versions, day)
}

/** A replaced version. `replacedOn`: YYYY-MM-DD, the day from which the next one is in force. */
export type FormerVersion = { number: number; inForceFrom: string; replacedOn: string }

/** Lists the versions that are replaced on a day, newest first. */
export function formerVersions(versions: readonly LegalVersion[], day: string): FormerVersion[] {
  const startedVersions = inOrderOfForce(versions).filter(({ inForceFrom }) => inForceFrom <= day)
  return startedVersions
    .slice(0, -1)
    .map(({ number, inForceFrom }, at) => ({
      number,
      inForceFrom,
      replacedOn: startedVersions[at + 1]?.inForceFrom ?? inForceFrom,
    }))
    .reverse()
}

/** 'dal 2 maggio 2025', or 'dal 2 maggio 2025, sostituita il 26 novembre 2026'. Days: YYYY-MM-DD. */
export function inForceInWords(inForceFrom: string, replacedOn: string | null): string {
  const from = withArticle('dal', formatDate(inForceFrom, 'd MMMM yyyy'))
  return replacedOn ? `${from}, sostituita ${withArticle('il', formatDate(replacedOn, 'd MMMM yyyy'))}` : from
}
