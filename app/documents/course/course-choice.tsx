import { useEffect, useRef, useState } from 'react'
import { href, useSubmit } from 'react-router'
import { type Edition, withEdition } from '../../ui/edition'
import { Form } from '../../ui/forms/form'
import { CHOICES } from '../rules'

type Course = Edition & { id: string; title: string }

/**
 * A select of at most `CHOICES` courses and the chosen one, with a search. `more`: whether there are other courses;
 * `text`: what was searched for, '' for nothing; `chosen`: undefined if there is no course.
 */
export function CourseChoice({
  courses,
  more,
  text,
  chosen,
}: {
  courses: Course[]
  more: boolean
  text: string
  chosen: Course | undefined
}) {
  const [id, setId] = useState(chosen?.id)
  useEffect(() => setId(chosen?.id), [chosen?.id])
  const form = useRef<HTMLFormElement>(null)
  const submit = useSubmit()
  const listed = chosen && !courses.some((course) => course.id === chosen.id) ? [chosen, ...courses] : courses
  return (
    <div className="course-choice">
      {(more || text) && (
        <Form className="actions" action={href('/admin/documents')} role="search">
          <div className="field">
            <label htmlFor="q">Cerca un corso</label>
            <input
              className="input"
              id="q"
              name="q"
              type="search"
              defaultValue={text}
              aria-describedby={more ? 'troppi' : undefined}
            />
          </div>
          <button className="button" type="submit">
            Cerca
          </button>
        </Form>
      )}
      <Form className="actions" action={href('/admin/documents')} ref={form}>
        {text && <input type="hidden" name="q" value={text} />}
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
      {more && (
        <p className="hint" id="troppi">
          Nell’elenco ci sono i primi {CHOICES} corsi: scrivi una parola del titolo per trovare gli altri.
        </p>
      )}
    </div>
  )
}
