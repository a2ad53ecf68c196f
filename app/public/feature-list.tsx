import type { Feature } from '../content/settings.rules'
import './feature-list.css'

/** Titles, each with its text: in rows (`lines`) or side by side (`columns`). */
export function FeatureList({
  features,
  as = 'lines',
}: {
  features: readonly Feature[]
  as?: 'lines' | 'columns'
}) {
  return (
    <ul className={`passages-${as}`}>
      {features.map(({ title, text }) => (
        <li key={title}>
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  )
}
