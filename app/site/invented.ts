import { siteSettings } from './settings'

const INVENTED = /example\.(org|com|net)|esempio|0{5,}/i

/** Whether 'Chi siamo' shows invented people. */
export const isTeamInvented = () => siteSettings().team.some(({ id }) => id.startsWith('esempio-'))

/** Paths of invented data, such as 'offices.0.street'; a public site shows none. */
export function inventedData(): string[] {
  const search = (value: unknown, path: string[]): string[] => {
    if (typeof value === 'string') return INVENTED.test(value) ? [path.join('.')] : []
    if (typeof value !== 'object' || value === null) return []
    return Object.entries(value).flatMap(([key, inner]) => search(inner, [...path, key]))
  }
  const { company, offices } = siteSettings()
  return [...search({ company, offices }, []), ...(isTeamInvented() ? ['team'] : [])]
}
