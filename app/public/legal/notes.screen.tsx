import { company } from '../../content/company'
import { NOTES } from '../../content/legal'
import { LegalPage } from './legal-page'
import { NOTES_SECTIONS } from './notes'

export const handle = { plain: true }

export default function Notes() {
  return (
    <LegalPage
      text={NOTES}
      description={`Chi pubblica il sito di ${company.name}, come nasce un’iscrizione, recesso, rimborsi e uso dei contenuti.`}
      keywords={['note legali', 'recesso', 'rimborsi', company.name]}
      sections={NOTES_SECTIONS}
    />
  )
}
