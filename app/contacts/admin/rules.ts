import { href } from 'react-router'
import { SEARCH_MAX } from '../../accounts/search.rules'
import { OK, type Outcome, refuse } from '../../runtime/outcome.rules'

// ── The address of the list ─────────────────────────────────────────────────────────────────────────

/** The filters of the list, by their word in the address: to handle, which is the default, handled, and all. */
export const CONTACT_FILTERS = { nuove: 'Da gestire', gestite: 'Gestite', tutte: 'Tutte' } as const
export type ContactFilter = keyof typeof CONTACT_FILTERS

/** The most characters that the id of a message has. */
const MOST_ID_CHARACTERS = 36

/**
 * What the address of the list says, by the names of its parameters. `q`: the searched text; `stato`: the filter;
 * `dopo` and `prima`: the id of the message after which the page begins, or before which it ends; '' for none.
 */
export type InboxView = { q: string; stato: ContactFilter; dopo: string; prima: string }

const isFilter = (word: string): word is ContactFilter => Object.hasOwn(CONTACT_FILTERS, word)

/** Reads the list that an address asks for; an unknown value gets the default. */
export function inboxView(search: URLSearchParams): InboxView {
  const text = (name: string, most: number) =>
    (search.get(name) ?? '').replaceAll('\0', '').trim().slice(0, most)
  const stato = search.get('stato') ?? ''
  return {
    q: text('q', SEARCH_MAX),
    stato: isFilter(stato) ? stato : 'nuove',
    dopo: text('dopo', MOST_ID_CHARACTERS),
    prima: text('prima', MOST_ID_CHARACTERS),
  }
}

/** The address of the list, or of a message above it; default values are left out. */
export function inboxAddress({ stato, ...view }: InboxView, contact = ''): string {
  const parameters = { ...view, stato: stato === 'nuove' ? '' : stato }
  const query = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value))
  const page = contact ? href('/admin/contacts/:contact', { contact }) : href('/admin/contacts')
  return query.size > 0 ? `${page}?${query}` : page
}

/** The page of a message, over the list with all messages, since the message may be handled already. */
export const contactPage = (contact: string) => `${href('/admin/contacts/:contact', { contact })}?stato=tutte`

// ── What the office does with a message ─────────────────────────────────────────────────────────────

/** Most characters of a note. */
export const CONTACT_NOTE_MAX = 1000

/** Most characters of a reply. */
export const REPLY_MAX = 3000

/** A note as typed, and the note with which its form was opened (`before`); '' for none. */
export type TypedContactNote = { note: string; before: string }

/** Whether a tidied text can be sent as a reply. A handled message may be answered again. */
export function mayReplyToContact(text: string): ContactOutcome {
  if (text === '') return refuse('empty-reply')
  return text.length > REPLY_MAX ? refuse('long-reply') : OK
}

/**
 * Refuses a long note, and one that would overwrite a note that has changed since the form was opened, unless the
 * stored note already equals the typed one.
 */
export function mayNoteContact(
  { note }: { note: string | null },
  typedNote: TypedContactNote,
): ContactOutcome {
  if (typedNote.note.length > CONTACT_NOTE_MAX) return refuse('long-note')
  return [typedNote.before, typedNote.note].includes(note ?? '') ? OK : refuse('note-changed')
}

// ── Refusals ────────────────────────────────────────────────────────────────────────────────────────

/** The refusals in words: those about a field as whole sentences, the others as the end of a sentence. */
const SENTENCES = {
  'unknown-contact': 'questa richiesta non esiste più',
  'long-note': `La nota può avere al massimo ${CONTACT_NOTE_MAX} caratteri`,
  'empty-reply': 'Scrivi la risposta',
  'replied-meanwhile':
    'Nel frattempo un collega ha risposto: leggi qui sopra, poi invia solo se serve ancora',
  'long-reply': `La risposta può avere al massimo ${REPLY_MAX} caratteri`,
  'note-changed': 'Nel frattempo la nota è cambiata: leggila qui sotto, poi salva di nuovo',
} as const

type Refusal = keyof typeof SENTENCES
export type ContactOutcome = Outcome<Refusal>

export const explainContactRefusal = ({ refusal }: { refusal: Refusal }): string => SENTENCES[refusal]

/** The field beside which a refusal is shown; undefined for a refusal about the message. */
export function fieldOfRefusal(refusal: Refusal): 'note' | 'reply' | undefined {
  if (refusal === 'long-note' || refusal === 'note-changed') return 'note'
  return refusal === 'unknown-contact' ? undefined : 'reply'
}
