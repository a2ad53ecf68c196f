import { ACTION_LABELS, type AuditAction, type Code } from '../audit/codes.rules'
import { type AuditDetails, detailsInBrief, entityLabel, inWords } from '../audit/rules'
import { formatPriceInBrief } from '../italian/prices'
import { capitalize } from '../italian/words'
import type { MailState } from '../mail/states.rules'

/** An entry of the log about the person whose history is shown. */
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

/**
 * What happened, the course or thing that it was about, and the words that the office wrote (`quote`). `isSentence`:
 * `what` and `about` are read as one sentence, without a colon between them.
 */
type Deed = { what: string; about?: string; quote?: string; isSentence?: true }

/** The words for a state that an enrolment has reached. */
const TO = new Map<unknown, string>([
  ['pending', 'Riaperta'],
  ['approved', 'Approvata'],
  ['rejected', 'Rifiutata'],
  ['in_progress', 'In corso'],
  ['completed', 'Completata'],
])
/** The words for a step back, by 'from to'; used instead of those of `TO`. */
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
  details: { old, new: after, course, reason, undone, offer, movedUp, channel, paymentReminder },
}: Entry): Deed | undefined {
  const [from, to] = [old?.status, after?.status]
  const named = {
    ...(typeof course === 'string' && { about: course }),
    ...(typeof reason === 'string' && reason && { quote: reason }),
  }
  const byPhone = channel === 'phone' ? ' al telefono' : ''
  if (paymentReminder) {
    const what = 'Promemoria di pagamento'
    return { what: undone ? `${what} ripreso prima che partisse` : what, ...named }
  }
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

/**
 * The log holds the lesson as the form of a course writes it, '13/02/2027 9:00-18:00 (8 ore)'; its hyphen between
 * times is shown as a dash, as on other pages.
 */
function attendanceDeed({ details: { new: after, course, lesson } }: Entry): Deed {
  const what = after?.minutes === 0 ? 'Segnata assente' : 'Segnata presente'
  const when = typeof lesson === 'string' && lesson.replace(/(:\d\d)-(?=\d)/, '$1–')
  return { what, about: [course, when].filter(Boolean).join(', ') }
}

/** An attestato was issued, revoked, or its issue was undone. `certificate`: the number of the attestato. */
function certificateDeed({ action, details: { undone, certificate, course } }: Entry): Deed {
  const what = undone
    ? 'Rilascio ripristinato'
    : action === 'create'
      ? 'Attestato rilasciato'
      : 'Attestato revocato'
  return { what, about: [certificate && `n. ${certificate}`, course].filter(Boolean).join(', ') }
}

/** A payment or refund was registered, or its registration was undone. */
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

/** Tells an entry in the words of the office; an entry of another kind is told as in the log. */
function deedOf(entry: Entry): Deed {
  const known = KNOWN.get(entry.entityType)?.(entry)
  const { action, entityType, details } = entry
  return (
    known ?? { what: `${ACTION_LABELS[action]}: ${entityLabel(entityType)}`, about: detailsInBrief(details) }
  )
}

/**
 * An item of the history. `by`: the colleague who acted, null when the person or the site did; `enrolment`: id of the
 * enrolment concerned, null without one; `emails`: those of the same transaction; `isMoney`: whether a price, dues or a
 * payment changed.
 */
export type Item =
  | {
      kind: 'deed'
      id: string
      at: Date
      deed: Deed
      enrolment: string | null
      by: string | null
      emails: Sent[]
      isMoney: boolean
    }
  | { kind: 'email'; id: string; at: Date; emails: Sent[] }
  | { kind: 'message'; id: string; at: Date; message: Message; emails: Sent[] }
  | { kind: 'written'; id: string; at: Date; written: Written; emails: Sent[] }
  | { kind: 'contact'; id: string; at: Date }

/** What the history can be narrowed to, by the word in the address. */
export const THREAD_KINDS = { decisioni: 'Decisioni', email: 'Email e messaggi', soldi: 'Soldi' } as const
export type ThreadKind = keyof typeof THREAD_KINDS
export const THREAD_PARAMETER = 'fatti'

/** Reads the word of the address to which the history is narrowed; null for the whole history. */
export function threadKindFrom(word: string | null): ThreadKind | null {
  return word && Object.hasOwn(THREAD_KINDS, word) ? (word as ThreadKind) : null
}

function isAboutMoney({ entityType, details: { new: after, paymentReminder } }: Entry): boolean {
  if (entityType === 'payments' || paymentReminder) return true
  return [after?.dues, after?.price, after?.priceReason].some((value) => value !== undefined)
}

/**
 * Merges entries, e-mails and messages into one history of at most `most` items, newest first. An e-mail is shown with
 * the deed of its transaction, which has the same instant.
 */
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
  const unmatchedEmails = new Set(emails)
  const sentWith = (at: Date) => {
    const found = [...unmatchedEmails].filter(({ createdAt }) => createdAt.getTime() === at.getTime())
    for (const email of found) unmatchedEmails.delete(email)
    return found
  }
  const isLetter = ({ action, entityType }: Entry) => entityType === 'person_messages' && action === 'create'
  const deeds = (kind === 'email' ? [] : entries)
    .filter((entry) => !isLetter(entry))
    .map((entry): Item => {
      const { id, userId, name, createdAt: at, entityType, entityId } = entry
      const by = userId === person ? null : name
      const enrolment = entityType === 'user_courses' ? entityId : null
      const deed = deedOf(entry)
      const isMoney = isAboutMoney(entry)
      return { kind: 'deed', id: String(id), at, deed, enrolment, by, emails: sentWith(at), isMoney }
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
    ...[...unmatchedEmails].map(
      (email): Item => ({ kind: 'email', id: String(email.id), at: email.createdAt, emails: [email] }),
    ),
    ...contacts.map(({ id, createdAt }): Item => ({ kind: 'contact', id, at: createdAt })),
  ]
  return items
    .filter((item) => kind !== 'decisioni' || item.kind === 'deed')
    .filter((item) => kind !== 'soldi' || (item.kind === 'deed' && item.isMoney))
    .sort((a, b) => b.at.getTime() - a.at.getTime())
    .slice(0, most)
}
