import { href } from 'react-router'
import { SEARCH_MAX } from '../accounts/search.rules'

/** Whom the list can show, as the words of the address. */
const CHOICES = [
  'iscritte',
  'in-attesa',
  'da-pagare',
  'mai-iscritte',
  'da-attivare',
  'segreteria',
  'amministratori',
] as const
export type PeopleChoice = (typeof CHOICES)[number]
const DIALOGS = ['iscrizioni'] as const

/** What the address of the list says, by the names of its parameters; '' for a parameter that is missing. */
export type PeopleList = {
  q: string
  mostra: PeopleChoice | ''
  /** The person after whom (`dopo`) or before whom (`prima`) the page is: an id. */
  dopo: string
  prima: string
  /** The dialog that is open, about `persona`, an id. */
  apri: (typeof DIALOGS)[number] | ''
  persona: string
}

/** Reads the address of the list. Unknown words count as missing. */
export function readPeopleList(search: URLSearchParams): PeopleList {
  const text = (name: string, most: number) =>
    (search.get(name) ?? '').replaceAll('\0', '').trim().slice(0, most)
  return {
    q: text('q', SEARCH_MAX),
    mostra: CHOICES.find((choice) => choice === search.get('mostra')) ?? '',
    dopo: text('dopo', 64),
    prima: text('prima', 64),
    apri: DIALOGS.find((dialog) => dialog === search.get('apri')) ?? '',
    persona: text('persona', 64),
  }
}

/** Writes the address of the list; empty parameters are left out. */
export function peopleAddress(list: Partial<PeopleList>): string {
  const parameters = Object.entries(list).filter(([, value]) => value)
  return parameters.length > 0
    ? `${href('/admin/people')}?${new URLSearchParams(parameters)}`
    : href('/admin/people')
}
