import { ACTION_LABELS, type AuditAction, type Code } from '../audit/codes.rules'
import { type AuditDetails, detailsInBrief, entityLabel, fieldInWords } from '../audit/rules'
import { formatPriceInBrief } from '../italian/prices'
import { capitalize } from '../italian/words'
import type { MailState } from '../mail/states.rules'

/** An entry of the log about the person whose history is shown. */
export type ThreadEntry = {
  id: number
  userId: string | null
  name: string | null
  action: AuditAction
  entityType: string
  entityId: string
  createdAt: Date
  details: AuditDetails
}
/** An e-mail of the outbox to the person, sent or not. */
type ThreadEmail = { id: number; subject: string; state: MailState; createdAt: Date }
/** A message of the person, from the contact form. */
type Contact = { id: string; createdAt: Date }
/** What the office wrote to this person alone. `by`: its author; `undoneAt`: when it was taken back. */
type PersonMessage = Contact & { subject: string; text: string; by: string | null; undoneAt: Date | null }
/** What the office wrote to the people of an edition. `course`: its title; `archivedAt`: when it was deleted. */
type EditionMessage = Contact & {
  courseId: string
  course: string
  archivedAt: Date | null
  subject: string
  by: string | null
}

/**
 * What happened (`what`), the course or thing that it was about, and the words that the office wrote (`quote`).
 * `isSentence`: `what` and `about` are read as one sentence, without a colon between them.
 */
type Deed = { what: string; about?: string; quote?: string; isSentence?: true }

/** The words for a state that an enrolment has reached, by its code. */
const STATES_REACHED = new Map<unknown, string>([
  ['pending', 'Riaperta'],
  ['approved', 'Approvata'],
  ['rejected', 'Rifiutata'],
  ['in_progress', 'In corso'],
  ['completed', 'Completata'],
])
/** The words for a step back, by 'from to'; used instead of those of `STATES_REACHED`. */
const STEPS_BACK = new Map<unknown, string>([
  ['in_progress approved', 'Riportata ad approvato'],
  ['completed in_progress', 'Riportata a in corso'],
])

/** The words for what became of an offered seat, by the code in the log. */
const OFFER_EVENTS = new Map<unknown, string>(
  Object.entries({
    offered: 'Posto offerto',
    accepted: 'Posto accettato',
    expired: 'Offerta scaduta',
    declined: 'Rinuncia al posto offerto',
    withdrawn: 'Offerta ritirata',
  } satisfies Record<Code<'offer'>, string>),
)

const REQUESTED = 'Ha chiesto'

/** What happened to an enrolment; undefined for a change that has no words of its own in the history. */
function enrolmentDeed(entry: ThreadEntry): Deed | undefined {
  const { course, reason } = entry.details
  const what = enrolmentEvent(entry)
  if (!what) return undefined
  return {
    what,
    ...(typeof course === 'string' && { about: course }),
    ...(typeof reason === 'string' && reason && { quote: reason }),
    ...(what === REQUESTED && { isSentence: true }),
  }
}

function enrolmentEvent({ action, details }: ThreadEntry): string | undefined {
  const { old, new: after, course, from: formerCourse, undone, movedUp, channel } = details
  const byPhone = channel === 'phone' ? ' al telefono' : ''
  if (details.paymentReminder) return `Promemoria di pagamento${undone ? ' ripreso prima che partisse' : ''}`
  // The e-mail about a plan that did not change.
  if (details.subject) return `Email sulle rate${undone ? ' ripresa prima che partisse' : ''}`
  if (undone) return 'Iscrizione ripristinata com’era prima'
  if (OFFER_EVENTS.has(details.offer)) return OFFER_EVENTS.get(details.offer)
  if (after?.admitted) return 'Messa in lista d’attesa'
  if (after?.rejoined) return 'Rientrata in lista d’attesa'
  if (typeof movedUp === 'boolean')
    return movedUp ? 'Spostata in cima alla lista' : 'Rimessa al suo posto in lista'
  if (typeof after?.stays === 'boolean') return `Risposta al rinvio${byPhone}: resta`
  if (typeof after?.ending === 'string')
    return `Iscrizione: ${fieldInWords('ending', after.ending).toLowerCase()}${byPhone}`
  if (after?.dues) return 'Rate cambiate'
  if (after?.priceReason !== undefined || after?.price !== undefined) return 'Prezzo concordato'
  if (action === 'create' && typeof formerCourse === 'string')
    return `Spostata qui da ${formerCourse === course ? 'un’altra edizione' : `«${formerCourse}»`}`
  if (action === 'create') return after?.status === 'pending' ? REQUESTED : 'Iscrizione diretta'
  if (action === 'delete') return 'Richiesta ritirata'
  return STEPS_BACK.get(`${old?.status} ${after?.status}`) ?? STATES_REACHED.get(after?.status)
}

/** What happened to the account of the person; undefined for a change that has no words of its own in the history. */
function profileDeed({ action, details }: ThreadEntry): Deed | undefined {
  const { old, new: after, note, cause } = details
  if (action === 'create')
    return { what: cause === 'entered_by_office' ? 'Inserita dalla segreteria' : 'Registrazione' }
  if (after?.emailVerified) return { what: 'Email confermata' }
  if (typeof note === 'string') return { what: `Nota per i colleghi ${fieldInWords('note', note)}` }
  if (typeof cause === 'string') {
    const { email } = after ?? {}
    return {
      what: capitalize(fieldInWords('cause', cause)),
      ...(typeof email === 'string' && { about: email }),
    }
  }
  return old && after ? { what: 'Dati cambiati', about: detailsInBrief(details) } : undefined
}

/** Says that a document was given to the person, taken back, deleted or restored. */
function documentDeed({ action, details: { document, course, undone, restored } }: ThreadEntry): Deed {
  const done = action === 'create' ? (restored ? 'ripristinato' : 'consegnato') : 'eliminato'
  const what = undone ? 'Documento ritirato' : `Documento ${done}`
  return { what, about: [fieldInWords('document', document), course].filter(Boolean).join(', ') }
}

/**
 * Says whether the person was marked present or absent, and in which lesson. The log has the lesson as the form of a
 * course writes it, '13/02/2027 9:00-18:00 (8 ore)'; a dash replaces its hyphen, as on other pages.
 */
function attendanceDeed({ details: { new: after, course, lesson } }: ThreadEntry): Deed {
  const what = after?.minutes === 0 ? 'Segnata assente' : 'Segnata presente'
  const when = typeof lesson === 'string' && lesson.replace(/(:\d\d)-(?=\d)/, '$1–')
  return { what, about: [course, when].filter(Boolean).join(', ') }
}

/** Says that an attestato was issued or revoked, or that its issue was undone, with the number of the attestato. */
function certificateDeed({ action, details: { undone, certificate, course } }: ThreadEntry): Deed {
  const what = undone
    ? 'Rilascio ripristinato'
    : action === 'create'
      ? 'Attestato rilasciato'
      : 'Attestato revocato'
  return { what, about: [certificate && `n. ${certificate}`, course].filter(Boolean).join(', ') }
}

/** Says that a payment or refund was registered, or that its registration was undone. */
function paymentDeed({ action, details: { amount, course } }: ThreadEntry): Deed {
  const isRefund = typeof amount === 'number' && amount < 0
  const what = isRefund ? 'Rimborso registrato' : 'Incasso registrato'
  const sum = typeof amount === 'number' && formatPriceInBrief(Math.abs(amount))
  return {
    what: action === 'delete' ? `${what}, poi ripristinato` : what,
    about: [sum, course].filter(Boolean).join(', '),
  }
}

/** The functions that put entries of the log into words, by the entity of the entry. */
const DEEDS_BY_ENTITY = new Map<string, (entry: ThreadEntry) => Deed | undefined>([
  // The thread has the message itself, so that only the entry of its undoing is put into words.
  ['person_messages', () => ({ what: 'Messaggio ripreso prima che partisse' })],
  ['attendance', attendanceDeed],
  ['certificates', certificateDeed],
  ['payments', paymentDeed],
  ['personal_documents', documentDeed],
  ['user_courses', enrolmentDeed],
  ['profiles', profileDeed],
])

/**
 * Returns what an entry says happened, in the words of the history, else in those of the log: 'Creazione: Indirizzo del
 * calendario'.
 */
function deedOf(entry: ThreadEntry): Deed {
  const deed = DEEDS_BY_ENTITY.get(entry.entityType)?.(entry)
  const { action, entityType, details } = entry
  return (
    deed ?? { what: `${ACTION_LABELS[action]}: ${entityLabel(entityType)}`, about: detailsInBrief(details) }
  )
}

/**
 * An item of the history. `by`: the colleague who acted, null when the person or the site did; `enrolment`: id of the
 * enrolment concerned, null without one; `emails`: those of the same transaction.
 */
export type ThreadItem =
  | {
      kind: 'deed'
      id: string
      at: Date
      deed: Deed
      enrolment: string | null
      by: string | null
      emails: ThreadEmail[]
    }
  | { kind: 'email'; id: string; at: Date; emails: ThreadEmail[] }
  | { kind: 'edition-message'; id: string; at: Date; editionMessage: EditionMessage; emails: ThreadEmail[] }
  | { kind: 'person-message'; id: string; at: Date; personMessage: PersonMessage; emails: ThreadEmail[] }
  | { kind: 'contact'; id: string; at: Date }

/** The kinds to which the history can be narrowed, with their labels, by the word in the address. */
export const THREAD_KINDS = { decisioni: 'Decisioni', email: 'Email e messaggi', soldi: 'Soldi' } as const
export type ThreadKind = keyof typeof THREAD_KINDS
/** The parameter of the address with the word of a kind. */
export const THREAD_PARAMETER = 'fatti'

/** Reads the word of the address to which the history is narrowed; null for the whole history. */
export function threadKindFrom(word: string | null): ThreadKind | null {
  return word && Object.hasOwn(THREAD_KINDS, word) ? (word as ThreadKind) : null
}

/** Whether a price, dues or a payment changed, or an e-mail about them was sent. */
function isMoneyEntry({ entityType, details: { new: after, paymentReminder, subject } }: ThreadEntry) {
  if (entityType === 'payments' || paymentReminder) return true
  if (entityType === 'user_courses' && subject) return true
  return [after?.dues, after?.price, after?.priceReason].some((value) => value !== undefined)
}

/**
 * Merges entries of the log, e-mails, messages and contacts into one history of a person, of at most `most` items,
 * newest first. An e-mail is shown with the entry or message of its transaction, which has the same instant. `kind`: to
 * which the history is narrowed, null for all kinds.
 */
export function threadOf(
  personId: string,
  {
    entries,
    emails,
    editionMessages,
    personMessages,
    contacts,
  }: {
    entries: ThreadEntry[]
    emails: ThreadEmail[]
    editionMessages: EditionMessage[]
    personMessages: PersonMessage[]
    contacts: Contact[]
  },
  { kind, most }: { kind: ThreadKind | null; most: number },
): ThreadItem[] {
  const unmatchedEmails = new Set(emails)
  const takeEmailsOf = (at: Date) => {
    const sameInstant = [...unmatchedEmails].filter(({ createdAt }) => createdAt.getTime() === at.getTime())
    for (const email of sameInstant) unmatchedEmails.delete(email)
    return sameInstant
  }
  const isPersonMessage = ({ action, entityType }: ThreadEntry) =>
    entityType === 'person_messages' && action === 'create'
  const deeds = (kind === 'email' ? [] : entries)
    .filter((entry) => !isPersonMessage(entry) && (kind !== 'soldi' || isMoneyEntry(entry)))
    .map((entry): ThreadItem => {
      const { id, userId, name, createdAt: at, entityType, entityId } = entry
      const by = userId === personId ? null : name
      const enrolment = entityType === 'user_courses' ? entityId : null
      return {
        kind: 'deed',
        id: String(id),
        at,
        deed: deedOf(entry),
        enrolment,
        by,
        emails: takeEmailsOf(at),
      }
    })
  const emailsAndMessages = (): ThreadItem[] => [
    ...personMessages.map((personMessage): ThreadItem => {
      const { id, createdAt: at } = personMessage
      return { kind: 'person-message', id, at, personMessage, emails: takeEmailsOf(at) }
    }),
    ...editionMessages.map((editionMessage): ThreadItem => {
      const { id, createdAt: at } = editionMessage
      return { kind: 'edition-message', id, at, editionMessage, emails: takeEmailsOf(at) }
    }),
    ...[...unmatchedEmails].map(
      (email): ThreadItem => ({ kind: 'email', id: String(email.id), at: email.createdAt, emails: [email] }),
    ),
    ...contacts.map(({ id, createdAt }): ThreadItem => ({ kind: 'contact', id, at: createdAt })),
  ]
  const items = kind === 'decisioni' || kind === 'soldi' ? deeds : [...deeds, ...emailsAndMessages()]
  return items.sort((a, b) => b.at.getTime() - a.at.getTime()).slice(0, most)
}
