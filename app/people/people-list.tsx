import { href } from 'react-router'
import { SEARCH_MAX } from '../accounts/search.rules'

/** The choices of whom the list shows, as the words of the address. */
const SHOWN = [
  'iscritte',
  'in-attesa',
  'mai-iscritte',
  'da-attivare',
  'segreteria',
  'amministratori',
] as const
export type Shown = (typeof SHOWN)[number]
const DIALOGS = ['iscrizioni'] as const

export type PeopleList = {
  q: string
  mostra: Shown | ''
  /** Ids after or before which the page starts. */
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
    mostra: SHOWN.find((shown) => shown === search.get('mostra')) ?? '',
    dopo: text('dopo', 64),
    prima: text('prima', 64),
    apri: DIALOGS.find((dialog) => dialog === search.get('apri')) ?? '',
    persona: text('persona', 64),
  }
}

/** The address of the list; empty parameters are left out. */
export function addressOf(list: Partial<PeopleList>): string {
  const chosen = Object.entries(list).filter(([, value]) => value)
  return chosen.length > 0 ? `${href('/admin/people')}?${new URLSearchParams(chosen)}` : href('/admin/people')
}
