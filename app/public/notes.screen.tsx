import { NOTES } from '../content/legal'
import { NOTES_SECTIONS } from '../content/notes'
import { LegalPage } from './legal-page'

export const handle = { plain: true }

export default function Notes() {
  return <LegalPage text={NOTES} sections={NOTES_SECTIONS} />
}
