import { COOKIE_POLICY } from '../../content/legal'
import { COOKIE_SECTIONS } from './cookie-policy'
import { LegalPage } from './legal-page'

export const handle = { plain: true }

export default function Cookies() {
  return <LegalPage text={COOKIE_POLICY} sections={COOKIE_SECTIONS} />
}
