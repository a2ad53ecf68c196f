import type { ReactNode } from 'react'
import { seatsLeft } from '../../courses/rules'
import { formatCount } from '../../italian/numbers'
import { formatPrice } from '../../italian/prices'
import { editionLine } from '../../ui/edition'
import { SUGGESTED_COURSES } from '../direct/rules'
import type { Balance } from '../dues/rules'
import { priceChangeInWords } from '../move.rules'
import { stateLabel } from '../rules'
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
  const groups: [title: string, editions: EditionToMoveTo[]][] = [
    ['Stesso corso', editions.filter(({ isSameCourse }) => isSameCourse)],
    ['Altri corsi', editions.filter(({ isSameCourse }) => !isSameCourse)],
  ]
  return (
    <EditionFields error={error}>
      {groups.map(
        ([title, group]) =>
          group.length > 0 && (
            <div key={title} className="editions">
              <p className="hint">{title}</p>
              {group.map((edition) => (
                <EditionOption
                  key={edition.id}
                  id={edition.id}
                  chosen={chosen}
                  disabled={!isChoosable(edition)}
                >
                  {edition.title} <small className="quiet">{editionInWords(edition, balance)}</small>
                </EditionOption>
              ))}
            </div>
          ),
      )}
      {editions.length === SUGGESTED_COURSES && (
        <p className="hint">Sono mostrati i primi {SUGGESTED_COURSES}: cerca per trovare gli altri.</p>
      )}
    </EditionFields>
  )
}

/** The field in which an edition is chosen, with what is wrong with the choice. */
export function EditionFields({ error, children }: { error: string | undefined; children: ReactNode }) {
  return (
    <fieldset
      className="field"
      id="course"
      tabIndex={-1}
      aria-describedby={error ? 'course-error' : undefined}
    >
      <legend>Edizione</legend>
      {children}
      {error && (
        <p className="error" id="course-error">
          {error}
        </p>
      )}
    </fieldset>
  )
}

/** An edition that can be chosen. `chosen`: the id of the edition that is chosen at first. */
export function EditionOption({
  id,
  chosen,
  disabled = false,
  children,
}: {
  id: string
  chosen: string | undefined
  disabled?: boolean
  children: ReactNode
}) {
  return (
    <label className="check">
      <input type="radio" name="course" value={id} defaultChecked={id === chosen} disabled={disabled} />
      <span>{children}</span>
    </label>
  )
}

/** Whether the person can be moved to an edition: they have no enrolment in it. */
const isChoosable = ({ existing }: EditionToMoveTo) => existing === null

/**
 * The id of the only other edition of the same course that can be chosen, if there is only one and it has a free seat;
 * else undefined.
 */
export function onlyOtherEdition(editions: readonly EditionToMoveTo[]): string | undefined {
  const [first, ...others] = editions.filter((edition) => edition.isSameCourse && isChoosable(edition))
  if (!first || others.length > 0) return undefined
  return seatsLeft(first, first.seatsTaken) === 0 ? undefined : first.id
}

function editionInWords(edition: EditionToMoveTo, balance: Balance | null): string {
  const details = edition.existing
    ? [`ha già un’iscrizione qui: ${stateLabel(edition.existing)}`]
    : termsInWords(edition, balance)
  return [editionLine(edition), ...details].join(', ')
}

/**
 * What an edition costs, compared with the balance of the present one, and its free seats: '490 €', '480 € in meno', '3
 * posti liberi'.
 */
export function termsInWords(
  { price, ...course }: { price: number | null; maxPartecipanti: number | null; seatsTaken: number },
  balance: Balance | null,
): string[] {
  const left = seatsLeft(course, course.seatsTaken)
  return [
    price !== null && formatPrice(price),
    priceChangeInWords(balance, price),
    left === 0 ? 'al completo' : left !== null && formatCount(left, 'posto libero', 'posti liberi'),
  ].filter((words) => typeof words === 'string')
}
