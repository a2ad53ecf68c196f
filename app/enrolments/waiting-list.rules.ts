import { addHours } from 'date-fns'
import { millisecondsInHour } from 'date-fns/constants'
import { href } from 'react-router'
import { acceptsRequests, type CourseStateFacts, seatsLeft } from '../courses/rules'
import { isSeated } from '../courses/seats.rules'
import { withArticle } from '../italian/articles'
import { formatDate } from '../italian/dates'
import { formatCount, ordinal } from '../italian/numbers'
import { OK, type Outcome, type Refused, refuse } from '../runtime/outcome.rules'
import {
  type CourseWithSeats,
  type EnrolmentOutcome,
  type EnrolmentState,
  mayRequestSeat,
  mayStep,
} from './rules'

/**
 * How an offer of a seat ends: by its person, by time, or 'withdrawn': the office has decided about the request, or the
 * edition takes no requests any more or begins before the offer ends.
 */
export const OFFER_ANSWERS = ['accepted', 'declined', 'expired', 'withdrawn'] as const
export type OfferAnswer = (typeof OFFER_ANSWERS)[number]

/** How long an offer lasts. */
const OFFER_LENGTH = { hours: 48, words: 'due giorni' } as const
/** An offer lasts `hours` if the course begins in fewer than `hoursToStart` hours. */
const SHORT_OFFER = { hoursToStart: 72, hours: 12 } as const
/** No offer is made if the course begins in at most so many hours. */
const NO_OFFER_HOURS = 24
/** After news of the edition that nobody can undo any more, an open offer lasts at least so many hours. */
const HOURS_AFTER_NEWS = 1

/** Italian times between which no offer ends. */
const NIGHT = { begin: '20:00', end: '09:00' } as const
/** The Italian time at which an offer ends that would end in the night or on a day on which the school is closed. */
const MORNING = '10:00'

/** HH:MM in Italy. */
const timeOf = (moment: Date) => formatDate(moment, 'HH:mm')

/**
 * When an offer that is made now ends; null if the start is too near to make one, so that the office telephones. It
 * does not end on a day on which the school is closed, unless the course would have begun by the end of the closure.
 * `start`: of the first session, null without one; `isClosed`: whether the school is closed on a day, YYYY-MM-DD.
 */
export function offerEnd(now: Date, start: Date | null, isClosed: (day: string) => boolean): Date | null {
  const hoursToStart = start
    ? (start.getTime() - now.getTime()) / millisecondsInHour
    : Number.POSITIVE_INFINITY
  if (hoursToStart <= NO_OFFER_HOURS) return null
  const { hours } = hoursToStart < SHORT_OFFER.hoursToStart ? SHORT_OFFER : OFFER_LENGTH
  return endNear(addHours(now, hours), start, isClosed)
}

/**
 * When an open offer ends at the earliest, if nobody can answer it before `heldUntil`, since the news of its edition can
 * be undone until then; null if the start is too near. The parameters are as in `offerEnd`.
 */
export function endAfterNews(
  heldUntil: Date,
  start: Date | null,
  isClosed: (day: string) => boolean,
): Date | null {
  return endNear(addHours(heldUntil, HOURS_AFTER_NEWS), start, isClosed)
}

/** The end of an offer that would end at this moment, as `offerEnd` describes it; null if the course has begun by then. */
function endNear(moment: Date, start: Date | null, isClosed: (day: string) => boolean): Date | null {
  const end = inDaytime(moment)
  return [afterClosure(end, isClosed), end].find((moment) => !start || moment < start) ?? null
}

/** Moves the end of an offer that would fall into the night to the next morning. */
function inDaytime(moment: Date): Date {
  const time = timeOf(moment)
  return NIGHT.end <= time && time < NIGHT.begin ? moment : nextMorning(moment)
}

/**
 * Mornings after which the search for the end of a closure stops: more than two years. One closure is shorter, but
 * closures may follow each other without end.
 */
const MOST_MORNINGS = 800

/** Moves the end of an offer from a day on which the school is closed to the first morning after the closure. */
function afterClosure(moment: Date, isClosed: (day: string) => boolean): Date {
  let end = moment
  for (let count = 0; isClosed(formatDate(end, 'yyyy-MM-dd')) && count < MOST_MORNINGS; count++)
    end = nextMorning(end)
  return end
}

/** The next moment at which it is `MORNING` in Italy. */
function nextMorning(moment: Date): Date {
  let hour = new Date((Math.floor(moment.getTime() / millisecondsInHour) + 1) * millisecondsInHour)
  while (timeOf(hour) !== MORNING) hour = addHours(hour, 1)
  return hour
}

/** How free seats are offered, as the office reads it: `what` the rule is about, its `value`, and a `note`. */
export const OFFER_RULES = [
  { what: 'A chi', value: 'Al primo ammesso', note: 'per email, da sé, appena un posto è libero' },
  {
    what: 'Tempo',
    value: `${OFFER_LENGTH.hours} ore`,
    note: `mai oltre le ${Number.parseInt(NIGHT.begin, 10)} o prima delle ${Number.parseInt(NIGHT.end, 10)}, né in una chiusura della scuola`,
  },
  {
    what: 'Vicino all’inizio',
    value: `${SHORT_OFFER.hours} ore`,
    note: `nelle ${SHORT_OFFER.hoursToStart} ore prima; dalle ${NO_OFFER_HOURS} ore prima si telefona`,
  },
] as const

/** How free seats are offered, as people on the list read it. */
export const HOW_SEATS_ARE_OFFERED = `Quando tocca a te ti offriamo il posto per email, e hai ${OFFER_LENGTH.words} per accettarlo; meno, se il corso sta per cominciare. Nell’ultimo giorno, o a corso cominciato, ti telefoniamo.`

/** The parameter of the address that asks before a seat is declined. */
export const DECLINE_PARAMETER = 'rinuncia'
/** The address that asks before a seat is declined. `page`: of the offer or of the place on the list. */
export const declinePage = (page: string) => `${page}?${DECLINE_PARAMETER}`

/** Most people of a waiting list that a page shows. */
export const MOST_LISTED = 200

/** The page of the office with the waiting list of an edition. `course`: its id. */
export const waitingListPage = (course: string) => href('/admin/courses/:course/lista-attesa', { course })

/**
 * Whether a new request goes on the list: every free seat, if there is one, is for somebody who waits. `left`: free
 * seats, null without a limit; `peopleAwaitingOffer`: people who wait without an offer.
 */
export const mustWait = (left: number | null, peopleAwaitingOffer: number) =>
  left !== null && left <= peopleAwaitingOffer

/**
 * The taken seats of a course as pages show them: all seats if the free ones are for people who wait.
 * `peopleAwaitingOffer`: as in `mustWait`.
 */
export function seatsShown(
  course: { maxPartecipanti: number | null; seatsTaken: number },
  peopleAwaitingOffer: number,
): number {
  const { maxPartecipanti, seatsTaken } = course
  const isReserved = mustWait(seatsLeft(course, seatsTaken), peopleAwaitingOffer)
  return isReserved ? Math.max(seatsTaken, maxPartecipanti ?? 0) : seatsTaken
}

/** Tells a person that their request is on the waiting list, in which place (from 1), and why. */
export function listSentence(position: number): string {
  const others = position === 2 ? 'Un’altra persona aspetta' : 'Altre persone aspettano'
  const reason = position === 1 ? 'I posti sono presi' : `${others} già un posto`
  return `${reason}: sei in lista d’attesa, ${withArticle('al', ordinal(position))} posto.`
}

/** The people before a person on the list: how many, and why the office has moved some of them to the top. */
export type PeopleAhead = { people: number; reasons: string[] }

/**
 * Tells a person who is before them on the list, and why: 'Prima di te: 2 persone, 1 spostata avanti dalla segreteria:
 * posto riservato all’azienda finanziatrice.'; '' if they are the first.
 */
export function aheadSentence({ people, reasons }: PeopleAhead): string {
  if (people === 0) return ''
  const count = formatCount(people, 'persona', 'persone')
  if (reasons.length === 0) return `Prima di te: ${count}.`
  const moved = people === 1 ? 'spostata' : reasons.length === 1 ? '1 spostata' : `${reasons.length} spostate`
  const distinctReasons = new Set(reasons.map((reason) => reason.replace(/[\s.…]+$/, '')))
  return `Prima di te: ${count}, ${moved} avanti dalla segreteria: ${[...distinctReasons].join('; ')}.`
}

/** What an enrolment says of its place on the list. */
type Listing = { status: EnrolmentState; admittedAt: Date | null; waitingSince: Date | null }

/**
 * Whether the office may admit a pending request to the waiting list: the course accepts requests and is full, or the
 * request is on the list already; not twice. `today`: YYYY-MM-DD.
 */
export function mayAdmit(
  { status, admittedAt, waitingSince }: Listing,
  course: CourseWithSeats,
  today: string,
): EnrolmentOutcome {
  const step = mayStep('admit', status)
  if (!step.ok) return step
  if (course.archivedAt) return refuse('archived')
  const open = mayRequestSeat(course, undefined, today)
  if (!open.ok) return open
  if (admittedAt) return refuse('admitted')
  return waitingSince || seatsLeft(course, course.seatsTaken) === 0 ? OK : refuse('seats-free')
}

/**
 * Whether the office may put a person on the list of an edition: it has no free seat beyond those for people who wait,
 * or the person is on the list without being admitted. `enrolment`: their live enrolment in the edition;
 * `peopleAwaitingOffer`: how many other people wait without an offer; `today`: YYYY-MM-DD.
 */
export function mayPutOnList(
  course: CourseWithSeats,
  enrolment: Listing | undefined,
  peopleAwaitingOffer: number,
  today: string,
): EnrolmentOutcome {
  if (enrolment && isSeated(enrolment.status)) return refuse('same-course', { state: enrolment.status })
  const open = mayRequestSeat(course, undefined, today)
  if (!open.ok) return open
  const isOnList = enrolment?.status === 'pending' && enrolment.waitingSince !== null
  if (isOnList && enrolment.admittedAt) return refuse('admitted')
  return isOnList || mustWait(seatsLeft(course, course.seatsTaken), peopleAwaitingOffer)
    ? OK
    : refuse('seats-free')
}

// ── Answering an offer ──────────────────────────────────────────────────────────────────────────────

/**
 * Why an offer cannot be answered. `unknown`: there is none; `closed`: the edition takes no requests, or the request or
 * accepted seat is gone; `seated`: the person got a seat in another way; `updating`: the office can still undo the
 * decision that withdrew the offer, or the confirmation or new dates of the edition; else the answer that the offer
 * already has.
 */
export type OfferRefusal = 'unknown' | 'closed' | 'seated' | 'updating' | OfferAnswer

/** `at`: until when the offer could be answered. */
type WithEnd = { at?: Date }
export type OfferRefused = Refused<OfferRefusal, WithEnd>
export type OfferOutcome = Outcome<OfferRefusal, object, WithEnd>

/**
 * Whether an offer can be answered. `isOver`: its time has passed; `isLastDecisionOpen`: the office can still undo its
 * last decision about the enrolment; `isEditionUpdating`: one of `KINDS_UPDATING_EDITION` about the edition;
 * `enrolment`: undefined if it was deleted or has ended; `today`: YYYY-MM-DD.
 */
export function mayAnswerOffer(
  offer: {
    answer: OfferAnswer | null
    expiresAt: Date
    isOver: boolean
    isLastDecisionOpen: boolean
    isEditionUpdating: boolean
  },
  enrolment: { status: EnrolmentState; course: CourseStateFacts } | undefined,
  today: string,
): OfferOutcome {
  const hasSeat = isSeated(enrolment?.status)
  if (offer.answer === 'withdrawn' && offer.isLastDecisionOpen) return refuse('updating')
  if (offer.answer === 'withdrawn' && hasSeat) return refuse('seated')
  if (offer.answer === 'accepted' && !hasSeat) return refuse('closed')
  if (offer.answer) return refuse(offer.answer, { at: offer.expiresAt })
  if (enrolment?.status !== 'pending') return refuse('closed')
  if (!acceptsRequests(enrolment.course, today)) return refuse('closed')
  if (offer.isOver) return refuse('expired', { at: offer.expiresAt })
  return offer.isEditionUpdating ? refuse('updating') : OK
}

const SENTENCES: Record<OfferRefusal, string> = {
  unknown: 'Questa offerta non esiste',
  closed: 'Questo posto non si può più accettare',
  accepted: 'Hai già accettato: il posto è tuo',
  seated: 'La segreteria ha già registrato la tua iscrizione: il posto è tuo',
  declined: 'Hai rinunciato a questo posto',
  updating: 'La segreteria sta aggiornando la tua iscrizione: riprova tra qualche minuto',
  withdrawn: 'Questo posto non è più riservato a te: guarda la tua area personale',
  expired: 'Questa offerta è scaduta',
}

/**
 * Says why an offer cannot be answered: 'Questa offerta è scaduta il 26/11/2026 alle 10:00'. `canRejoin`: the person
 * may go back on the list, which the sentence then proposes.
 */
export function explainOfferRefusal({ refusal, at }: OfferRefused, canRejoin = false): string {
  if (refusal !== 'expired' || !at) return SENTENCES[refusal]
  const ended = `${SENTENCES.expired} ${withArticle('il', formatDate(at, 'dd/MM/yyyy'))} alle ${timeOf(at)}`
  return canRejoin ? `${ended}: chiedi di rientrare in lista` : ended
}
