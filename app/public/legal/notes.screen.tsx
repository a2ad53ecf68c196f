import { NOTES } from '../../content/legal'
import { LegalPage } from './legal-page'
import { NOTES_SECTIONS } from './notes'

export const handle = { plain: true }

export default function Notes() {
  return <LegalPage text={NOTES} sections={NOTES_SECTIONS} />
}
