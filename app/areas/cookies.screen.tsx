import { COOKIES } from '../content/legal'
import { LegalPage } from './legal-page'

export const handle = { plain: true }

export default function Cookies() {
  return <LegalPage path="/cookie-policy" {...COOKIES} />
}
