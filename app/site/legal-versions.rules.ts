/** A published version of a legal page. `inForceFrom`: YYYY-MM-DD, perhaps to come. */
export type LegalVersion = { number: number; text: string; inForceFrom: string; publishedAt: Date }

/** In the order in which they come into force. */
function inOrderOfForce<Version extends Pick<LegalVersion, 'number' | 'inForceFrom'>>(
  versions: readonly Version[],
): Version[] {
  return versions.toSorted((a, b) => a.inForceFrom.localeCompare(b.inForceFrom) || a.number - b.number)
}

/** The version in force on a day; the first one before its own day. */
export function versionOn<Version extends Pick<LegalVersion, 'number' | 'inForceFrom'>>(
  versions: readonly Version[],
  day: string,
): Version | undefined {
  const ordered = inOrderOfForce(versions)
  return ordered.findLast(({ inForceFrom }) => inForceFrom <= day) ?? ordered[0]
}

/** The version that was on the site at a moment of a day: one published later with an earlier day was not. */
export function versionAt(versions: readonly LegalVersion[], moment: Date, day: string) {
  const published = versions.filter(({ publishedAt }) => publishedAt <= moment)
  return versionOn(published.length > 0 ? published : versions, day)
}

export type FormerVersion = { number: number; inForceFrom: string; replacedOn: string }

/** The versions that were in force before a day, the newest first, each with the day of the next. */
export function formerVersions(versions: readonly LegalVersion[], day: string): FormerVersion[] {
  const reached = inOrderOfForce(versions).filter(({ inForceFrom }) => inForceFrom <= day)
  return reached
    .slice(0, -1)
    .map(({ number, inForceFrom }, at) => ({
      number,
      inForceFrom,
      replacedOn: reached[at + 1]?.inForceFrom ?? inForceFrom,
    }))
    .reverse()
}
