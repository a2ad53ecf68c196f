import { PRIVACY } from '../content/legal'
import { PRIVACY_SECTIONS } from '../content/privacy'
import { LegalPage } from './legal-page'

export const handle = { plain: true }

export default function Privacy() {
  return <LegalPage text={PRIVACY} sections={PRIVACY_SECTIONS} />
}
