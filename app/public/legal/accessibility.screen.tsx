import { company } from '../../content/company'
import { ACCESSIBILITY } from '../../content/legal'
import { ACCESSIBILITY_SECTIONS } from './accessibility'
import { LegalPage } from './legal-page'

export const handle = { plain: true }

export default function Accessibility() {
  return (
    <LegalPage
      text={ACCESSIBILITY}
      description={`Quanto è accessibile il sito di ${company.name}, come lo abbiamo verificato e a chi segnalare un ostacolo.`}
      keywords={['accessibilità', 'WCAG', company.name]}
      sections={ACCESSIBILITY_SECTIONS}
    />
  )
}
