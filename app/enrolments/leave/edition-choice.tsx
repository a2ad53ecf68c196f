import { seatsLeft } from '../../courses/rules'
import { formatDate } from '../../italian/dates'
import { formatCount } from '../../italian/numbers'
import { formatPrice } from '../../italian/prices'
import { NO_DATES } from '../../ui/edition'
import type { EditionToMoveTo } from '../review/enrolment.queries.server'
import './office-move.css'

/** Where somebody may be moved to. */
export function EditionChoice({
  editions,
  chosen,
  error,
}: {
  editions: EditionToMoveTo[]
  chosen: string | undefined
  error: string | undefined
}) {
  if (editions.length === 0) return <p className="quiet">Nessun’altra edizione accetta iscrizioni.</p>
  return (
    <fieldset
      className="field"
      id="course"
      tabIndex={-1}
      aria-describedby={error ? 'course-error' : undefined}
    >
      <legend>Edizione</legend>
      <Group title="Stesso corso" editions={editions.filter(({ same }) => same)} chosen={chosen} />
      <Group title="Altri corsi" editions={editions.filter(({ same }) => !same)} chosen={chosen} />
      {error && (
        <p className="error" id="course-error">
          {error}
        </p>
      )}
    </fieldset>
  )
}

function Group({
  title,
  editions,
  chosen,
}: {
  title: string
  editions: EditionToMoveTo[]
  chosen: string | undefined
}) {
  if (editions.length === 0) return null
  return (
    <div className="editions">
      <p className="hint">{title}</p>
      {editions.map((edition) => (
        <label key={edition.id} className="check">
          <input type="radio" name="course" value={edition.id} defaultChecked={edition.id === chosen} />
          <span>
            {edition.title} <small className="quiet">{details(edition)}</small>
          </span>
        </label>
      ))}
    </div>
  )
}

function details({ startDate, place, price, ...course }: EditionToMoveTo): string {
  const left = seatsLeft(course, course.seatsTaken)
  const room = left === 0 ? 'al completo' : left && formatCount(left, 'posto libero', 'posti liberi')
  const cost = price === null ? null : formatPrice(price)
  return [formatDate(startDate, 'd MMM yyyy', NO_DATES), place, cost, room].filter(Boolean).join(', ')
}
