import { company } from '../../content/company'
import { COOKIE_POLICY } from '../../content/legal'
import { COOKIE_SECTIONS } from './cookie-policy'
import { LegalPage } from './legal-page'

export const handle = { plain: true }

export default function Cookies() {
  return (
    <LegalPage
      text={COOKIE_POLICY}
      description={'Questo sito usa soltanto cookie tecnici: quali sono, a che cosa servono e quanto durano.'}
      keywords={['cookie', 'cookie tecnici', 'privacy', company.name]}
      sections={COOKIE_SECTIONS}
    />
  )
}
