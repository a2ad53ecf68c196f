import { siteSettings } from '../../site/settings'
import type { Route } from './+types/privacy.screen'
import { readLegalPage } from './legal-facts.server'
import { LegalPage } from './legal-page'

export const handle = { scriptless: true }

export function loader() {
  return readLegalPage('privacy-policy')
}

export default function Privacy({ loaderData }: Route.ComponentProps) {
  return (
    <LegalPage
      page="privacy-policy"
      version={loaderData}
      description={`Come ${siteSettings().company.name} tratta i dati di chi visita il sito, si registra e chiede di iscriversi.`}
      keywords={['privacy', 'dati personali', 'GDPR', siteSettings().company.name]}
    />
  )
}
