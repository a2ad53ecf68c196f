import { formatCount } from '../../../italian/numbers'
import { formatPrice } from '../../../italian/prices'
import type { Figures } from './figures.queries.server'
import './figures.css'

/** The figures of an edition, and what further seats would bring. */
export function EditionFigures({
  figures: { furtherSeats, enrolled, ended, ...counts },
}: {
  figures: Figures
}) {
  const notes = [
    ...(enrolled > 0 ? [`${enrolled} senza richiesta`] : []),
    ...(ended > 0 ? [formatCount(ended, 'disdetta o spostata', 'disdette o spostate')] : []),
  ]
  const figures: [string, number, string?][] = [
    ['Richieste', counts.asked],
    ['Approvate', counts.approved, notes.join(', ')],
    ['Frequentanti', counts.attending],
    ['Completate', counts.completed],
    ['Offerte scadute', counts.expired],
  ]
  return (
    <section aria-labelledby="andamento">
      <h3 id="andamento">Andamento</h3>
      <dl className="numbers">
        {figures.map(([label, count, note]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="num">
              {count}
              {note && <small>{note}</small>}
            </dd>
          </div>
        ))}
      </dl>
      {furtherSeats && (
        <p>
          Con {furtherSeats.count === 1 ? 'un altro posto' : `altri ${furtherSeats.count} posti`} incasseresti{' '}
          <b className="num">{formatPrice(furtherSeats.euros)}</b>, a prezzo pieno.
        </p>
      )}
    </section>
  )
}
