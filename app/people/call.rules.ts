import { millisecondsInDay } from 'date-fns/constants'
import { ageInWords } from '../enrolments/review/queue.rules'

/** What the site knows of a person that may matter when they call. `course` is the title of a course. */
export type CallFacts = {
  /** Requests to decide. `since`: when each came; `seats`: 'Al completo', '9 posti liberi', null without a limit. */
  requests: { course: string; since: Date; seats: string | null }[]
  /** Open offers of seats. `until`: when each ends. */
  offers: { course: string; until: Date }[]
  /** New dates of courses that the person has not answered. `until`: the last day to answer, YYYY-MM-DD. */
  newDates: { enrolment: string; course: string; until: string }[]
  /** Waiting lists to which the person is admitted, with the place on each, from 1. */
  waitingLists: { course: string; position: number }[]
  /** The person's oldest contact message that the office has not handled. */
  message: { id: string; since: Date } | undefined
  /**
   * The next session of the person's courses, or the one that is going on. `date` is YYYY-MM-DD and `time` HH:MM, in
   * Italy; of a session that began on an earlier day today and null.
   */
  nextSession:
    | {
        course: string
        location: string | null
        date: string
        time: string | null
        isFirst: boolean
        isLast: boolean
      }
    | undefined
  /**
   * The first due of the person's courses that is not paid in full. `name`: 'la rata 2 di 3'; `cents`: what is open of
   * it; `dueOn`: YYYY-MM-DD.
   */
  due: { course: string; name: string; cents: number; dueOn: string; isLate: boolean } | undefined
  /** Rejected requests, with the reason that the office gave, if any. */
  refusals: { course: string; at: Date; reason: string | null }[]
  /** The note for colleagues; only its first line is shown. */
  note: string | null
}

/**
 * The facts of one sentence for a telephone call; `CallSheet` words them. `age`: how long something has waited, as
 * `ageOf` says it; `otherRequests`: how many requests wait besides the oldest.
 */
export type CallSentence =
  | { about: 'request'; course: string; age: string; seats: string | null; otherRequests: number }
  | { about: 'offer'; course: string; until: Date }
  | { about: 'new-dates'; enrolment: string; course: string; until: string }
  | { about: 'waiting-lists'; waitingLists: CallFacts['waitingLists'] }
  | { about: 'message'; contact: string; age: string }
  | ({ about: 'session' } & NonNullable<CallFacts['nextSession']>)
  | ({ about: 'due' } & NonNullable<CallFacts['due']>)
  | { about: 'refusal'; course: string; at: Date; reason: string | null }
  | { about: 'note'; note: string }

const MOST_SENTENCES = 4
/** Most characters of the note that are shown. */
const MOST_NOTE_CHARACTERS = 160
/** For how long a refusal is mentioned. */
const RECENT_REFUSAL_MS = 30 * millisecondsInDay

/**
 * Returns what a colleague has to know when the person calls: the first four of an open offer, new dates to answer, a
 * request to decide, a late due, places on waiting lists, a message to handle, the next session, a due that is not
 * late, the latest refusal and the note.
 */
export function whatToSay(
  { requests, offers, newDates, waitingLists, message, nextSession, due, refusals, note }: CallFacts,
  now: Date,
): CallSentence[] {
  const [oldestRequest] = requests.toSorted((a, b) => a.since.getTime() - b.since.getTime())
  const [latestRefusal] = refusals
    .filter(({ at }) => now.getTime() - at.getTime() <= RECENT_REFUSAL_MS)
    .toSorted((a, b) => b.at.getTime() - a.at.getTime())
  const [offer] = offers
  const [earliestNewDates] = newDates.toSorted((a, b) => a.until.localeCompare(b.until))
  const sentences: (CallSentence | undefined)[] = [
    offer && { about: 'offer', ...offer },
    earliestNewDates && { about: 'new-dates', ...earliestNewDates },
    oldestRequest && {
      about: 'request',
      course: oldestRequest.course,
      age: ageInWords(oldestRequest.since, now),
      seats: oldestRequest.seats,
      otherRequests: requests.length - 1,
    },
    due?.isLate ? { about: 'due', ...due } : undefined,
    waitingLists.length > 0 ? { about: 'waiting-lists', waitingLists } : undefined,
    message && { about: 'message', contact: message.id, age: ageInWords(message.since, now) },
    nextSession && { about: 'session', ...nextSession },
    due && !due.isLate ? { about: 'due', ...due } : undefined,
    latestRefusal && { about: 'refusal', ...latestRefusal },
    note ? { about: 'note', note: firstLine(note) } : undefined,
  ]
  return sentences.filter((sentence) => sentence !== undefined).slice(0, MOST_SENTENCES)
}

/** The first line of a note, cut off with '…' if it is long. */
function firstLine(note: string): string {
  const [line = ''] = note.trim().split('\n', 1)
  return line.length > MOST_NOTE_CHARACTERS ? `${line.slice(0, MOST_NOTE_CHARACTERS).trimEnd()}…` : line
}
