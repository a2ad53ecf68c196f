import { href, Link } from 'react-router'
import { LEGAL_TITLES, legalPath } from '../../content/legal'
import type { LegalName } from '../../content/legal.rules'
import { formatDate } from '../../italian/dates'
import { parseLegalText } from '../../site/legal-markup.rules'
import { type FormerVersion, inForceInWords } from '../../site/legal-versions.rules'
import { PageHead } from '../../ui/page-head'
import type { LegalFacts } from './legal-facts.server'
import { LegalSections } from './legal-text'

/** A legal page. `version`: the version in force. */
export function LegalPage({
  page,
  version: { text, facts, inForceFrom, former },
  description,
  keywords,
}: {
  page: LegalName
  version: { text: string; facts: LegalFacts; inForceFrom: string; former: FormerVersion[] }
  description: string
  keywords: string[]
}) {
  const title = LEGAL_TITLES[page]
  const sections = parseLegalText(text)
  return (
    <div className="page legal book">
      <PageHead title={title} path={legalPath(page)} description={description} keywords={keywords} />
      <h1>{title}</h1>
      <header>
        <p className="quiet">
          Ultima modifica: <span className="num">{formatDate(inForceFrom, 'd MMMM yyyy')}</span>
        </p>
        <nav aria-label="Indice della pagina">
          <ol>
            {sections.map(({ id, heading }) => (
              <li key={id}>
                <a href={`#${id}`}>{heading}</a>
              </li>
            ))}
          </ol>
        </nav>
      </header>
      <LegalSections sections={sections} facts={facts} />
      {former.length > 0 && <FormerVersions page={page} former={former} />}
    </div>
  )
}

function FormerVersions({ page, former }: { page: LegalName; former: FormerVersion[] }) {
  return (
    <section>
      <h2>Versioni precedenti</h2>
      <ul>
        {former.map(({ number, inForceFrom, replacedOn }) => (
          <li key={number}>
            <Link to={href('/pagine-legali/:page/:number', { page, number: String(number) })}>
              Versione {number}
            </Link>
            , in vigore {inForceInWords(inForceFrom, replacedOn)}
          </li>
        ))}
      </ul>
    </section>
  )
}
