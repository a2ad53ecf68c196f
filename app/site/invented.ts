import { siteSettings } from './settings'

const INVENTED = /example\.(org|com|net)|esempio|0{5,}/i

/** Whether the team of 'Chi siamo' still contains an example. */
export const isTeamInvented = () => siteSettings().team.some(({ id }) => id.startsWith('esempio-'))

/**
 * Returns the paths of settings that are still invented: data of the company and of offices, such as
 * 'offices.0.street', and 'team' for examples in the team. A public site may not show them.
 */
export function inventedData(): string[] {
  const search = (value: unknown, path: string[]): string[] => {
    if (typeof value === 'string') return INVENTED.test(value) ? [path.join('.')] : []
    if (typeof value !== 'object' || value === null) return []
    // The id of an office is random, and may have five zeros in a row.
    return Object.entries(value).flatMap(([key, inner]) =>
      key === 'id' ? [] : search(inner, [...path, key]),
    )
  }
  const { company, offices } = siteSettings()
  return [...search({ company, offices }, []), ...(isTeamInvented() ? ['team'] : [])]
}
