import { addHours } from 'date-fns'
import { millisecondsInHour } from 'date-fns/constants'
import { href } from 'react-router'
import { acceptsRequests, type CourseStanding, seatsLeft } from '../courses/rules'
import { isSeated } from '../courses/seats.rules'
import { withArticle } from '../italian/articles'
import { formatDate } from '../italian/dates'
import { formatCount, ordinal } from '../italian/numbers'
import { OK, type Outcome, type Refused, refuse } from '../runtime/outcome.rules'
import { type EnrolmentOutcome, type EnrolmentState, mayAsk, mayStep } from './rules'

export const OFFER_ANSWERS = ['accepted', 'declined', 'expired', 'withdrawn'] as const
export type OfferAnswer = (typeof OFFER_ANSWERS)[number]

/** Hours: an offer lasts; near the start it lasts less; nearer still the office telephones. */
const OFFER_LASTS = { hours: 48, words: 'due giorni' } as const
const OFFER_LASTS_NEAR = 12
const NEAR = 72
const TOO_NEAR = 24

/** Italian times between which no offer ends: it ends at 10:00 instead. */
const [EVENING, DAY, MORNING] = ['20:00', '09:00', '10:00']

/** HH:MM in Italy. */
const timeOf = (moment: Date) => formatDate(moment, 'HH:mm')

/**
 * When an offer of this moment ends; null if the start is too near. It ends after the days on which the school is closed, unless
 * the course has begun by then. `start`: of the first session, null without one; `isClosed`: on a day, YYYY-MM-DD.
 */
export function offerEnd(now: Date, start: Date | null, isClosed: (day: string) => boolean): Date | null {
  const ahead = start ? (start.getTime() - now.getTime()) / millisecondsInHour : Number.POSITIVE_INFINITY
  if (ahead <= TOO_NEAR) return null
  const end = byDay(addHours(now, ahead < NEAR ? OFFER_LASTS_NEAR : OFFER_LASTS.hours))
  return [afterClosure(end, isClosed), end].find((moment) => !start || moment < start) ?? null
}

function byDay(moment: Date): Date {
  const time = timeOf(moment)
  return DAY <= time && time < EVENING ? moment : nextMorning(moment)
}

/** Longer than any closure. */
const MOST_MORNINGS = 800

function afterClosure(moment: Date, isClosed: (day: string) => boolean): Date {
  let end = moment
  for (let count = 0; isClosed(formatDate(end, 'yyyy-MM-dd')) && count < MOST_MORNINGS; count++)
    end = nextMorning(end)
  return end
}

function nextMorning(moment: Date): Date {
  let hour = new Date((Math.floor(moment.getTime() / millisecondsInHour) + 1) * millisecondsInHour)
  while (timeOf(hour) !== MORNING) hour = addHours(hour, 1)
  return hour
}

/** How free seats are offered, for the office: what, its value, what holds besides. */
export const OFFER_RULES = [
  { what: 'A chi', value: 'Al primo ammesso', note: 'per email, da sé, appena un posto è libero' },
  {
    what: 'Tempo',
    value: `${OFFER_LASTS.hours} ore`,
    note: `mai oltre le ${Number.parseInt(EVENING, 10)} o prima delle ${Number.parseInt(DAY, 10)}, né in una chiusura della scuola`,
  },
  {
    what: 'Vicino all’inizio',
    value: `${OFFER_LASTS_NEAR} ore`,
    note: `nelle ${NEAR} ore prima; dalle ${TOO_NEAR} ore prima si telefona`,
  },
] as const

/** For people on the list. */
export const HOW_SEATS_ARE_OFFERED = `Quando tocca a te ti offriamo il posto per email, e hai ${OFFER_LASTS.words} per accettarlo; meno, se il corso sta per cominciare. Nell’ultimo giorno, o a corso cominciato, ti telefoniamo.`

export const DECLINING = 'rinuncia'
export const decliningOf = (page: string) => `${page}?${DECLINING}`

export const LISTED = 200

export const waitingListPage = (course: string) => href('/admin/courses/:course/lista-attesa', { course })

/** A request goes on the list: the free seats (null: no limit) are for the people who wait without an offer. */
export const mustWait = (left: number | null, next: number) => left !== null && left <= next

/** The taken seats of a course as every page shows them: free ones for which `next` people wait are taken. */
export function seatsShown(
  course: { maxPartecipanti: number | null; seatsTaken: number },
  next: number,
): number {
  const { maxPartecipanti, seatsTaken } = course
  const isReserved = mustWait(seatsLeft(course, seatsTaken), next)
  return isReserved ? Math.max(seatsTaken, maxPartecipanti ?? 0) : seatsTaken
}

export const listSentence = (position: number) =>
  `${position === 1 ? 'I posti sono presi' : 'Altre persone aspettano già un posto'}: sei in lista d’attesa, ${withArticle('al', ordinal(position))} posto.`

/** Those before somebody on the list: how many, and why the office has moved some of them up. */
export type Ahead = { people: number; reasons: string[] }

/** 'Prima di te: 2 persone, 1 spostata avanti dalla segreteria: posto riservato all’azienda finanziatrice.'; '' for the first. */
export function aheadSentence({ people, reasons }: Ahead): string {
  if (people === 0) return ''
  const count = formatCount(people, 'persona', 'persone')
  if (reasons.length === 0) return `Prima di te: ${count}.`
  const moved = people === 1 ? 'spostata' : reasons.length === 1 ? '1 spostata' : `${reasons.length} spostate`
  const words = new Set(reasons.map((reason) => reason.replace(/[\s.…]+$/, '')))
  return `Prima di te: ${count}, ${moved} avanti dalla segreteria: ${[...words].join('; ')}.`
}

/** The office admits a request of a full edition, and one that is on the list, to be offered seats. */
export function mayAdmit(
  {
    status,
    admittedAt,
    waitingSince,
  }: { status: EnrolmentState; admittedAt: Date | null; waitingSince: Date | null },
  course: Pick<CourseStanding, 'archivedAt' | 'cancelledAt'> & {
    maxPartecipanti: number | null
    seatsTaken: number
  },
): EnrolmentOutcome {
  const step = mayStep('admit', status)
  if (!step.ok) return step
  if (course.archivedAt) return refuse('archived')
  if (course.cancelledAt) return refuse('cancelled')
  if (admittedAt) return refuse('admitted')
  return waitingSince || seatsLeft(course, course.seatsTaken) === 0 ? OK : refuse('not-full')
}

/**
 * The office puts a person on the list of an edition that has no seat for them. `enrolment`: their live one there; `next`: other
 * people who wait without an offer; `today`: YYYY-MM-DD.
 */
export function mayPutOnList(
  course: CourseStanding & { maxPartecipanti: number | null; seatsTaken: number },
  enrolment: { status: EnrolmentState; admittedAt: Date | null; waitingSince: Date | null } | undefined,
  next: number,
  today: string,
): EnrolmentOutcome {
  if (enrolment && isSeated(enrolment.status)) return refuse('same-course', { state: enrolment.status })
  const open = mayAsk(course, undefined, today)
  if (!open.ok) return open
  const isOnList = enrolment?.status === 'pending' && enrolment.waitingSince !== null
  if (isOnList && enrolment.admittedAt) return refuse('admitted')
  return isOnList || mustWait(seatsLeft(course, course.seatsTaken), next) ? OK : refuse('seats-free')
}

// ── Answering an offer ──────────────────────────────────────────────────────────────────────────────

/**
 * `closed`: the edition, the request or the accepted seat is no longer there; `seated`: the person got a seat in another way;
 * `updating`: the decision that has withdrawn the offer can still be undone.
 */
export type OfferRefusal = 'unknown' | 'closed' | 'seated' | 'updating' | OfferAnswer

/** `at`: when it ended. */
type WithEnd = { at?: Date }
export type OfferRefused = Refused<OfferRefusal, WithEnd>
export type OfferOutcome = Outcome<OfferRefusal, object, WithEnd>

/**
 * Whether an offer can be answered. `isOver`: its time has passed; `isUpdating`: the office can still undo its last decision
 * about the enrolment; `today`: YYYY-MM-DD.
 */
export function mayAnswer(
  offer: {
    answer: OfferAnswer | null
    expiresAt: Date
    isOver: boolean
    isUpdating: boolean
  },
  enrolment: { status: EnrolmentState; course: CourseStanding } | undefined,
  today: string,
): OfferOutcome {
  const hasSeat = isSeated(enrolment?.status)
  if (offer.answer === 'withdrawn' && offer.isUpdating) return refuse('updating')
  if (offer.answer === 'withdrawn' && hasSeat) return refuse('seated')
  if (offer.answer === 'accepted' && !hasSeat) return refuse('closed')
  if (offer.answer) return refuse(offer.answer, { at: offer.expiresAt })
  if (enrolment?.status !== 'pending') return refuse('closed')
  if (!acceptsRequests(enrolment.course, today)) return refuse('closed')
  return offer.isOver ? refuse('expired', { at: offer.expiresAt }) : OK
}

const EXPLAIN: Record<OfferRefusal, string> = {
  unknown: 'Questa offerta non esiste',
  closed: 'Questo posto non si può più accettare',
  accepted: 'Hai già accettato: il posto è tuo',
  seated: 'La segreteria ha già registrato la tua iscrizione: il posto è tuo',
  declined: 'Hai rinunciato a questo posto',
  updating: 'La segreteria sta aggiornando la tua iscrizione: riprova tra qualche minuto',
  withdrawn: 'Questo posto non è più riservato a te: guarda la tua area personale',
  expired: 'Questa offerta è scaduta',
}

/** 'Questa offerta è scaduta il 26/11/2026 alle 10:00: chiedi di rientrare in lista'; the end only if they can. */
export function explainOffer({ refusal, at }: OfferRefused, canRejoin = false): string {
  if (refusal !== 'expired' || !at) return EXPLAIN[refusal]
  const ended = `${EXPLAIN.expired} ${withArticle('il', formatDate(at, 'dd/MM/yyyy'))} alle ${timeOf(at)}`
  return canRejoin ? `${ended}: chiedi di rientrare in lista` : ended
}
