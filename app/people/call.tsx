import { millisecondsInDay } from 'date-fns/constants'
import { Fragment, type ReactNode } from 'react'
import { href, Link } from 'react-router'
import { contactPage } from '../contacts/admin/rules'
import { toEuros } from '../enrolments/dues/rules'
import { ageInWords } from '../enrolments/review/queue.rules'
import { withArticle } from '../italian/articles'
import { formatDate } from '../italian/dates'
import { ordinal } from '../italian/numbers'
import { formatPriceInBrief } from '../italian/prices'
import { formatDeadline, formatTime } from '../italian/times'
import { capitalize } from '../italian/words'
import type { nextSessionOf } from './enrolments.queries.server'
import type { UnpaidDue } from './person.rules'

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
  message: { id: string; createdAt: Date } | undefined
  nextSession: Awaited<ReturnType<typeof nextSessionOf>>
  /** The first due of the person's courses that is not paid in full. */
  due: Pick<UnpaidDue, 'course' | 'name' | 'open' | 'dueOn' | 'state'> | undefined
  /** Rejected requests, with the reason that the office gave, if any. */
  refusals: { course: string; at: Date; reason: string | null }[]
  /** The note for colleagues; only its first line is shown. */
  note: string | null
}

const MOST_SENTENCES = 4
/** Most characters of the note that are shown. */
const MOST_NOTE_CHARACTERS = 160
/** For how long a refusal is mentioned. */
const RECENT_REFUSAL_MS = 30 * millisecondsInDay

/**
 * What a colleague has to know when the person calls: the first sentences of an open offer, new dates to answer, a
 * request to decide, a late due, places on waiting lists, a message to handle, the next session, a due that is not
 * late, the latest refusal and the note. `page`: the address of the page of the person; `today`: YYYY-MM-DD.
 */
export function CallSheet({
  facts: { requests, offers, newDates, waitingLists, message, nextSession, due, refusals, note },
  now,
  page,
  today,
}: {
  facts: CallFacts
  now: Date
  page: string
  today: string
}) {
  const [oldestRequest] = requests.toSorted((a, b) => a.since.getTime() - b.since.getTime())
  const [earliestNewDates] = newDates.toSorted((a, b) => a.until.localeCompare(b.until))
  const [latestRefusal] = refusals
    .filter(({ at }) => now.getTime() - at.getTime() <= RECENT_REFUSAL_MS)
    .toSorted((a, b) => b.at.getTime() - a.at.getTime())
  const isDueLate = due?.state === 'late'
  const sentences = [
    offers[0] && offerSentence(offers[0]),
    earliestNewDates && newDatesSentence(earliestNewDates, page),
    oldestRequest && requestSentence(oldestRequest, requests.length - 1, now),
    due && isDueLate && dueSentence(due),
    waitingLists.length > 0 && waitingListsSentence(waitingLists),
    message && messageSentence(message, now),
    nextSession && sessionSentence(nextSession, today),
    due && !isDueLate && dueSentence(due),
    latestRefusal && refusalSentence(latestRefusal),
    note && `Nota: ${firstLine(note)}`,
  ]
    .filter(Boolean)
    .slice(0, MOST_SENTENCES)
  return (
    <section className="who-say" aria-labelledby="se-chiama">
      <h2 id="se-chiama">Se chiama adesso</h2>
      {sentences.length === 0 ? (
        <p>Niente in sospeso: nessuna richiesta, nessuna sessione in programma.</p>
      ) : (
        <ul>
          {sentences.map((sentence, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the sentences have no state
            <li key={index}>{sentence}</li>
          ))}
        </ul>
      )}
    </section>
  )
}

function offerSentence({ course, until }: CallFacts['offers'][number]): ReactNode {
  return (
    <>
      Ha un posto offerto per <b>{course}</b>: risponde entro <b>{formatDeadline(until)}</b>.
    </>
  )
}

function newDatesSentence(
  { enrolment, course, until }: CallFacts['newDates'][number],
  page: string,
): ReactNode {
  const answerPage = href('/admin/iscrizioni/:enrolment/rinvio', { enrolment })
  return (
    <>
      Non ha ancora risposto alle nuove date di <b>{course}</b>: può farlo entro{' '}
      <b>{formatDate(until, 'EEEE d MMMM')}</b>. Se non risponde, il posto resta suo.{' '}
      <Link to={`${answerPage}?${new URLSearchParams({ torna: page })}`}>Registra la risposta</Link>
    </>
  )
}

function requestSentence(
  { course, since, seats }: CallFacts['requests'][number],
  otherRequests: number,
  now: Date,
): ReactNode {
  const age = ageInWords(since, now)
  return (
    <>
      {age === 'adesso' ? (
        'Ha appena chiesto '
      ) : (
        <>
          Aspetta <b>{age}</b> una risposta per{' '}
        </>
      )}
      <b>{course}</b>
      {seats && `: ${seats.toLowerCase()}`}
      {otherRequests > 0 &&
        `${seats ? '. Aspetta anche' : ' e'} per ${otherRequests === 1 ? 'un altro corso' : `altri ${otherRequests} corsi`}`}
      .
    </>
  )
}

function dueSentence({ course, name, open, dueOn, state }: NonNullable<CallFacts['due']>): ReactNode {
  return (
    <>
      {capitalize(name)} di <b>{course}</b>, {formatPriceInBrief(toEuros(open))},{' '}
      {state === 'late' ? 'scadeva' : 'scade'} {withArticle('il', formatDate(dueOn, 'd MMMM'))}.
    </>
  )
}

function waitingListsSentence(waitingLists: CallFacts['waitingLists']): ReactNode {
  return (
    <>
      È in lista d’attesa per{' '}
      {waitingLists.map(({ course, position }, index) => (
        <Fragment key={course}>
          {index > 0 && ', '}
          <b>{course}</b> ({ordinal(position)} posto)
        </Fragment>
      ))}
      .
    </>
  )
}

function messageSentence({ id, createdAt }: NonNullable<CallFacts['message']>, now: Date): ReactNode {
  const age = ageInWords(createdAt, now)
  return (
    <>
      Un suo <Link to={contactPage(id)}>messaggio</Link>{' '}
      {age === 'adesso' ? 'è appena arrivato' : `aspetta ${age}`}.
    </>
  )
}

function sessionSentence(
  { course, location, date, time, isFirst, isLast }: NonNullable<CallFacts['nextSession']>,
  today: string,
): ReactNode {
  const verb = isFirst ? (isLast ? 'si tiene' : 'comincia') : isLast ? 'finisce' : 'continua'
  return (
    <>
      {date === today ? 'Oggi' : withArticle('Il', formatDate(date, 'd MMMM'))}
      {time && ` alle ${formatTime(time)}`} {verb} <b>{course}</b>
      {location && `, ${location}`}.
    </>
  )
}

function refusalSentence({ course, at, reason }: CallFacts['refusals'][number]): ReactNode {
  return (
    <>
      {withArticle('Il', formatDate(at, 'd MMMM'))} abbiamo rifiutato la richiesta per <b>{course}</b>
      {reason ? `: «${reason}»` : '.'}
    </>
  )
}

/** The first line of a note, cut off with '…' if it is long. */
function firstLine(note: string): string {
  const [line = ''] = note.trim().split('\n', 1)
  return line.length > MOST_NOTE_CHARACTERS ? `${line.slice(0, MOST_NOTE_CHARACTERS).trimEnd()}…` : line
}
