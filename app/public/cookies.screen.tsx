import { COOKIE_SECTIONS } from '../content/cookie-policy'
import { COOKIE_POLICY } from '../content/legal'
import { LegalPage } from './legal-page'

export const handle = { plain: true }

export default function Cookies() {
  return <LegalPage text={COOKIE_POLICY} sections={COOKIE_SECTIONS} />
}
