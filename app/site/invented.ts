import { FIRST_COMPANY, FIRST_OFFICES } from '../content/company'
import { isExamplePerson } from '../content/settings.rules'
import { siteSettings } from './settings'

/** Addresses at the domains that nobody can own. */
const EXAMPLE_DOMAIN = /(?:^|[@/.])example\.(?:org|com|net)\b/i

/** Whether the team of 'Chi siamo' still contains an example. */
export const hasTeamExamples = () => siteSettings().team.some(isExamplePerson)

/**
 * Returns the paths of settings that are still invented: data of the company and of offices, such as
 * 'offices.0.street', and 'team' for examples in the team. A public site may not show them. A text counts as invented
 * only if a new site has it or it names an example domain, since true data may contain 'esempio' or many zeros.
 */
export function inventedData(): string[] {
  const { legalName, phone, vat, rea, registeredOffice, signatory } = FIRST_COMPANY
  const streets = FIRST_OFFICES.map(({ street }) => street)
  const inventedTexts = [legalName, phone, vat, rea, registeredOffice, signatory, ...streets]
  const isInvented = (text: string) => inventedTexts.includes(text) || EXAMPLE_DOMAIN.test(text)
  const inventedPaths = (values: object, path: string) =>
    Object.entries(values).flatMap(([key, value]) => (isInvented(String(value)) ? `${path}.${key}` : []))
  const { company, offices } = siteSettings()
  return [
    ...inventedPaths(company, 'company'),
    ...offices.flatMap((office, place) => inventedPaths(office, `offices.${place}`)),
    ...(hasTeamExamples() ? ['team'] : []),
  ]
}
