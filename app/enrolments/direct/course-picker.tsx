import { type KeyboardEvent, useRef } from 'react'
import { href } from 'react-router'
import { seatsSentence } from '../../courses/rules'
import { formatCount } from '../../italian/numbers'
import { editionLine } from '../../ui/edition'
import { useSuggestions } from '../../ui/forms/suggestions'
import type { ChoosableCourse } from './enrol.queries.server'
import { SUGGESTED_COURSES } from './rules'

/**
 * Searches and selects courses; selected ones stay in sight during a search. `courses`: those that came with the page,
 * null if they could not be read;
 * `search`: the text that found them; `chosenIds`: of courses; `hasScript`: a script runs, so no search button.
 */
export function CoursePicker({
  courses,
  search,
  chosenIds,
  hasScript,
  error,
}: {
  courses: ChoosableCourse[] | null
  search: string
  chosenIds: string[]
  hasScript: boolean
  error: string | undefined
}) {
  const [suggestions, suggest] = useSuggestions<{ courses: ChoosableCourse[] }>(
    href('/admin/iscrivi/suggerimenti'),
    'corsi',
  )
  const knownCourses = useRef(new Map<string, ChoosableCourse>())

  const results = suggestions?.courses ?? courses ?? []
  for (const course of [...(courses ?? []), ...results]) knownCourses.current.set(course.id, course)
  const chosenOutsideResults = chosenIds
    .filter((id) => !results.some((course) => course.id === id))
    .flatMap((id) => knownCourses.current.get(id) ?? [])

  // With a script the search runs while typing, and Enter must not submit the form.
  const ignoreEnter = (event: KeyboardEvent) => {
    if (hasScript && event.key === 'Enter') event.preventDefault()
  }
  return (
    <fieldset className="field picker" aria-describedby={error ? 'course-error' : undefined}>
      <legend>Corsi</legend>
      <div className="picker-search">
        <label className="visually-hidden" htmlFor="cerca">
          Cerca un corso
        </label>
        <input
          className="input"
          id="cerca"
          name="cerca"
          type="search"
          placeholder="Cerca un corso"
          defaultValue={search}
          onInput={(event) => suggest(event.currentTarget.value)}
          onKeyDown={ignoreEnter}
        />
        {!hasScript && (
          <button className="button" type="submit" name="intent" value="search">
            Cerca
          </button>
        )}
      </div>
      <ul className="picker-list" id="course" tabIndex={-1}>
        {[...chosenOutsideResults, ...results].map((course) => (
          <li key={course.id}>
            <label>
              <input
                type="checkbox"
                name="course"
                value={course.id}
                defaultChecked={chosenIds.includes(course.id)}
              />
              <span>
                {course.title} <small className="quiet">{courseInWords(course)}</small>
              </span>
            </label>
          </li>
        ))}
        {results.length === 0 && (
          <li className="quiet picker-none">
            {suggestions || courses
              ? 'Nessun corso trovato'
              : 'Impossibile caricare i corsi: riprova tra poco'}
          </li>
        )}
      </ul>
      {results.length === SUGGESTED_COURSES && (
        <p className="hint">Sono mostrati i primi {SUGGESTED_COURSES}: cerca per trovare gli altri.</p>
      )}
      <p className="visually-hidden" aria-live="polite">
        {suggestions && formatCount(results.length, 'corso trovato', 'corsi trovati')}
      </p>
      {error && (
        <p className="error" id="course-error">
          {error}
        </p>
      )}
    </fieldset>
  )
}

function courseInWords(course: ChoosableCourse): string {
  const seats = seatsSentence(course, course.seatsTaken)
  return [editionLine(course), seats?.text.toLowerCase()].filter(Boolean).join(', ')
}
