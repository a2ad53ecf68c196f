import { company } from '../../content/company'
import { PRIVACY } from '../../content/legal'
import { LegalPage } from './legal-page'
import { PRIVACY_SECTIONS } from './privacy'

export const handle = { plain: true }

export default function Privacy() {
  return (
    <LegalPage
      text={PRIVACY}
      description={`Come ${company.name} tratta i dati di chi visita il sito, si registra e chiede di iscriversi.`}
      keywords={['privacy', 'dati personali', 'GDPR', company.name]}
      sections={PRIVACY_SECTIONS}
    />
  )
}
