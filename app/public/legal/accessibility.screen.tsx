import { ACCESSIBILITY } from '../../content/legal'
import { ACCESSIBILITY_SECTIONS } from './accessibility'
import { LegalPage } from './legal-page'

export const handle = { plain: true }

export default function Accessibility() {
  return <LegalPage text={ACCESSIBILITY} sections={ACCESSIBILITY_SECTIONS} />
}
