import { PRIVACY } from '../../content/legal'
import { LegalPage } from './legal-page'
import { PRIVACY_SECTIONS } from './privacy'

export const handle = { plain: true }

export default function Privacy() {
  return <LegalPage text={PRIVACY} sections={PRIVACY_SECTIONS} />
}
