import type { ReactNode } from 'react'
import { href, isRouteErrorResponse, Link } from 'react-router'
import { siteSettings } from '../site/settings'
import { BrokenAqueduct } from '../ui/artwork/broken-aqueduct'
import { PageHead } from '../ui/page-head'

export const isOfPreparing = (error: unknown) =>
  isRouteErrorResponse(error) && Boolean(Object(error.data).preparing)

/** Nothing of the site's own frame, which shows data of the school and leads to its pages. */
export function PreparingFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <header className="site-head">
        <div className="page site-bar">
          <p className="brand">{siteSettings().company.name}</p>
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
    </>
  )
}

export function Preparing() {
  return (
    <div className="page problem">
      <PageHead title="Il sito è in preparazione" noindex />
      <BrokenAqueduct />
      <h1>Il sito è in preparazione</h1>
      <p className="lead">Stiamo finendo di scriverlo: torna a trovarci tra qualche giorno.</p>
      <p>
        <Link className="link" to={href('/auth')}>
          Accesso per la segreteria
        </Link>
      </p>
    </div>
  )
}
