import type { LegalFacts } from '../public/legal/legal-facts.server'

/** The words and tables in brackets that the site fills in, each with what stands in its place now. */
export function LegalWordList({ facts }: { facts: LegalFacts }) {
  return (
    <details className="legal-words">
      <summary>Parole e tabelle che scrive il sito</summary>
      <dl>
        {Object.entries(facts.words).map(([word, value]) => (
          <div key={word}>
            <dt>[{word}]</dt>
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
