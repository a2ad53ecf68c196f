import type { KeyboardEvent, MouseEvent, ReactNode } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import { SessionRefresh } from '../accounts/session-refresh'
import { company } from '../content/company'
import { Announcer } from '../ui/announcer'
import { Form } from '../ui/form'
import { Icon } from '../ui/icon'
import { Brand } from './brand'
import { Footer } from './footer'

/** Undefined where the viewer is unknown. */
type Viewer = { firstName: string; isAdmin: boolean; owner: string } | null | undefined

export function Frame({ member, demo, children }: { member: Viewer; demo: boolean; children: ReactNode }) {
  const { key } = useLocation() // a new page begins with its menu closed
  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: it does lead to a part of the page */}
      <a className="skip" href="#main" onClick={skip}>
        Vai al contenuto
      </a>
      {demo && (
        <aside className="demo-band" aria-label="Avviso">
          Sito dimostrativo: tutti i dati sono inventati.
        </aside>
      )}
      <header className="site-head">
        <Announcer />
        <div className="page">
          <Brand />
          <nav className="site-nav" aria-label="Principale">
            <Destinations />
            <Personal member={member} />
          </nav>
          {/* A new element for each page closes it. */}
          <details className="menu" key={key} onKeyDown={closeOnEscape}>
            <summary>
              <Icon name="menu" />
              Menu
            </summary>
            <nav aria-label="Menu">
              <Destinations />
              <NavLink to="/chi-siamo">Chi siamo</NavLink>
              <Personal member={member} />
            </nav>
          </details>
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <Footer />
      {member !== undefined && <SessionRefresh owner={member?.owner} />}
    </>
  )
}

/** A change of the hash would count as navigation and drop the answer of a form. */
function skip(event: MouseEvent) {
  event.preventDefault()
  document.getElementById('main')?.focus()
}

function closeOnEscape(event: KeyboardEvent<HTMLDetailsElement>) {
  if (event.key !== 'Escape') return
  event.currentTarget.open = false
  event.currentTarget.querySelector('summary')?.focus()
}

function Destinations() {
  return (
    <>
      <NavLink to="/" end>
        Home
      </NavLink>
      <a href={company.studioUrl} target="_blank" rel="noopener">
        Lo Studio <Icon name="out" />
        <span className="visually-hidden"> (si apre in una nuova scheda)</span>
      </a>
      <NavLink to="/corsi">Corsi</NavLink>
      <NavLink to="/contatti">Contatti</NavLink>
    </>
  )
}

function Personal({ member }: { member: Viewer }) {
  if (member === undefined) return null
  if (!member) {
    return (
      <Link className="button" to="/auth">
        Accedi / Registrati
      </Link>
    )
  }
  return (
    <>
      {member.isAdmin && (
        <NavLink className="wide-only" to="/admin" reloadDocument>
          Amministrazione
        </NavLink>
      )}
      <NavLink to="/dashboard">Dashboard</NavLink>
      <Form method="post" action="/logout">
        <button className="button" type="submit">
          Logout
        </button>
      </Form>
    </>
  )
}
