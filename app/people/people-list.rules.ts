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

/** What the address of the list says, by the names of its parameters; '' for a parameter that is missing. */
export type PeopleList = {
  q: string
  mostra: PeopleChoice | ''
  /** The id of the person after whom (`dopo`) or before whom (`prima`) the page of the list is. */
  dopo: string
  prima: string
}

/** The most characters that the id of a person has (`isPersonId`). */
const MOST_ID_CHARACTERS = 64

/** Reads the address of the list. An unknown word of `mostra` counts as missing. */
export function readPeopleList(search: URLSearchParams): PeopleList {
  const text = (name: string, most: number) =>
    (search.get(name) ?? '').replaceAll('\0', '').trim().slice(0, most)
  return {
    q: text('q', SEARCH_MAX),
    mostra: CHOICES.find((choice) => choice === search.get('mostra')) ?? '',
    dopo: text('dopo', MOST_ID_CHARACTERS),
    prima: text('prima', MOST_ID_CHARACTERS),
  }
}

/** Writes the address of the list; empty parameters are left out. */
export function peopleAddress(list: Partial<PeopleList>): string {
  const parameters = Object.entries(list).filter(([, value]) => value)
  return parameters.length > 0
    ? `${href('/admin/people')}?${new URLSearchParams(parameters)}`
    : href('/admin/people')
}
