import { ACTION_LABELS, type AuditAction, type Code } from '../audit/codes.rules'
import { type AuditDetails, detailsInBrief, entityLabel, inWords } from '../audit/rules'
import { formatPriceInBrief } from '../italian/prices'
import { capitalize } from '../italian/words'
import type { MailState } from '../mail/states.rules'

/** An entry of the log, about this person. */
export type Entry = {
  id: number
  userId: string | null
  name: string | null
  action: AuditAction
  entityType: string
  entityId: string
  createdAt: Date
  details: AuditDetails
}
type Sent = { id: number; subject: string; state: MailState; createdAt: Date }
type Contact = { id: string; createdAt: Date }
type Written = Contact & { subject: string; text: string; by: string | null }
type Message = Contact & { courseId: string; course: string; subject: string; by: string | null }

/** What happened, to what, with which words of the office. `isSentence`: both are one sentence, without a colon. */
type Deed = { what: string; about?: string; quote?: string; isSentence?: true }

const TO = new Map<unknown, string>([
  ['pending', 'Riaperta'],
  ['approved', 'Approvata'],
  ['rejected', 'Rifiutata'],
  ['in_progress', 'In corso'],
  ['completed', 'Completata'],
])
const BACK = new Map<unknown, string>([
  ['in_progress approved', 'Riportata ad approvato'],
  ['completed in_progress', 'Riportata a in corso'],
])

const OFFER = new Map<unknown, string>(
  Object.entries({
    offered: 'Posto offerto',
    accepted: 'Posto accettato',
    expired: 'Offerta scaduta',
    declined: 'Rinuncia al posto offerto',
    withdrawn: 'Offerta ritirata',
  } satisfies Record<Code<'offer'>, string>),
)

function enrolmentDeed({
  action,
  details: { old, new: after, course, reason, undone, offer, movedUp, channel },
}: Entry): Deed | undefined {
  const [from, to] = [old?.status, after?.status]
  const named = {
    ...(typeof course === 'string' && { about: course }),
    ...(typeof reason === 'string' && reason && { quote: reason }),
  }
  const byPhone = channel === 'phone' ? ' al telefono' : ''
  if (undone) return { what: 'Iscrizione ripristinata com’era prima', ...named }
  const offered = OFFER.get(offer)
  if (offered) return { what: offered, ...named }
  if (after?.admitted) return { what: 'Messa in lista d’attesa', ...named }
  if (after?.rejoined) return { what: 'Rientrata in lista d’attesa', ...named }
  if (typeof movedUp === 'boolean')
    return { what: movedUp ? 'Spostata in cima alla lista' : 'Rimessa al suo posto in lista', ...named }
  if (typeof after?.stays === 'boolean') return { what: `Risposta al rinvio${byPhone}: resta`, ...named }
  if (typeof after?.ending === 'string')
    return { what: `Iscrizione: ${inWords('ending', after.ending).toLowerCase()}${byPhone}`, ...named }
  if (after?.dues) return { what: 'Rate cambiate', ...named }
  if (after?.priceReason !== undefined || after?.price !== undefined)
    return { what: 'Prezzo concordato', ...named }
  if (action === 'create')
    return to === 'pending'
      ? { what: 'Ha chiesto', isSentence: true, ...named }
      : { what: 'Iscrizione diretta', ...named }
  if (action === 'delete') return { what: 'Richiesta ritirata', ...named }
  const what = BACK.get(`${from} ${to}`) ?? TO.get(to)
  return what ? { what, ...named } : undefined
}

function profileDeed({ action, details }: Entry): Deed | undefined {
  const { old, new: after, note, cause } = details
  if (action === 'create')
    return { what: cause === 'entered_by_office' ? 'Inserita dalla segreteria' : 'Registrazione' }
  if (after?.emailVerified) return { what: 'Email confermata' }
  if (typeof note === 'string') return { what: `Nota per i colleghi ${inWords('note', note)}` }
  if (typeof cause === 'string') {
    const { email } = after ?? {}
    return { what: capitalize(inWords('cause', cause)), ...(typeof email === 'string' && { about: email }) }
  }
  return old && after ? { what: 'Dati cambiati', about: detailsInBrief(details) } : undefined
}

function documentDeed({ action, details: { document, course, undone, restored } }: Entry): Deed {
  const done = action === 'create' ? (restored ? 'ripristinato' : 'consegnato') : 'eliminato'
  const what = undone ? 'Documento ritirato' : `Documento ${done}`
  return { what, about: [inWords('document', document), course].filter(Boolean).join(', ') }
}

/** A lesson is recorded as the form of a course writes it, '13/02/2027 9:00-18:00 (8 ore)', and read as everywhere else. */
function attendanceDeed({ details: { new: after, course, lesson } }: Entry): Deed {
  const what = after?.minutes === 0 ? 'Segnata assente' : 'Segnata presente'
  const when = typeof lesson === 'string' && lesson.replace(/(:\d\d)-(?=\d)/, '$1–')
  return { what, about: [course, when].filter(Boolean).join(', ') }
}

/** Issued, revoked, or taken back; `certificate`: its number. */
function certificateDeed({ action, details: { undone, certificate, course } }: Entry): Deed {
  const what = undone
    ? 'Rilascio ripristinato'
    : action === 'create'
      ? 'Attestato rilasciato'
      : 'Attestato revocato'
  return { what, about: [certificate && `n. ${certificate}`, course].filter(Boolean).join(', ') }
}

/** Registered, or taken back. */
function paymentDeed({ action, details: { amount, course } }: Entry): Deed {
  const isRefund = typeof amount === 'number' && amount < 0
  const what = isRefund ? 'Rimborso registrato' : 'Incasso registrato'
  const sum = typeof amount === 'number' && formatPriceInBrief(Math.abs(amount))
  return {
    what: action === 'delete' ? `${what}, poi ripristinato` : what,
    about: [sum, course].filter(Boolean).join(', '),
  }
}

const KNOWN = new Map<string, (entry: Entry) => Deed | undefined>([
  // The message itself stands in the thread.
  ['person_messages', () => ({ what: 'Messaggio ripreso prima che partisse' })],
  ['attendance', attendanceDeed],
  ['certificates', certificateDeed],
  ['payments', paymentDeed],
  ['personal_documents', documentDeed],
  ['user_courses', enrolmentDeed],
  ['profiles', profileDeed],
])

/** In the words of the office; other kinds of entries as in the log. */
function deedOf(entry: Entry): Deed {
  const known = KNOWN.get(entry.entityType)?.(entry)
  const { action, entityType, details } = entry
  return (
    known ?? { what: `${ACTION_LABELS[action]}: ${entityLabel(entityType)}`, about: detailsInBrief(details) }
  )
}

/** `by`: null for the person and for the site. `enrolment`: the id of the one concerned. */
export type Item =
  | {
      kind: 'deed'
      id: string
      at: Date
      deed: Deed
      enrolment: string | null
      by: string | null
      emails: Sent[]
    }
  | { kind: 'email'; id: string; at: Date; emails: Sent[] }
  | { kind: 'message'; id: string; at: Date; message: Message; emails: Sent[] }
  | { kind: 'written'; id: string; at: Date; written: Written; emails: Sent[] }
  | { kind: 'contact'; id: string; at: Date }

/** What the history can be narrowed to, by the word in the address. */
export const THREAD_KINDS = { decisioni: 'Decisioni', email: 'Email e messaggi' } as const
export type ThreadKind = keyof typeof THREAD_KINDS
export const THREAD_PARAMETER = 'fatti'

/** Null for everything. */
export function threadKindFrom(word: string | null): ThreadKind | null {
  return word && Object.hasOwn(THREAD_KINDS, word) ? (word as ThreadKind) : null
}

/** The latest of all, newest first. An e-mail stands with the deed of its transaction, which has the same instant. */
export function threadOf(
  person: string,
  {
    entries,
    emails,
    messages,
    written,
    contacts,
  }: { entries: Entry[]; emails: Sent[]; messages: Message[]; written: Written[]; contacts: Contact[] },
  { kind, most }: { kind: ThreadKind | null; most: number },
): Item[] {
  const left = new Set(emails)
  const sentWith = (at: Date) => {
    const found = [...left].filter(({ createdAt }) => createdAt.getTime() === at.getTime())
    for (const email of found) left.delete(email)
    return found
  }
  const isLetter = ({ action, entityType }: Entry) => entityType === 'person_messages' && action === 'create'
  const deeds = (kind === 'email' ? [] : entries)
    .filter((entry) => !isLetter(entry))
    .map((entry): Item => {
      const { id, userId, name, createdAt: at, entityType, entityId } = entry
      const by = userId === person ? null : name
      const enrolment = entityType === 'user_courses' ? entityId : null
      return { kind: 'deed', id: String(id), at, deed: deedOf(entry), enrolment, by, emails: sentWith(at) }
    })
  const letters = written.map((letter): Item => {
    const { id, createdAt: at } = letter
    return { kind: 'written', id, at, written: letter, emails: sentWith(at) }
  })
  const sentToMany = messages.map((message): Item => {
    const { id, createdAt: at } = message
    return { kind: 'message', id, at, message, emails: sentWith(at) }
  })
  const items: Item[] = [
    ...deeds,
    ...letters,
    ...sentToMany,
    ...[...left].map(
      (email): Item => ({ kind: 'email', id: String(email.id), at: email.createdAt, emails: [email] }),
    ),
    ...contacts.map(({ id, createdAt }): Item => ({ kind: 'contact', id, at: createdAt })),
  ]
  return items
    .filter((item) => kind !== 'decisioni' || item.kind === 'deed')
    .sort((a, b) => b.at.getTime() - a.at.getTime())
    .slice(0, most)
}
