import { NOTES } from '../../content/legal'
import { siteSettings } from '../../site/settings'
import { LegalPage } from './legal-page'
import { notesSections } from './notes'

export const handle = { plain: true }

export default function Notes() {
  return (
    <LegalPage
      text={NOTES}
      description={`Chi pubblica il sito di ${siteSettings().company.name}, come nasce un’iscrizione, recesso, rimborsi e uso dei contenuti.`}
      keywords={['note legali', 'recesso', 'rimborsi', siteSettings().company.name]}
      sections={notesSections()}
    />
  )
}
