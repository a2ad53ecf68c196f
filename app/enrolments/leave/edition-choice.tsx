import { seatsLeft } from '../../courses/rules'
import { formatCount } from '../../italian/numbers'
import { formatPrice } from '../../italian/prices'
import { editionLine } from '../../ui/edition'
import type { Balance } from '../dues/rules'
import { comparePrices } from '../move.rules'
import type { EditionToMoveTo } from './office.queries.server'
import './office-move.css'

/**
 * The choice of an edition to move to. `balance`: of the enrolment, to compare prices with; null for several people.
 * `chosen`: the id of the edition that is chosen at first.
 */
export function EditionChoice({
  editions,
  balance,
  chosen,
  error,
}: {
  editions: EditionToMoveTo[]
  balance: Balance | null
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
      <EditionGroup
        title="Stesso corso"
        editions={editions.filter(({ isSameCourse }) => isSameCourse)}
        balance={balance}
        chosen={chosen}
      />
      <EditionGroup
        title="Altri corsi"
        editions={editions.filter(({ isSameCourse }) => !isSameCourse)}
        balance={balance}
        chosen={chosen}
      />
      {error && (
        <p className="error" id="course-error">
          {error}
        </p>
      )}
    </fieldset>
  )
}

/** The id of the only other edition of the same course, if there is only one and it has a free seat; else undefined. */
export function onlyOtherEdition(editions: readonly EditionToMoveTo[]): string | undefined {
  const [first, ...others] = editions.filter(({ isSameCourse }) => isSameCourse)
  if (!first || others.length > 0) return undefined
  return seatsLeft(first, first.seatsTaken) === 0 ? undefined : first.id
}

function EditionGroup({
  title,
  editions,
  balance,
  chosen,
}: {
  title: string
  editions: EditionToMoveTo[]
  balance: Balance | null
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
            {edition.title} <small className="quiet">{editionInWords(edition, balance)}</small>
          </span>
        </label>
      ))}
    </div>
  )
}

function editionInWords(
  { startDate, place, price, ...course }: EditionToMoveTo,
  balance: Balance | null,
): string {
  const left = seatsLeft(course, course.seatsTaken)
  const freeSeats = left === 0 ? 'al completo' : left && formatCount(left, 'posto libero', 'posti liberi')
  const cost = price === null ? null : formatPrice(price)
  const comparison = comparePrices(balance, price)
  return [editionLine({ startDate, place }), cost, comparison, freeSeats].filter(Boolean).join(', ')
}
