import { differenceInCalendarDays, parseISO } from 'date-fns'
import type { LetterKey, SiteSettings } from '../../content/settings.rules'
import { type Balance, type BalancedDue, dueName } from '../../enrolments/dues/rules'
import { withArticle } from '../../italian/articles'
import { formatDate } from '../../italian/dates'
import { plusDays } from '../../italian/days'
import { formatCents } from '../../italian/prices'
import { type Outcome, type Refused, refuse } from '../../runtime/outcome.rules'
import { companyValues, fillPlaceholders } from '../../site/placeholders.rules'

/**
 * Reminders of a due. `before`: before its day; `first`: after it; `second`: the last one after it, which only a person
 * of the office sends.
 */
export const PAYMENT_REMINDERS = ['before', 'first', 'second'] as const
export type ReminderKind = (typeof PAYMENT_REMINDERS)[number]

export const REMINDER_LABELS: Record<ReminderKind, string> = {
  before: 'Promemoria',
  first: 'Primo sollecito',
  second: 'Secondo sollecito',
}

/** The schedule reminds of a due this many days before its day; until the day before it, if that was not possible. */
export const REMINDER_DAYS_BEFORE = 3
/** The schedule reminds of a late due this many days after its day. */
export const REMINDER_DAYS_AFTER = 7
/** Most days by which the schedule may send the reminder of a late due too late, for example after an outage. */
const MOST_DAYS_LATE = 3

/** Days that the second reminder still allows for paying. */
const DAYS_TO_PAY_AFTER_SECOND = 10

/** A reminder that was sent. `number`: the number of its due; `sentOn`: YYYY-MM-DD. */
type SentReminder = { number: number; kind: ReminderKind; sentOn: string }

/**
 * A reminder to send: which one, and of which due. It is also about the other dues of that day. `cents`: what is open
 * of all of them.
 */
export type DueReminder = { kind: ReminderKind; due: BalancedDue; cents: number }

/**
 * What decides on a reminder. `isReachable`: the account of the person is not deleted; `isUndoable`: the last decision
 * about the enrolment, or the confirmation or the new dates of its edition, can still be taken back; `hasPaidToday`: a
 * payment arrived or was registered today. Days: YYYY-MM-DD.
 */
export type ReminderFacts = {
  hasSeat: boolean
  isReachable: boolean
  isUndoable: boolean
  /** Whether the edition still waits for its minimum of participants: until then nobody has to pay. */
  isConditional: boolean
  /** Whether the course was deleted or cancelled before its last day. */
  isCalledOff: boolean
  hasPaidToday: boolean
  approvedOn: string | null
  balance: Balance
  sentReminders: readonly SentReminder[]
}

/**
 * Why one enrolment gets no reminder. `undecided`: its last decision, or the confirmation or the new dates of its
 * edition, can still be taken back; `reminded`: the next due has had its reminder; `no-more`: each late due has had
 * both.
 */
const SENTENCES = {
  'no-seat': 'Non ha un posto nel corso',
  unreachable: 'L’account è stato eliminato',
  undecided: 'L’ultima decisione si può ancora ripristinare',
  conditional: 'L’edizione non è ancora confermata: per ora non deve pagare',
  'called-off': 'Il corso non è più in programma',
  'no-due': 'Non ha rate da pagare',
  'paid-today': 'Ha pagato una parte oggi',
  'reminded-today': 'Ha avuto un promemoria oggi',
  reminded: 'Ha già avuto il promemoria della prossima rata',
  'no-more': 'Ha già avuto il secondo sollecito: meglio una telefonata',
} as const
export type ReminderRefusal = keyof typeof SENTENCES
export const explainReminderRefusal = ({ refusal }: Refused<ReminderRefusal>) => SENTENCES[refusal]

/**
 * Returns the reminder that the office can send for an enrolment: the first or second reminder of the earliest late due
 * that has not had both; if no due is late, the reminder before the next due. `day`: today, YYYY-MM-DD.
 */
export function reminderByHand(facts: ReminderFacts, day: string): Outcome<ReminderRefusal, DueReminder> {
  const obstacle = obstacleTo(facts, day)
  if (obstacle) return refuse(obstacle)
  const { balance } = facts
  const lateDues = balance.dues.filter(({ state }) => state === 'late')
  for (const due of lateDues)
    for (const kind of ['first', 'second'] as const)
      if (!wasSent(facts, due, kind)) return { ok: true, ...reminderOf(balance, due, kind) }
  if (lateDues.length > 0) return refuse('no-more')
  if (!balance.next) return refuse('no-due')
  return wasSent(facts, balance.next, 'before')
    ? refuse('reminded')
    : { ok: true, ...reminderOf(balance, balance.next, 'before') }
}

/**
 * Returns the reminder that the schedule sends for an enrolment on a day, of the earliest due of which it reminds on
 * that day; null for none. The schedule never sends the second reminder of a due.
 */
export function reminderOfSchedule(facts: ReminderFacts, day: string): DueReminder | null {
  if (obstacleTo(facts, day)) return null
  const { balance, approvedOn } = facts
  const isJustApproved = approvedOn !== null && approvedOn > plusDays(day, -REMINDER_DAYS_BEFORE)
  for (const due of balance.dues) {
    const kind = due.state === 'paid' ? null : kindOnDay(due.dueOn, day)
    // The e-mail of a recent approval has just named the dues.
    if (kind && !wasSent(facts, due, kind) && !(kind === 'before' && isJustApproved))
      return reminderOf(balance, due, kind)
  }
  return null
}

/**
 * Returns, for each kind of scheduled reminder, the first and the last day of the dues of which it reminds on `day`.
 */
export const dueDaysToRemindOf = (day: string): Record<'before' | 'first', [string, string]> => ({
  before: [plusDays(day, 1), plusDays(day, REMINDER_DAYS_BEFORE)],
  first: [plusDays(day, -REMINDER_DAYS_AFTER - MOST_DAYS_LATE), plusDays(day, -REMINDER_DAYS_AFTER)],
})

/**
 * Returns the day on which the schedule reminds of a late due; null if the due is not late on `day`, or the reminder's
 * day is before it. Days: YYYY-MM-DD.
 */
export function lateReminderDay(dueOn: string, day: string): string | null {
  const reminderDay = plusDays(dueOn, REMINDER_DAYS_AFTER)
  return dueOn < day && reminderDay >= day ? reminderDay : null
}

/**
 * Says which reminders an enrolment has had and when the next one leaves: '2 promemoria, l’ultimo il 9 nov',
 * 'promemoria il 21 nov', '1 promemoria, l’11 nov; il prossimo il 21 nov'; '' for none. `nextOn`: the day of the next,
 * YYYY-MM-DD.
 */
export function remindersInWords(
  { count, lastSentOn }: { count: number; lastSentOn: string | null },
  nextOn: string | null,
): string {
  const onDay = (day: string) => withArticle('il', formatDate(day, 'd MMM'))
  if (!lastSentOn) return nextOn ? `promemoria ${onDay(nextOn)}` : ''
  const sentSoFar = `${count} promemoria, ${count === 1 ? '' : 'l’ultimo '}${onDay(lastSentOn)}`
  return nextOn ? `${sentSoFar}; il prossimo ${onDay(nextOn)}` : sentSoFar
}

/** Returns which reminder of a due the schedule sends on a day; null for none. */
function kindOnDay(dueOn: string, day: string): 'before' | 'first' | null {
  const days = dueDaysToRemindOf(day)
  const isIn = ([from, to]: [string, string]) => from <= dueOn && dueOn <= to
  if (isIn(days.first)) return 'first'
  return isIn(days.before) ? 'before' : null
}

/** Returns what forbids any reminder of an enrolment on a day; null if nothing does. */
function obstacleTo(facts: ReminderFacts, day: string): ReminderRefusal | null {
  if (!facts.hasSeat) return 'no-seat'
  if (!facts.isReachable) return 'unreachable'
  if (facts.isUndoable) return 'undecided'
  if (facts.balance.open === 0) return 'no-due'
  if (facts.isConditional) return 'conditional'
  if (facts.isCalledOff) return 'called-off'
  if (facts.hasPaidToday) return 'paid-today'
  return facts.sentReminders.some(({ sentOn }) => sentOn === day) ? 'reminded-today' : null
}

/** Returns the dues of the day of `due` that are not paid in full. */
const openDuesOnDayOf = ({ dueOn }: BalancedDue, { dues }: Balance) =>
  dues.filter((due) => due.dueOn === dueOn && due.state !== 'paid')

const reminderOf = <Kind extends ReminderKind>(balance: Balance, due: BalancedDue, kind: Kind) => ({
  kind,
  due,
  cents: openDuesOnDayOf(due, balance).reduce((sum, { open }) => sum + open, 0),
})

/** Whether a reminder of this kind was sent of a due, or of another due of its day. */
const wasSent = ({ balance, sentReminders }: ReminderFacts, { dueOn }: BalancedDue, kind: ReminderKind) =>
  sentReminders.some(
    (reminder) =>
      reminder.kind === kind &&
      balance.dues.some((due) => due.number === reminder.number && due.dueOn === dueOn),
  )

/** The letter that words each reminder; the office can change its text. */
export const REMINDER_LETTERS = {
  before: 'payment-due',
  first: 'payment-late',
  second: 'payment-still-late',
} as const satisfies Record<ReminderKind, LetterKey>

/**
 * Returns subject and text of a reminder. `greets`: whether the e-mail puts 'Ciao' and the name before the text; `day`:
 * today.
 */
export function reminderWords(
  { kind, due, cents }: DueReminder,
  balance: Balance,
  person: { firstName: string; lastName: string },
  { company, letters }: Pick<SiteSettings, 'company' | 'letters'>,
  day: string,
): { title: string; greets: boolean; paragraphs: string[] } {
  const duesOfDay = openDuesOnDayOf(due, balance)
  const isOneOfSeveral = balance.dues.length > 1 && duesOfDay.length === 1
  const daysAhead = differenceInCalendarDays(parseISO(due.dueOn), parseISO(day))
  const words = {
    ...companyValues(company),
    pagamento: SUBJECT_NAMES[kind][isOneOfSeveral ? 'due' : 'sum'],
    rata: duesName(duesOfDay, balance.dues.length),
    importo: formatCents(cents),
    scadenza: withArticle('il', formatDate(due.dueOn, 'd MMMM')),
    giorno: daysAhead === 0 ? 'oggi' : formatDate(due.dueOn, 'EEEE d MMMM'),
  }
  const { subject, opening } = letters.words[REMINDER_LETTERS[kind]]
  const until = withArticle('entro il', formatDate(plusDays(day, DAYS_TO_PAY_AFTER_SECOND), 'd MMMM yyyy'))
  const closing = {
    before: 'Se hai già pagato, non devi fare altro: il bonifico può impiegare uno o due giorni.',
    first:
      'Se l’hai fatto, rispondi indicando la data del bonifico e lo cerchiamo noi. Se hai bisogno di più tempo, scrivici: troviamo una soluzione.',
    second: `Ti chiediamo di pagare ${until} oppure di chiamare la segreteria: il numero è ${company.phone}. Se non ti sentiamo, ti telefoneremo noi.`,
  }
  const isFormal = kind === 'second'
  const hasOtherLateDues = kind !== 'before' && due.state === 'late' && balance.late > cents
  return {
    title: fillPlaceholders(subject, words),
    greets: !isFormal,
    paragraphs: [
      isFormal && `Gentile ${person.firstName} ${person.lastName},`,
      fillPlaceholders(opening, words),
      hasOtherLateDues && `In tutto risultano scaduti ${formatCents(balance.late)}.`,
      closing[kind],
    ].filter((paragraph) => paragraph !== false),
  }
}

/** 'la rata 2 di 3', 'il pagamento delle rate 2 e 3 di 3', or 'il pagamento' where `count` is 1. */
function duesName(dues: readonly BalancedDue[], count: number): string {
  const [first] = dues
  if (first && dues.length === 1) return dueName(first, count)
  const numbers = new Intl.ListFormat('it-IT').format(dues.map(({ number }) => String(number)))
  return `il pagamento delle rate ${numbers} di ${count}`
}

/** How the subject of the e-mail calls what is to be paid: `due` for one of several, else `sum`. */
const SUBJECT_NAMES: Record<ReminderKind, { due: string; sum: string }> = {
  before: { due: 'La rata', sum: 'Il pagamento' },
  first: { due: 'Una rata', sum: 'Un importo' },
  second: { due: 'Una rata', sum: 'Un importo' },
}

/** Writes a reminder for a hidden field: 'ENROLMENT first 2 49000', with the number of the due and the open cents. */
export const writeReminder = (enrolmentId: string, { kind, due, cents }: DueReminder) =>
  `${enrolmentId} ${kind} ${due.number} ${cents}`

/**
 * Why reminders that were sent from the page are refused altogether. `unknown`: the form cannot be read; `sent-twice`:
 * the same form has sent them already; `none`: no reminder is as the page has shown it.
 */
const SENDING_SENTENCES = {
  unknown: 'Questa pagina non si legge: aprila di nuovo',
  'sent-twice': 'Questi promemoria sono già in coda',
  'too-many': 'Sono troppi per una volta: scegline meno',
  none: 'Nel frattempo è cambiato qualcosa: nessun promemoria è partito',
} as const
export type SendingRefusal = keyof typeof SENDING_SENTENCES
export const explainSendingRefusal = ({ refusal }: Refused<SendingRefusal>) => SENDING_SENTENCES[refusal]
