import { millisecondsInDay } from 'date-fns/constants'
import { ageOf } from '../enrolments/review/queue.rules'

/** What the site knows of a person that may matter in a telephone call. */
export type CallFacts = {
  /** Requests to decide. `since`: when they came; `seats`: 'Al completo', '9 posti liberi', null without a limit. */
  requests: { course: string; since: Date; seats: string | null }[]
  offers: { course: string; until: Date }[]
  /** New dates of courses that the person has not answered. `until`: the last day to answer, YYYY-MM-DD. */
  newDates: { enrolment: string; course: string; until: string }[]
  /** Waiting lists to which the person is admitted, with the place on each, from 1. */
  waiting: { course: string; position: number }[]
  /** The person's oldest message that waits for an answer. */
  message: { id: string; since: Date } | undefined
  /** The next session of the person's courses. `date` is YYYY-MM-DD and `time` HH:MM, in Italy. */
  next:
    | {
        title: string
        location: string | null
        date: string
        time: string | null
        first: boolean
        last: boolean
      }
    | undefined
  /**
   * The first due of the person's courses that is not paid in full. `name`: 'la rata 2 di 3'; `cents`: what is open of
   * it; `dueOn`: YYYY-MM-DD.
   */
  due: { course: string; name: string; cents: number; dueOn: string; isLate: boolean } | undefined
  refusals: { course: string; at: Date; reason: string | null }[]
  /** The note for colleagues; only its first line is shown. */
  note: string | null
}

export type Say =
  | { about: 'request'; course: string; age: string; seats: string | null; more: number }
  | { about: 'offer'; course: string; until: Date }
  | { about: 'new-dates'; enrolment: string; course: string; until: string }
  | { about: 'waiting'; places: CallFacts['waiting'] }
  | { about: 'message'; contact: string; age: string }
  | ({ about: 'session' } & NonNullable<CallFacts['next']>)
  | ({ about: 'due' } & NonNullable<CallFacts['due']>)
  | { about: 'refusal'; course: string; at: Date; reason: string | null }
  | { about: 'note'; note: string }

const MOST = 4
/** Characters of the note that are shown. */
const NOTE_SHOWN = 160
const LATELY = 30 * millisecondsInDay

/**
 * Returns what a colleague who answers the telephone has to know, at most four things: what waits for an answer, of
 * the person or of the office, and what is late come first.
 */
export function whatToSay(
  { requests, offers, newDates, waiting, message, next, due, refusals, note }: CallFacts,
  now: Date,
): Say[] {
  const [oldest] = requests.toSorted((a, b) => a.since.getTime() - b.since.getTime())
  const [latest] = refusals
    .filter(({ at }) => now.getTime() - at.getTime() <= LATELY)
    .toSorted((a, b) => b.at.getTime() - a.at.getTime())
  const [offer] = offers
  const [moved] = newDates.toSorted((a, b) => a.until.localeCompare(b.until))
  const sentences: (Say | undefined)[] = [
    offer && { about: 'offer', ...offer },
    moved && { about: 'new-dates', ...moved },
    oldest && {
      about: 'request',
      course: oldest.course,
      age: ageOf(oldest.since, now),
      seats: oldest.seats,
      more: requests.length - 1,
    },
    due?.isLate ? { about: 'due', ...due } : undefined,
    waiting.length > 0 ? { about: 'waiting', places: waiting } : undefined,
    message && { about: 'message', contact: message.id, age: ageOf(message.since, now) },
    next && { about: 'session', ...next },
    due && !due.isLate ? { about: 'due', ...due } : undefined,
    latest && { about: 'refusal', ...latest },
    note ? { about: 'note', note: firstLine(note) } : undefined,
  ]
  return sentences.filter((sentence) => sentence !== undefined).slice(0, MOST)
}

function firstLine(note: string): string {
  const [line = ''] = note.trim().split('\n', 1)
  return line.length > NOTE_SHOWN ? `${line.slice(0, NOTE_SHOWN).trimEnd()}…` : line
}
