import type { ReactNode } from 'react'
import { href, Link, NavLink, useLocation } from 'react-router'
import { ACCOUNT_PATH } from '../accounts/pages.rules'
import { Mark } from '../ui/artwork/mark'
import { Form } from '../ui/forms/form'
import { Icon } from '../ui/icon'
import { LoadingLine } from '../ui/loading-line'
import { Announcer } from '../ui/overlays/announcer'
import { Menu } from '../ui/overlays/menu'
import { useSteadyPointer } from '../ui/overlays/steady-pointer'
import { SkipLink } from '../ui/skip-link'
import { type Health, HealthLine } from './health-line'
import { SearchField } from './search-field'
import './frame.css'
import './navigation.css'

/** Null: could not be read. */
export type FrameFacts = {
  name: string
  demo: boolean
  pending: number | null
  contacts: number | null
  health: Health | null
}

/** What acts: the buttons of forms, and the links of the queue that ask. */
const ACTS = 'form[method="post"] button, .queue-do a'

/** The frame of the office: bar, navigation and the page. Nothing of the site's own frame. */
export function OfficeFrame({ facts, children }: { facts: FrameFacts; children: ReactNode }) {
  useSteadyPointer(ACTS)
  return (
    <div className="office">
      <SkipLink />
      <header className="office-head">
        <Announcer />
        <h1>
          <Link className="office-brand" to={href('/admin')}>
            <Mark />
            <span>Pannello di Amministrazione</span>
          </Link>
        </h1>
        <SearchField />
        <div className="office-user">
          <SiteLink />
          <Menu
            className="office-account"
            label={
              <>
                {facts.name} <Icon name="fold" />
              </>
            }
          >
            <nav aria-label="Il tuo account">
              <Personal />
            </nav>
          </Menu>
        </div>
        <Menu
          className="office-menu"
          label={
            <>
              <Icon name="menu" />
              <span>Menu</span>
            </>
          }
        >
          <nav aria-label="Menu">
            <Destinations facts={facts} />
            <SiteLink />
            <Personal />
            <HealthLine health={facts.health} demo={facts.demo} />
          </nav>
        </Menu>
      </header>
      <nav className="office-nav" aria-label="Amministrazione">
        <div>
          <Destinations facts={facts} />
          <HealthLine health={facts.health} demo={facts.demo} />
        </div>
      </nav>
      <main id="main" className="admin" tabIndex={-1}>
        {children}
        <LoadingLine />
      </main>
    </div>
  )
}

/** With the dialogs over the page. */
const COURSES = /^\/admin(\/courses\/.+|\/iscrivi)?$/

function Destinations({ facts: { pending, contacts } }: { facts: FrameFacts }) {
  const { pathname } = useLocation()
  return (
    <>
      <Link to={href('/admin')} aria-current={COURSES.test(pathname) ? 'page' : undefined}>
        Corsi
      </Link>
      <NavLink to={href('/admin/richieste')}>
        Richieste <Count count={pending} words="in attesa" />
      </NavLink>
      <NavLink to={href('/admin/people')}>Persone</NavLink>
      <NavLink to={href('/admin/documents')}>Documenti</NavLink>
      <NavLink to={href('/admin/contacts')}>
        Contatti <Count count={contacts} words="da gestire" />
      </NavLink>
      <NavLink to={href('/admin/audit')}>Log Attività</NavLink>
      <NavLink to={href('/admin/mail')}>Email</NavLink>
      <NavLink to={href('/admin/stato')}>Stato</NavLink>
    </>
  )
}

function Count({ count, words }: { count: number | null; words: string }) {
  if (!count) return null
  return (
    <b className="num">
      {count} <span className="visually-hidden">{words}</span>
    </b>
  )
}

function SiteLink() {
  return (
    <Link to={href('/')}>
      Vai al sito <Icon name="out" />
    </Link>
  )
}

function Personal() {
  return (
    <>
      <Link to={href('/dashboard')}>Area personale</Link>
      <Link to={ACCOUNT_PATH}>Account</Link>
      <Form method="post" action={href('/logout')}>
        <button type="submit">Esci</button>
      </Form>
    </>
  )
}
