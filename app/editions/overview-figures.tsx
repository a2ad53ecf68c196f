import type { ReactNode } from 'react'
import { href, Link } from 'react-router'
import { waitingListPage } from '../enrolments/waiting-list.rules'
import { formatCount } from '../italian/numbers'
import { formatEurosInBrief } from '../italian/prices'
import { Gauge, SeatSquares } from '../ui/gauges'
import type { openMatters } from './edition.queries.server'

/** The open matters of an edition; undefined if they could not be read. */
export type OpenMatters = Awaited<ReturnType<typeof openMatters>>

/**
 * Numbers of people and seats. `people`: with a seat; `isCancelled`: nobody has a seat any more; `offered`: open
 * offers; `most`: the limit of seats, null or 0 without one; `least`: the minimum of participants, null without one.
 */
type Seats = {
  people: number
  isCancelled: boolean
  offered: number
  most: number | null
  least: number | null
}

/** The numbers of an edition, each a link to the page with what was counted. */
export function KeyFigures({
  course,
  seats,
  lessons,
  matters,
}: {
  course: string
  seats: Seats
  lessons: { done: number; all: number }
  matters: OpenMatters
}) {
  const money = matters?.money
  const { people, isCancelled, most, least } = seats
  const minimum = least ? minimumInWords(people, least) : null
  const isBelow = least !== null && people < least
  return (
    <div className="figures">
      {!isCancelled && (
        <Figure
          name="Iscritti"
          to={href('/admin/courses/:course/iscritti', { course })}
          value={people}
          of={most ? `di ${most}` : null}
          note={isBelow ? null : (minimum ?? (most ? null : 'senza limite di posti'))}
          urgentNote={isBelow ? minimum : null}
        >
          <SeatSquares taken={people} offered={seats.offered} most={most} least={least} />
        </Figure>
      )}
      {lessons.all > 0 && (
        <Figure
          name="Lezioni fatte"
          to={href('/admin/courses/:course/lezioni', { course })}
          value={lessons.done}
          of={`di ${lessons.all}`}
        >
          <Gauge part={lessons.done / lessons.all} />
        </Figure>
      )}
      {money && money.owed > 0 && (
        <Figure
          name="Incassato"
          to={href('/admin/courses/:course/pagamenti', { course })}
          value={formatEurosInBrief(money.paid)}
          note={`di ${formatEurosInBrief(money.owed)}`}
          urgentNote={money.latePeople > 0 ? `${formatEurosInBrief(money.late)} scaduti` : null}
        >
          <Gauge part={Math.min(1, Math.max(0, money.paid / money.owed))} />
        </Figure>
      )}
      {matters && (
        <Figure
          name="Lista d’attesa"
          to={waitingListPage(course)}
          value={matters.waiting}
          note={matters.offered > 0 ? formatCount(matters.offered, 'posto offerto', 'posti offerti') : null}
        />
      )}
    </div>
  )
}

function minimumInWords(people: number, least: number): string {
  if (people > least) return `minimo ${least}, superato`
  return people === least ? `minimo ${least}, raggiunto` : `minimo ${least}: ${missing(least - people)}`
}

const missing = (people: number) => (people === 1 ? 'ne manca 1' : `ne mancano ${people}`)

function Figure({
  name,
  to,
  value,
  of = null,
  note = null,
  urgentNote = null,
  children,
}: {
  name: string
  to: string
  value: number | string
  of?: string | null
  note?: string | null
  urgentNote?: string | null
  children?: ReactNode
}) {
  return (
    <Link to={to}>
      <span className="figure-name">{name}</span>
      <span className="figure-value num">
        {`${value} `}
        {of && <small>{of}</small>}
      </span>
      {children}
      {note && <span className="figure-note">{note}</span>}
      {urgentNote && <span className="figure-note figure-urgent">{urgentNote}</span>}
    </Link>
  )
}
