import { isExamplePerson } from '../content/settings.rules'
import { siteSettings } from './settings'

/** Invented data of `content/company.ts`: addresses at example.org, the word 'esempio', and numbers with five zeros. */
const INVENTED_TEXT = /example\.(org|com|net)|esempio|0{5,}/i

/** Whether the team of 'Chi siamo' still contains an example. */
export const hasTeamExamples = () => siteSettings().team.some(isExamplePerson)

/**
 * Returns the paths of settings that are still invented: data of the company and of offices, such as
 * 'offices.0.street', and 'team' for examples in the team. A public site may not show them.
 */
export function inventedData(): string[] {
  const inventedPaths = (value: unknown, path: string[]): string[] => {
    if (typeof value === 'string') return INVENTED_TEXT.test(value) ? [path.join('.')] : []
    if (typeof value !== 'object' || value === null) return []
    // The id of an office is random: it may have five zeros in a row.
    return Object.entries(value).flatMap(([key, inner]) =>
      key === 'id' ? [] : inventedPaths(inner, [...path, key]),
    )
  }
  const { company, offices } = siteSettings()
  return [...inventedPaths({ company, offices }, []), ...(hasTeamExamples() ? ['team'] : [])]
}
