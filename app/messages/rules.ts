import { SEATED_STATES } from '../courses/seats.rules'
import { MAX_FILE_BYTES } from '../documents/rules'
import { cleanTypedText, type EnrolmentState } from '../enrolments/rules'
import { formatBytes } from '../italian/file-sizes'
import type { Outcome } from '../runtime/outcome.rules'

/** Maximum number of characters of subject and text. */
export const MESSAGE_LIMITS = { subject: 120, text: 4_000 } as const
/** How many people one message can be sent to at most. */
export const MOST_RECIPIENTS = 500
/** Maximum number of files of a message, and of their bytes together: many mail servers refuse larger e-mails. */
export const ATTACHMENT_LIMITS = { files: 5, bytes: MAX_FILE_BYTES } as const

// ── Recipients ──────────────────────────────────────────────────────────────────────────────────────

/**
 * The groups of people to whom a message can be sent, with their names, by their word in the address (`?chi`), in the
 * order of the form.
 */
const AUDIENCES = {
  iscritti: { name: 'Iscritti', has: ({ status }) => SEATED_STATES.some((state) => state === status) },
  'da-pagare': { name: 'Da pagare', has: ({ hasLateDue }) => hasLateDue },
  'da-avviare': { name: 'Da avviare', has: ({ status }) => status === 'approved' },
  'in-corso': { name: 'In corso', has: ({ status }) => status === 'in_progress' },
  completati: { name: 'Completati', has: ({ status }) => status === 'completed' },
  'senza-risposta': {
    name: 'Non hanno risposto al rinvio',
    has: ({ hasNotAnswered }) => hasNotAnswered,
  },
  'posto-offerto': { name: 'Con un posto offerto', has: ({ isOffered }) => isOffered },
  'lista-attesa': { name: 'Lista d’attesa', has: ({ isOnWaitingList }) => isOnWaitingList },
  'in-attesa': {
    name: 'In attesa di risposta',
    has: ({ status, isAdmitted }) => status === 'pending' && !isAdmitted,
  },
  rifiutati: { name: 'Rifiutati', has: ({ status }) => status === 'rejected' },
} satisfies Record<string, { name: string; has: (recipient: Recipient) => boolean }>
/** A group of people, or those who are chosen by hand. */
export type Audience = keyof typeof AUDIENCES | typeof BY_HAND

/** The word for people who are chosen one by one among all. */
export const BY_HAND = 'scelti'
export const BY_HAND_NAME = 'Scelti a mano'

/** A person of an edition who gets a message, or can get one. `id`: of the enrolment. */
export type Recipient = {
  id: string
  firstName: string
  lastName: string
  status: EnrolmentState
  /** Whether freed seats are offered to the request: the office has admitted it. */
  isAdmitted: boolean
  /** Whether the request has a place on the waiting list, admitted or not. */
  isOnWaitingList: boolean
  /** Whether the person has an open offer of a seat. */
  isOffered: boolean
  /** Whether the edition was postponed, and the participant was asked about the new dates and has not answered yet. */
  hasNotAnswered: boolean
  /** Whether a participant has a due that is late. */
  hasLateDue: boolean
}

/**
 * The audiences of an edition that have people, with the ids of their enrolments. The audience of a state is left out
 * if everybody with a seat is in that state, since it equals 'iscritti'.
 */
export function audiencesOf(
  possibleRecipients: readonly Recipient[],
): { word: Audience; name: string; ids: string[] }[] {
  const audiences = Object.entries(AUDIENCES).map(([word, { name, has }]) => ({
    word: word as keyof typeof AUDIENCES,
    name,
    ids: possibleRecipients.filter(has).map(({ id }) => id),
  }))
  const seated = audiences.find(({ word }) => word === 'iscritti')?.ids.length ?? 0
  const isOfState = (word: string) => word === 'da-avviare' || word === 'in-corso' || word === 'completati'
  return audiences.filter(({ word, ids }) => ids.length > 0 && !(isOfState(word) && ids.length === seated))
}

/** The people whom a message is for. `to`: ids of enrolments. */
export type RecipientChoice = { audience: Audience; to: string[] }

/**
 * Returns a choice of recipients as it can be made among the people of an edition now: without those who are not in the
 * audience any more. It is by hand if the form does not offer the audience, and empty if the audience is.
 */
export function choiceAmong(
  possibleRecipients: readonly Recipient[],
  { audience, to }: { audience: string; to: readonly string[] },
): RecipientChoice {
  const chosenIds = new Set(to)
  const offered = audiencesOf(possibleRecipients).find(({ word }) => word === audience)
  const { has } = Object.entries(AUDIENCES).find(([word]) => word === audience)?.[1] ?? {
    has: () => audience === BY_HAND,
  }
  return {
    audience: offered?.word ?? BY_HAND,
    to: possibleRecipients.filter((person) => chosenIds.has(person.id) && has(person)).map(({ id }) => id),
  }
}

/** A message, as typed. `attachments`: ids of files that the same member of staff has added. */
export type MessageContent = { subject: string; text: string; attachments: readonly string[] }

/**
 * The contents of the form of a message. `readAs`: id of the enrolment for whose person the preview is made, '' if none
 * is chosen; `key`: id of the form.
 */
export type ComposedMessage = RecipientChoice & {
  subject: string
  text: string
  readAs: string
  key: string
}

export const recipientName = ({ firstName, lastName }: Recipient) => `${firstName} ${lastName}`

// ── The text ────────────────────────────────────────────────────────────────────────────────────────

/** The placeholders of a message, by the words of the button that inserts them. */
export const PLACEHOLDERS = { Nome: 'nome', Corso: 'corso' } as const

/** The text with which a new message begins. */
export const GREETING = 'Ciao [nome],\n\n'

/** What replaces the placeholders: the first name of the recipient, and the title of the course. */
export type PlaceholderValues = { nome: string; corso: string }

/** Replaces the placeholders and returns the text in pieces. `isFilled`: the piece replaces a placeholder. */
export function filledPieces(text: string, values: PlaceholderValues): { text: string; isFilled: boolean }[] {
  // The pattern has a group, so every second piece is a placeholder.
  return text
    .split(/(\[(?:nome|corso)\])/i)
    .map((piece, index) =>
      index % 2 === 0
        ? { text: piece, isFilled: false }
        : { text: values[piece.slice(1, -1).toLowerCase() as keyof PlaceholderValues], isFilled: true },
    )
    .filter((piece) => piece.text !== '')
}

/** The text that a recipient gets, with the placeholders replaced. */
export const fillIn = (text: string, values: PlaceholderValues) =>
  filledPieces(text, values)
    .map((piece) => piece.text)
    .join('')

/** The name of the form field that says that a file was refused. */
export const REFUSED_FILE_FIELD = 'refusedFile'
/** The name of the form field by which the sender agrees that the message goes without the refused file. */
export const WITHOUT_FILE_FIELD = 'withoutFile'

// ── Refusals ────────────────────────────────────────────────────────────────────────────────────────

const SENTENCES = {
  unknown: 'Questo corso non è più disponibile',
  'no-subject': 'Scrivi l’oggetto',
  'no-text': 'Scrivi il messaggio',
  'long-subject': `L’oggetto può avere al massimo ${MESSAGE_LIMITS.subject} caratteri`,
  'long-text': `Il messaggio può avere al massimo ${MESSAGE_LIMITS.text} caratteri`,
  'no-recipients': 'Scegli almeno una persona',
  'too-many-recipients': `Un messaggio può andare al massimo a ${MOST_RECIPIENTS} persone`,
  'unseen-names': 'Guarda i nomi, poi invia',
  'sent-twice': 'Questo messaggio è già in coda',
  'lost-file': 'Un allegato non c’è più: aggiungilo di nuovo',
  'refused-file': 'Il file non è allegato: aggiungine un altro, oppure invia senza',
  'too-many-files': `Gli allegati possono essere al massimo ${ATTACHMENT_LIMITS.files}`,
  'too-large-files': `Gli allegati possono pesare al massimo ${formatBytes(ATTACHMENT_LIMITS.bytes)} in tutto`,
} as const
export type MessageRefusal = keyof typeof SENTENCES
export type MessageOutcome<Done extends object = object> = Outcome<MessageRefusal, Done>
export const explainMessageRefusal = (refusal: MessageRefusal) => SENTENCES[refusal]

/** The mistakes in subject and text, one by field; a text that is only the greeting counts as missing. */
export function mistakesInMessage(typed: { subject: string; text: string }): {
  subject?: MessageRefusal
  text?: MessageRefusal
} {
  const [subject, text] = [tidySubject(typed.subject), cleanTypedText(typed.text)]
  return {
    ...(!subject && { subject: 'no-subject' }),
    ...(subject.length > MESSAGE_LIMITS.subject && { subject: 'long-subject' }),
    ...((!text || text === GREETING.trim()) && { text: 'no-text' }),
    ...(text.length > MESSAGE_LIMITS.text && { text: 'long-text' }),
  }
}

/** A typed subject on one line, without spaces around it. */
export const tidySubject = (typed: string) => cleanTypedText(typed).replaceAll('\n', ' ')
