import { useEffect, useRef, useState } from 'react'
import { href, useSubmit } from 'react-router'
import { type Edition, withEdition } from '../../ui/edition'
import { Form } from '../../ui/forms/form'
import { MOST_CHOICES } from '../rules'

type Course = Edition & { id: string; title: string }

/**
 * A select of at most `MOST_CHOICES` courses and the chosen one, with a search. `hasMore`: whether there are other
 * courses; `searchText`: what was searched for, '' for nothing; `chosen`: undefined if there is no course.
 */
export function CourseChoice({
  courses,
  hasMore,
  searchText,
  chosen,
}: {
  courses: Course[]
  hasMore: boolean
  searchText: string
  chosen: Course | undefined
}) {
  const [id, setId] = useState(chosen?.id)
  useEffect(() => setId(chosen?.id), [chosen?.id])
  const form = useRef<HTMLFormElement>(null)
  const submit = useSubmit()
  const listed = chosen && !courses.some((course) => course.id === chosen.id) ? [chosen, ...courses] : courses
  return (
    <div className="course-choice">
      {(hasMore || searchText) && (
        <Form className="actions" action={href('/admin/documents')} role="search">
          <div className="field">
            <label htmlFor="q">Cerca un corso</label>
            <input
              className="input"
              id="q"
              name="q"
              type="search"
              defaultValue={searchText}
              aria-describedby={hasMore ? 'troppi' : undefined}
            />
          </div>
          <button className="button" type="submit">
            Cerca
          </button>
        </Form>
      )}
      <Form className="actions" action={href('/admin/documents')} ref={form}>
        {searchText && <input type="hidden" name="q" value={searchText} />}
        <div className="field">
          <label htmlFor="corso">Corso</label>
          <select
            className="input"
            id="corso"
            name="corso"
            value={id}
            onChange={(event) => {
              setId(event.target.value)
              submit(event.target.form, { preventScrollReset: true })
            }}
          >
            {listed.map((course) => (
              <option key={course.id} value={course.id}>
                {withEdition(course)}
              </option>
            ))}
          </select>
        </div>
        <button className="button without-script" type="submit">
          Mostra
        </button>
      </Form>
      {hasMore && (
        <p className="hint" id="troppi">
          Nell’elenco ci sono i primi {MOST_CHOICES} corsi: scrivi una parola del titolo per trovare gli
          altri.
        </p>
      )}
    </div>
  )
}
