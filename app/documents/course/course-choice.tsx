import { useEffect, useState } from 'react'
import { href, useSubmit } from 'react-router'
import { type Edition, withEdition } from '../../ui/edition'
import { Form } from '../../ui/forms/form'
import { MOST_CHOICES } from '../rules'

type Course = Edition & { id: string; title: string }

/** A select of courses, and of the chosen one, undefined if there is no course. */
export function CourseChoice({ courses, chosen }: { courses: Course[]; chosen: Course | undefined }) {
  const [id, setId] = useState(chosen?.id)
  useEffect(() => setId(chosen?.id), [chosen?.id])
  const submit = useSubmit()
  const listed = chosen && !courses.some((course) => course.id === chosen.id) ? [chosen, ...courses] : courses
  return (
    <div className="course-choice">
      <Form className="actions" action={href('/admin/documents')}>
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
      {courses.length === MOST_CHOICES && (
        <p className="hint">
          Nell’elenco ci stanno {MOST_CHOICES} corsi, i più recenti: i documenti di un corso che manca sono
          nella sua pagina.
        </p>
      )}
    </div>
  )
}
