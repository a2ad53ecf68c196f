import type { LegalFacts } from '../public/legal/legal-facts.server'

/** Lists the placeholders of legal texts: words with their values, and tables with their number of rows. */
export function LegalPlaceholderList({ facts }: { facts: LegalFacts }) {
  return (
    <details className="legal-words">
      <summary>Parole e tabelle che scrive il sito</summary>
      <dl>
        {Object.entries(facts.words).map(([name, value]) => (
          <div key={name}>
            <dt>[{name}]</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {Object.entries(facts.tables).map(([name, { caption, rows }]) => (
          <div key={name}>
            <dt>[tabella: {name}]</dt>
            <dd>
              {caption}: {rows.length} righe
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
