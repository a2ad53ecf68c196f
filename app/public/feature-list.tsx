import type { Feature } from '../content/home'
import './feature-list.css'

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
