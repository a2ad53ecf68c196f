import { ACCESSIBILITY } from '../../content/legal'
import { siteSettings } from '../../site/settings'
import { accessibilitySections } from './accessibility'
import { LegalPage } from './legal-page'

export const handle = { plain: true }

export default function Accessibility() {
  return (
    <LegalPage
      text={ACCESSIBILITY}
      description={`Quanto è accessibile il sito di ${siteSettings().company.name}, come lo abbiamo verificato e a chi segnalare un ostacolo.`}
      keywords={['accessibilità', 'WCAG', siteSettings().company.name]}
      sections={accessibilitySections()}
    />
  )
}
