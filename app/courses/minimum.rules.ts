import { withArticle } from '../italian/articles'
import { formatDate } from '../italian/dates'
import { plusDays } from '../italian/days'
import { type CourseStateFacts, courseState, hasBegun } from './rules'

/**
 * From so many days before `confirmBy` the office is asked to confirm or cancel an edition. If an edition has reached
 * its minimum, the office is asked to confirm it at once.
 */
export const CONFIRM_DAYS = 3

/** `peopleEnrolled`: people with a seat; open offers do not count. Days: YYYY-MM-DD. */
type Edition = CourseStateFacts & {
  minParticipants: number | null
  confirmBy: string | null
  confirmedAt: Date | null
  startDate: string | null
  peopleEnrolled: number
}

/**
 * What the page of a course says of its minimum of participants; null: nothing. A draft is treated as published.
 * `today`: YYYY-MM-DD.
 */
export function minimumOf(edition: Edition, today: string): { text: string; confirmed: boolean } | null {
  if (courseState({ ...edition, draft: false }, today) !== 'available') return null
  if (edition.confirmedAt) return { text: 'Edizione confermata', confirmed: true }
  const { minParticipants: least, peopleEnrolled } = edition
  if (!least || hasBegun(edition, today)) return null
  const until = byWhen(edition, today)
  const missing = least - peopleEnrolled
  const text =
    missing > 0
      ? `${onlyIfEnrolled(least)}${until}: ${missingInWords(missing)}. ${NOTHING_DUE}`
      : `Si parte con almeno ${leastInWords(least)}: ${least === 1 ? 'c’è già' : 'ci sono già'}. Manca solo la conferma${until && `,${until}`}.`
  return { text, confirmed: false }
}

/**
 * What an e-mail says of the minimum, without the number of missing people, which changes. Null without a minimum, for
 * an edition that is confirmed or has begun, and for one that takes no requests. A draft counts as if it were
 * published.
 */
export function minimumCondition(edition: Omit<Edition, 'peopleEnrolled'>, today: string): string | null {
  const { minParticipants: least } = edition
  const awaitsMinimum = minimumOf({ ...edition, peopleEnrolled: 0 }, today)?.confirmed === false
  return least && awaitsMinimum ? `${onlyIfEnrolled(least)}${byWhen(edition, today)}. ${NOTHING_DUE}` : null
}

/** 'Sono 4 su un minimo di 8.'; null if the minimum is reached or there is none. */
export function shortfallOf(edition: Pick<Edition, 'minParticipants' | 'peopleEnrolled'>): string | null {
  const { minParticipants: least, peopleEnrolled } = edition
  if (!least || peopleEnrolled >= least) return null
  return `${peopleEnrolled === 1 ? 'È' : 'Sono'} ${peopleEnrolled} su un minimo di ${least}.`
}

/** Whether an edition is below its minimum and not confirmed, so that it may still not take place. */
export const isBelowMinimum = (
  edition: Pick<Edition, 'minParticipants' | 'peopleEnrolled' | 'confirmedAt'>,
) => !edition.confirmedAt && shortfallOf(edition) !== null

/** How many people are missing: 'ne mancano 3'. */
export const missingInWords = (people: number) => (people === 1 ? 'ne manca 1' : `ne mancano ${people}`)

const NOTHING_DUE = 'Se non si parte non paghi nulla.'
const leastInWords = (least: number) => (least === 1 ? 'una persona' : `${least} persone`)
const onlyIfEnrolled = (least: number) =>
  `Si parte se si ${least === 1 ? 'iscrive' : 'iscrivono'} almeno ${leastInWords(least)}`
/** The day to confirm by, with a space before it; '' without one, or once it has passed. */
const byWhen = ({ confirmBy }: Pick<Edition, 'confirmBy'>, today: string) =>
  confirmBy && confirmBy >= today ? ` entro ${dayWithArticle(confirmBy)}` : ''

/** The sentence that asks the office to confirm or cancel an edition; null: nothing to decide. `today`: YYYY-MM-DD. */
export function proposalOf(edition: Edition, today: string): string | null {
  if (courseState(edition, today) !== 'available' || edition.confirmedAt) return null
  const { minParticipants: least, confirmBy, peopleEnrolled } = edition
  const isConfirmationDayNear = confirmBy !== null && confirmBy <= plusDays(today, CONFIRM_DAYS)
  if (least && peopleEnrolled >= least)
    return isConfirmationDayNear || !hasBegun(edition, today)
      ? 'Il minimo è raggiunto: conferma l’edizione'
      : null
  if (!isConfirmationDayNear) return null
  const day = dayWithArticle(confirmBy)
  const isPast = confirmBy < today
  if (!least) return `L’edizione ${isPast ? 'andava' : 'va'} confermata entro ${day}: conferma o annulla`
  const missing = least - peopleEnrolled
  const missingPeople = missing === 1 ? 'Manca 1 persona' : `Mancano ${missing} persone`
  return `${missingPeople}${isPast ? `, e il termine era ${day}` : ` entro ${day}`}: conferma o annulla`
}

/** A day with its article: 'il 3 marzo', 'l’8 marzo'. */
function dayWithArticle(day: string): string {
  return withArticle('il', formatDate(day, 'd MMMM'))
}
