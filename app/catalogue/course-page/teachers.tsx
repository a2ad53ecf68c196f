import { Link } from 'react-router'

/**
 * The teachers of a course. `page`: the address of the teacher's entry on 'Chi siamo'; null or undefined without one.
 */
export function Teachers({
  teachers,
}: {
  teachers: { name: string; about: string; page?: string | null }[]
}) {
  return (
    <section className="panel" id="docenti" aria-labelledby="docenti-titolo">
      <h2 id="docenti-titolo">Chi insegna</h2>
      <ul className="teachers">
        {teachers.map(({ name, about, page }) => (
          <li key={name}>
            <b>{page ? <Link to={page}>{name}</Link> : name}</b>
            {about && <p className="quiet">{about}</p>}
          </li>
        ))}
      </ul>
    </section>
  )
}
