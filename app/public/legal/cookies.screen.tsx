import { siteSettings } from '../../site/settings'
import type { Route } from './+types/cookies.screen'
import { readLegalPage } from './legal-facts.server'
import { LegalPage } from './legal-page'

export const handle = { scriptless: true }

export function loader() {
  return readLegalPage('cookie-policy')
}

export default function Cookies({ loaderData }: Route.ComponentProps) {
  return (
    <LegalPage
      page="cookie-policy"
      version={loaderData}
      description={'Questo sito usa soltanto cookie tecnici: quali sono, a che cosa servono e quanto durano.'}
      keywords={['cookie', 'cookie tecnici', 'privacy', siteSettings().company.name]}
    />
  )
}
