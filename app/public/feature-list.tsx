import type { Feature } from '../content/home'
import './feature-list.css'

/** Short passages under one heading, each with its own: lines beside each other, or the columns of about.css. */
export function FeatureList({ of, as = 'lines' }: { of: readonly Feature[]; as?: 'lines' | 'columns' }) {
  return (
    <ul className={`passages-${as}`}>
      {of.map(({ title, text }) => (
        <li key={title}>
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  )
}
