import { siteSettings } from '../../site/settings'
import type { Route } from './+types/accessibility.screen'
import { readLegalPage } from './legal-facts.server'
import { LegalPage } from './legal-page'

export const handle = { scriptless: true }

export function loader() {
  return readLegalPage('accessibilita')
}

export default function Accessibility({ loaderData }: Route.ComponentProps) {
  return (
    <LegalPage
      page="accessibilita"
      version={loaderData}
      description={`Quanto è accessibile il sito di ${siteSettings().company.name}, come lo abbiamo verificato e a chi segnalare un ostacolo.`}
      keywords={['accessibilità', 'WCAG', siteSettings().company.name]}
    />
  )
}
