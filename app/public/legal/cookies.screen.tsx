import { COOKIE_POLICY } from '../../content/legal'
import { siteSettings } from '../../site/settings'
import { cookieSections } from './cookie-policy'
import { LegalPage } from './legal-page'

export const handle = { plain: true }

export default function Cookies() {
  return (
    <LegalPage
      text={COOKIE_POLICY}
      description={'Questo sito usa soltanto cookie tecnici: quali sono, a che cosa servono e quanto durano.'}
      keywords={['cookie', 'cookie tecnici', 'privacy', siteSettings().company.name]}
      sections={cookieSections()}
    />
  )
}
