import { Link } from 'react-router'
import { team } from '../content/team'
import type { Teacher } from '../database/schema'
import { slugFrom } from './rules'

const ours = new Set(team.people.map(({ name }) => name))

/** Who is on 'Chi siamo' too is linked there. */
export function Teachers({ of }: { of: Teacher[] }) {
  return (
    <section className="panel" id="docenti" aria-labelledby="docenti-titolo">
      <h2 id="docenti-titolo">Chi insegna</h2>
      <ul className="teachers">
        {of.map(({ name, about }) => (
          <li key={name}>
            <b>{ours.has(name) ? <Link to={`/chi-siamo#${slugFrom(name)}`}>{name}</Link> : name}</b>
            {about && <p className="quiet">{about}</p>}
          </li>
        ))}
      </ul>
    </section>
  )
}
