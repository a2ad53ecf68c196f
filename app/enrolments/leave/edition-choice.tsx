import { seatsLeft } from '../../courses/rules'
import { formatCount } from '../../italian/numbers'
import { formatPrice } from '../../italian/prices'
import { editionLine } from '../../ui/edition'
import { SUGGESTED_COURSES } from '../direct/rules'
import type { Balance } from '../dues/rules'
import { priceChangeInWords } from '../move.rules'
import type { EnrolmentState } from '../rules'
import type { EditionToMoveTo } from './office.queries.server'
import './office-move.css'

/**
 * The choice of an edition to move to. `balance`: of the enrolment, to compare prices with; null for several people.
 * `chosen`: the id of the edition that is chosen at first; `isSearch`: only editions that a search found are listed.
 */
export function EditionChoice({
  editions,
  balance,
  chosen,
  error,
  isSearch = false,
}: {
  editions: EditionToMoveTo[]
  balance: Balance | null
  chosen: string | undefined
  error: string | undefined
  isSearch?: boolean
}) {
  if (editions.length === 0)
    return (
      <p className="quiet">
        {isSearch ? 'Nessun corso trovato' : 'Nessun’altra edizione accetta iscrizioni.'}
      </p>
    )
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

/** Whether the person can be moved to an edition: they have no enrolment in it. */
export const isChoosable = ({ existing }: EditionToMoveTo) => existing === null

/**
 * The id of the only other edition of the same course that can be chosen, if there is only one and it has a free seat;
 * else undefined.
 */
export function onlyOtherEdition(editions: readonly EditionToMoveTo[]): string | undefined {
  const [first, ...others] = editions.filter((edition) => edition.isSameCourse && isChoosable(edition))
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
          <input
            type="radio"
            name="course"
            value={edition.id}
            defaultChecked={edition.id === chosen}
            disabled={!isChoosable(edition)}
          />
          <span>
            {edition.title} <small className="quiet">{editionInWords(edition, balance)}</small>
          </span>
        </label>
      ))}
      {editions.length === SUGGESTED_COURSES && (
        <p className="hint">Sono mostrati i primi {SUGGESTED_COURSES}: cerca per trovare gli altri.</p>
      )}
    </div>
  )
}

/** Why a person cannot be moved to an edition, by the state of their enrolment in it. */
const EXISTING_WORDS: Record<EnrolmentState, string> = {
  pending: 'ha già una richiesta qui, in attesa',
  rejected: 'ha già una richiesta qui, rifiutata',
  approved: 'ha già un posto qui',
  in_progress: 'ha già un posto qui',
  completed: 'ha già un posto qui',
}

function editionInWords(
  { startDate, place, price, existing, ...course }: EditionToMoveTo,
  balance: Balance | null,
): string {
  if (existing)
    return [editionLine({ startDate, place }), EXISTING_WORDS[existing]].filter(Boolean).join(', ')
  const left = seatsLeft(course, course.seatsTaken)
  const freeSeats = left === 0 ? 'al completo' : left && formatCount(left, 'posto libero', 'posti liberi')
  const cost = price === null ? null : formatPrice(price)
  const comparison = priceChangeInWords(balance, price)
  return [editionLine({ startDate, place }), cost, comparison, freeSeats].filter(Boolean).join(', ')
}
