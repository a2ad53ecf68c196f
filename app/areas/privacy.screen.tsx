import { PRIVACY } from '../content/legal'
import { LegalPage } from './legal-page'

export const handle = { plain: true }

export default function Privacy() {
  return <LegalPage path="/privacy-policy" {...PRIVACY} />
}
