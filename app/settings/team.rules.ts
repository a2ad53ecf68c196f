import { isExamplePerson, type TeamMember } from '../content/settings.rules'
import { readFields } from './fields.rules'

export const PERSON_LABELS = { name: 'Nome e cognome', role: 'Ruolo', about: 'Tre righe' }
/** Most characters of each field. */
export const PERSON_MOST = { name: 80, role: 80, about: 220 }
export const MOST_PEOPLE = 40

type PersonField = keyof typeof PERSON_LABELS
type PersonText = Partial<Record<PersonField, string>>

/**
 * Reads the form of a person of the team. `id`: the person that the form is about. `key`: the new id of a person who is
 * added, and of an example whose name is changed, who is no example from then on. The value is only fit to be stored
 * without `errors`.
 */
export function readPerson(
  text: PersonText,
  stored: TeamMember[],
  id: string,
  key: string,
): { value: TeamMember; errors: PersonText } {
  const { typed, errors } = readFields(text, PERSON_MOST)
  if (!typed.name) errors.name = 'Scrivi il nome e il cognome'
  if (!typed.role) errors.role = 'Scrivi il ruolo: il sito lo mostra sotto il nome'
  const former = stored.find((listed) => listed.id === id)
  const getsNewId = !former || (isExamplePerson(former) && former.name !== typed.name)
  if (stored.some((other) => other !== former && other.name === typed.name))
    errors.name ??= 'C’è già una persona con questo nome: i corsi non saprebbero quale indicare'
  if (!former && stored.length >= MOST_PEOPLE) errors.name ??= `Le persone sono già ${MOST_PEOPLE}`
  return { value: { id: getsNewId ? key : former.id, ...typed }, errors }
}

/** Returns the texts with which the form shows a stored person; an empty form for an unknown id. */
export function writePerson(team: TeamMember[], id: string): Record<PersonField, string> {
  const { name = '', role = '', about = '' } = team.find((listed) => listed.id === id) ?? {}
  return { name, role, about }
}
