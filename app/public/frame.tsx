import type { ReactNode } from 'react'
import { href, Link, NavLink } from 'react-router'
import { SessionRefresh } from '../accounts/session/session-refresh'
import type { ShownNotice } from '../site/notice.rules'
import { siteSettings } from '../site/settings'
import { Form } from '../ui/forms/form'
import { Icon } from '../ui/icon'
import { Announcer } from '../ui/overlays/announcer'
import { Menu } from '../ui/overlays/menu'
import { SkipLink } from '../ui/skip-link'
import { Brand } from './brand'
import { Footer } from './footer'
import { NoticeBand } from './notice-band'

/**
 * Who sees the page: null for a visitor who is not signed in, undefined if the session could not be read. `owner`: the
 * mark of the account in the forms of the page (ADR 28).
 */
type Viewer = { firstName: string; isStaff: boolean; owner: string } | null | undefined

/**
 * The frame of the public site. `showsInventedData`: the band of a demo site is shown; `notice`: undefined if there is
 * none to show.
 */
export function Frame({
  viewer,
  showsInventedData,
  notice,
  isPreparing,
  children,
}: {
  viewer: Viewer
  showsInventedData: boolean
  notice: ShownNotice | undefined
  /** Whether the site is being prepared: the frame then shows no data of the school and no links to its pages. */
  isPreparing: boolean
  children: ReactNode
}) {
  return (
    <>
      <SkipLink />
      {notice && <NoticeBand notice={notice} />}
      {showsInventedData && !isPreparing && (
        <aside className="top-band" aria-label="Avviso">
          Sito dimostrativo: tutti i dati sono inventati.
        </aside>
      )}
      <header className="site-head">
        <Announcer />
        <div className="page site-bar">
          <Brand />
          {!isPreparing && <Navigation viewer={viewer} />}
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      {!isPreparing && <Footer />}
      {viewer !== undefined && <SessionRefresh owner={viewer?.owner} />}
    </>
  )
}

function Navigation({ viewer }: { viewer: Viewer }) {
  return (
    <>
      <nav className="site-nav" aria-label="Principale">
        <PageLinks />
        <AccountLinks viewer={viewer} buttonClass="button" />
      </nav>
      <Menu
        className="menu"
        label={
          <>
            <Icon name="menu" />
            Menu
          </>
        }
      >
        <nav aria-label="Menu">
          <PageLinks />
          <NavLink to={href('/chi-siamo')}>Chi siamo</NavLink>
          <AccountLinks viewer={viewer} />
        </nav>
      </Menu>
    </>
  )
}

function PageLinks() {
  return (
    <>
      <NavLink to={href('/')} end>
        Home
      </NavLink>
      <a href={siteSettings().company.studioUrl} target="_blank" rel="noopener">
        Lo Studio <Icon name="out" />
        <span className="visually-hidden"> (si apre in una nuova scheda)</span>
      </a>
      <NavLink to={href('/corsi')}>Corsi</NavLink>
      <NavLink to={href('/contatti')}>Contatti</NavLink>
    </>
  )
}

/** The links to sign in, or to the pages of the account. Without `buttonClass` the buttons look like links. */
function AccountLinks({ viewer, buttonClass }: { viewer: Viewer; buttonClass?: string }) {
  if (viewer === undefined) return null
  if (!viewer) {
    return (
      <Link className={buttonClass} to={href('/auth')}>
        Accedi / Registrati
      </Link>
    )
  }
  return (
    <>
      {viewer.isStaff && (
        <NavLink className="wide-only" to={href('/admin')} reloadDocument>
          Amministrazione
        </NavLink>
      )}
      <NavLink to={href('/dashboard')}>Dashboard</NavLink>
      <Form method="post" action={href('/logout')}>
        <button className={buttonClass} type="submit">
          Logout
        </button>
      </Form>
    </>
  )
}
