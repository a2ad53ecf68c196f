import { siteSettings } from '../../site/settings'
import type { Route } from './+types/notes.screen'
import { readLegalPage } from './legal-facts.server'
import { LegalPage } from './legal-page'

export const handle = { scriptless: true }

export function loader() {
  return readLegalPage('note-legali')
}

export default function Notes({ loaderData }: Route.ComponentProps) {
  return (
    <LegalPage
      page="note-legali"
      version={loaderData}
      description={`Chi pubblica il sito di ${siteSettings().company.name}, come nasce un’iscrizione, recesso, rimborsi e uso dei contenuti.`}
      keywords={['note legali', 'recesso', 'rimborsi', siteSettings().company.name]}
    />
  )
}
