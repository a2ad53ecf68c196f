import type { ReactNode } from 'react'
import { href, Link } from 'react-router'
import { waitingListPage } from '../enrolments/waiting-list.rules'
import { formatCount } from '../italian/numbers'
import { Gauge, SeatSquares } from '../ui/gauges'
import type { openMatters } from './edition.queries.server'

/** Undefined if they could not be read. */
export type Matters = Awaited<ReturnType<typeof openMatters>>

/**
 * `people`: with a seat; `offered`: open offers; `most`: the limit, null or 0 without one; `least`: the minimum, or
 * null.
 */
type Seats = { people: number; offered: number; most: number | null; least: number | null }

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
  matters: Matters
}) {
  const { people, most, least } = seats
  return (
    <div className="figures">
      <Figure
        name="Iscritti"
        to={href('/admin/courses/:course/iscritti', { course })}
        value={people}
        of={most ? `di ${most}` : null}
        note={least ? minimumInWords(people, least) : most ? null : 'senza limite di posti'}
        isUrgent={least !== null && people < least}
      >
        <SeatSquares taken={people} offered={seats.offered} most={most} least={least} />
      </Figure>
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
      {matters && (
        <>
          <Figure
            name="Richieste"
            to={`${href('/admin/richieste')}?corso=${course}`}
            value={matters.pending}
            note="da decidere"
          />
          <Figure
            name="Lista d’attesa"
            to={waitingListPage(course)}
            value={matters.waiting}
            note={matters.offered > 0 ? formatCount(matters.offered, 'posto offerto', 'posti offerti') : null}
          />
        </>
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
  isUrgent = false,
  children,
}: {
  name: string
  to: string
  value: number
  of?: string | null
  note?: string | null
  isUrgent?: boolean
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
      {note && <span className={isUrgent ? 'figure-note figure-urgent' : 'figure-note'}>{note}</span>}
    </Link>
  )
}
