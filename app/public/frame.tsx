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
 * Who sees the page: null for a visitor who is not signed in, undefined if that could not be found out. `owner`: the
 * mark of their account in the forms of the page.
 */
type Viewer = { firstName: string; isStaff: boolean; owner: string } | null | undefined

/**
 * The frame of the public site. `demo`: the site has invented data; `notice`: undefined if there is nothing to show.
 */
export function Frame({
  member,
  demo,
  notice,
  bare,
  children,
}: {
  member: Viewer
  demo: boolean
  notice: ShownNotice | undefined
  /** Whether the site is being prepared: the frame then shows no data of the school and no links to its pages. */
  bare: boolean
  children: ReactNode
}) {
  return (
    <>
      <SkipLink />
      {notice && <NoticeBand notice={notice} />}
      {demo && !bare && (
        <aside className="demo-band" aria-label="Avviso">
          Sito dimostrativo: tutti i dati sono inventati.
        </aside>
      )}
      <header className="site-head">
        <Announcer />
        <div className="page site-bar">
          <Brand />
          {!bare && <Navigation member={member} />}
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      {!bare && <Footer />}
      {member !== undefined && <SessionRefresh owner={member?.owner} />}
    </>
  )
}

function Navigation({ member }: { member: Viewer }) {
  return (
    <>
      <nav className="site-nav" aria-label="Principale">
        <Destinations />
        <Personal member={member} buttonClass="button" />
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
          <Destinations />
          <NavLink to={href('/chi-siamo')}>Chi siamo</NavLink>
          <Personal member={member} />
        </nav>
      </Menu>
    </>
  )
}

function Destinations() {
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

/** The links for the viewer. `buttonClass`: undefined makes the buttons look like the links around them. */
function Personal({ member, buttonClass }: { member: Viewer; buttonClass?: string }) {
  if (member === undefined) return null
  if (!member) {
    return (
      <Link className={buttonClass} to={href('/auth')}>
        Accedi / Registrati
      </Link>
    )
  }
  return (
    <>
      {member.isStaff && (
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
