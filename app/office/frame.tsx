import type { ReactNode } from 'react'
import { href, Link } from 'react-router'
import { CompanyMark } from '../ui/artwork/mark'
import { Icon } from '../ui/icon'
import { LoadingLine } from '../ui/loading-line'
import { Announcer } from '../ui/overlays/announcer'
import { Menu } from '../ui/overlays/menu'
import { moveInMenu } from '../ui/overlays/menu-keys'
import { useSlipGuard } from '../ui/overlays/slip-guard'
import { SkipLink } from '../ui/skip-link'
import { type FrameFacts, PersonalLinks, Rail, SiteLink, TabBar } from './places'
import { Room } from './room'
import { SearchField } from './search-field'
import './frame.css'

/**
 * Controls that change something: buttons of forms that post and of the bar of a page, and the links of the queue that
 * open a question.
 */
const ACTION_CONTROLS = 'form[method="post"] button, .dock-bar button, .queue-decisions a'

/** The frame of the office: head, navigation, page and dock. It replaces the frame of the public site. */
export function OfficeFrame({ facts, children }: { facts: FrameFacts; children: ReactNode }) {
  useSlipGuard(ACTION_CONTROLS)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: menus are below, with roles of their own
    <div className="office" onKeyDown={moveInMenu}>
      <SkipLink />
      <header className="office-head">
        <Announcer />
        <h1>
          <Link className="office-brand" to={href('/admin/oggi')}>
            <CompanyMark />
            <span>Pannello di Amministrazione</span>
          </Link>
        </h1>
        <SearchField />
        <Menu
          className="office-new"
          label={
            <>
              <Icon name="plus" />
              <span>Nuovo</span>
            </>
          }
        >
          <nav aria-label="Nuovo">
            <Link to={href('/admin/people/nuova')}>Persona</Link>
            <Link to={href('/admin/iscrivi')}>Iscrivi Utente a Corso</Link>
            <Link to={`${href('/admin/pagamenti')}?stato=da-versare`}>Incasso</Link>
            <Link to={href('/admin/courses/new')}>Nuovo Corso</Link>
          </nav>
        </Menu>
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
              <SiteLink />
              <PersonalLinks />
            </nav>
          </Menu>
        </div>
      </header>
      <Rail facts={facts} />
      <Room phoneNavigation={<TabBar facts={facts} />}>
        <main id="main" className="admin" tabIndex={-1}>
          {facts.isPreparing && (
            <p className="office-preparing">
              I visitatori vedono «Il sito è in preparazione».{' '}
              {facts.isAdmin && <Link to={href('/admin/impostazioni')}>Scrivi i dati che mancano</Link>}
            </p>
          )}
          {children}
          <LoadingLine />
        </main>
      </Room>
    </div>
  )
}
