import type { ReactNode } from 'react'
import { href, Link } from 'react-router'
import { missingInWords } from '../courses/minimum.rules'
import { lessonProgress } from '../courses/phase.rules'
import type { StoredCourse } from '../courses/queries.server'
import { waitingListPage } from '../enrolments/waiting-list.rules'
import { formatCount } from '../italian/numbers'
import { formatEurosInBrief } from '../italian/prices'
import { Gauge, SeatSquares } from '../ui/gauges'
import type { OpenMatters } from './edition.queries.server'

/** The numbers of an edition, each a link to the page with what was counted. `today`: YYYY-MM-DD. */
export function KeyFigures({
  edition,
  matters: { money, waiting, offered },
  today,
}: {
  edition: StoredCourse
  matters: OpenMatters
  today: string
}) {
  const { id: course, peopleEnrolled: people, maxPartecipanti: most, minParticipants: least } = edition
  const { done, all } = lessonProgress(edition.sessions, today)
  const minimum = least && minimumInWords(people, least)
  const isBelowMinimum = least !== null && people < least
  return (
    <div className="figures">
      {!edition.cancelledAt && (
        <Figure
          name="Iscritti"
          to={href('/admin/courses/:course/iscritti', { course })}
          value={people}
          of={most ? `di ${most}` : null}
          note={!isBelowMinimum && (minimum || (!most && 'senza limite di posti'))}
          urgentNote={isBelowMinimum && minimum}
        >
          <SeatSquares taken={people} offered={edition.seatsTaken - people} most={most} least={least} />
        </Figure>
      )}
      {all > 0 && (
        <Figure
          name="Lezioni fatte"
          to={href('/admin/courses/:course/lezioni', { course })}
          value={done}
          of={`di ${all}`}
        >
          <Gauge part={done / all} />
        </Figure>
      )}
      {money.owed > 0 && (
        <Figure
          name="Incassato"
          to={href('/admin/courses/:course/pagamenti', { course })}
          value={formatEurosInBrief(money.paid)}
          note={`di ${formatEurosInBrief(money.owed)}`}
          urgentNote={money.latePeople > 0 && `${formatEurosInBrief(money.late)} scaduti`}
        >
          <Gauge part={Math.min(1, Math.max(0, money.paid / money.owed))} />
        </Figure>
      )}
      <Figure
        name="Lista d’attesa"
        to={waitingListPage(course)}
        value={waiting}
        note={offered > 0 && formatCount(offered, 'posto offerto', 'posti offerti')}
      />
    </div>
  )
}

function minimumInWords(people: number, least: number): string {
  if (people > least) return `minimo ${least}, superato`
  return people === least
    ? `minimo ${least}, raggiunto`
    : `minimo ${least}: ${missingInWords(least - people)}`
}

function Figure({
  name,
  to,
  value,
  of,
  note,
  urgentNote,
  children,
}: {
  name: string
  to: string
  value: number | string
  of?: ReactNode
  note?: ReactNode
  urgentNote?: ReactNode
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
