import { data, Link } from 'react-router'
import { LEGAL_TITLES, legalPath } from '../../content/legal'
import { isLegalName } from '../../content/legal.rules'
import { legalPageNow, publicLegalVersion } from '../../site/legal.server'
import { parseLegalText } from '../../site/legal-markup.rules'
import { inForceInWords } from '../../site/legal-versions.rules'
import { PageHead } from '../../ui/page-head'
import type { Route } from './+types/version.screen'
import { factsNamedIn } from './legal-facts.server'
import { LegalSections } from './legal-text'

export const handle = { scriptless: true }

/** Loads a version of a legal page that is or was in force. Future versions are not public. */
export function loader({ params: { page, number } }: Route.LoaderArgs) {
  const version = isLegalName(page) && publicLegalVersion(page, Number(number))
  if (!version || String(version.number) !== number) throw data(null, { status: 404 })
  const { text, inForceFrom } = version
  const present = legalPageNow(page)
  const former = present.former.find(({ number }) => number === version.number)
  return {
    page,
    number: version.number,
    text,
    facts: factsNamedIn(text),
    inForceFrom,
    replacedOn: former?.replacedOn ?? null,
  }
}

export default function Version({ loaderData }: Route.ComponentProps) {
  const { page, number, text, facts, inForceFrom, replacedOn } = loaderData
  const title = LEGAL_TITLES[page]
  return (
    <div className="page legal book">
      <PageHead title={`${title}, versione ${number}`} noindex />
      <h1>
        {title}, versione {number}
      </h1>
      <header>
        <p className="quiet">In vigore {inForceInWords(inForceFrom, replacedOn)}</p>
        <p>
          {replacedOn ? 'Leggi la versione in vigore: ' : 'È la versione in vigore: '}
          <Link to={legalPath(page)}>{title}</Link>. I dati dell’azienda, i termini e le tabelle sono quelli
          di oggi.
        </p>
      </header>
      <LegalSections sections={parseLegalText(text)} facts={facts} />
    </div>
  )
}
