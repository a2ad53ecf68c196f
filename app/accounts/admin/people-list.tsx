import type { Role } from '../rules'
import { ROLES, SEARCH_MAX } from '../rules'

const DIALOGS = ['iscrizioni', 'promuovi', 'togli', 'accessi'] as const

/** What the list of people shows, as it stands in the address: the search, the place, the open dialog. */
export type PeopleList = {
  q: string
  ruolo: Role | ''
  /** The id behind which, or before which, the page lies. */
  dopo: string
  prima: string
  apri: (typeof DIALOGS)[number] | ''
  persona: string
}

export function listFrom(search: URLSearchParams): PeopleList {
  const text = (name: string, most: number) =>
    (search.get(name) ?? '').replaceAll('\0', '').trim().slice(0, most)
  return {
    q: text('q', SEARCH_MAX),
    ruolo: ROLES.find((role) => role === search.get('ruolo')) ?? '',
    dopo: text('dopo', 64),
    prima: text('prima', 64),
    apri: DIALOGS.find((dialog) => dialog === search.get('apri')) ?? '',
    persona: text('persona', 64),
  }
}

/** The address of the list, without what is empty. */
export function addressOf(list: PeopleList): string {
  const chosen = Object.entries(list).filter(([, value]) => value)
  return chosen.length > 0 ? `/admin/people?${new URLSearchParams(chosen)}` : '/admin/people'
}
