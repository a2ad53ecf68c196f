import type { LegalFacts } from '../public/legal/legal-facts.server'

/** Lists the placeholders of legal texts, words and tables, each with the text that the site puts in its place. */
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
