import { PRIVACY } from '../../content/legal'
import { siteSettings } from '../../site/settings'
import { LegalPage } from './legal-page'
import { privacySections } from './privacy'

export const handle = { plain: true }

export default function Privacy() {
  return (
    <LegalPage
      text={PRIVACY}
      description={`Come ${siteSettings().company.name} tratta i dati di chi visita il sito, si registra e chiede di iscriversi.`}
      keywords={['privacy', 'dati personali', 'GDPR', siteSettings().company.name]}
      sections={privacySections()}
    />
  )
}
