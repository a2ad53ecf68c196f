import { href, Link, useLocation } from 'react-router'
import { ACCOUNT_PATH } from '../accounts/pages.rules'
import { Form } from '../ui/forms/form'
import { Icon } from '../ui/icon'
import { Menu } from '../ui/overlays/menu'
import type { Route } from './+types/office'
import { HealthLine } from './health-line'
import { PlaceIcon, type PlaceIconName } from './place-icon'
import './navigation.css'

/**
 * The facts in the frame; null for what could not be read. `name`: of the user; `showsInventedData`: visitors see
 * invented data; `isPreparing`: the site is closed to visitors until the invented data are replaced.
 * `undecidedRequests`, `lateEnrolments` (with a late due) and `contactsToHandle` are numbers. `health`: only loaded for
 * administrators.
 */
export type FrameFacts = Route.ComponentProps['loaderData']

/** A page in the navigation. `count`: the fact whose number is shown beside the label. */
type Place = {
  to: string
  label: string
  icon: PlaceIconName
  count?: 'undecidedRequests' | 'lateEnrolments' | 'contactsToHandle'
  forAdmins?: true
}

/** The places in the bar at the foot of a phone. */
const BAR_PLACES: Place[] = [
  { to: href('/admin/oggi'), label: 'Oggi', icon: 'today' },
  { to: href('/admin/richieste'), label: 'Richieste', icon: 'inbox', count: 'undecidedRequests' },
  { to: href('/admin'), label: 'Corsi', icon: 'arch' },
  { to: href('/admin/people'), label: 'Persone', icon: 'people' },
]
const PAYMENTS: Place = {
  to: href('/admin/pagamenti'),
  label: 'Pagamenti',
  icon: 'euro',
  count: 'lateEnrolments',
}
const CONTACTS: Place = {
  to: href('/admin/contacts'),
  label: 'Contatti',
  icon: 'message',
  count: 'contactsToHandle',
}
const ARCHIVE: Place[] = [
  { to: href('/admin/documents'), label: 'Documenti', icon: 'file' },
  { to: href('/admin/mail'), label: 'Email', icon: 'mail' },
  { to: href('/admin/audit'), label: 'Log Attività', icon: 'history', forAdmins: true },
]
const SETTINGS: Place = {
  to: href('/admin/impostazioni'),
  label: 'Impostazioni',
  icon: 'sliders',
  forAdmins: true,
}
const STATE: Place = { to: href('/admin/stato'), label: 'Stato', icon: 'pulse', forAdmins: true }

const GROUPS = [[...BAR_PLACES, PAYMENTS, CONTACTS], ARCHIVE, [SETTINGS, STATE]]
/** The places in the menu at the end of the bar of a phone. */
const MENU_PLACES = [PAYMENTS, CONTACTS, ...ARCHIVE, SETTINGS, STATE]

const placesFor = ({ isAdmin }: FrameFacts, places: Place[]) =>
  places.filter(({ forAdmins }) => isAdmin || !forAdmins)

/** The navigation of a wide screen, a column. */
export function Rail({ facts }: { facts: FrameFacts }) {
  return (
    <nav className="office-nav" aria-label="Amministrazione">
      <div>
        {GROUPS.map((group) => placesFor(facts, group))
          .filter((places) => places.length > 0)
          .map((places) => (
            <ul key={places[0]?.to}>
              {places.map((place) => (
                <li key={place.to}>
                  <PlaceLink place={place} facts={facts} />
                </li>
              ))}
            </ul>
          ))}
        <HealthLine {...facts} />
      </div>
    </nav>
  )
}

/** The navigation of a phone, a bar at its foot. */
export function TabBar({ facts }: { facts: FrameFacts }) {
  return (
    <nav className="tab-bar" aria-label="Menu">
      {BAR_PLACES.map((place) => (
        <PlaceLink key={place.to} place={place} facts={facts} />
      ))}
      <Menu
        className="office-menu"
        label={
          <>
            <Icon name="menu" />
            <span>Menu</span>
            <Count of={(facts.contactsToHandle ?? 0) + (facts.lateEnrolments ?? 0)} what="da vedere" />
          </>
        }
      >
        <div>
          {placesFor(facts, MENU_PLACES).map((place) => (
            <PlaceLink key={place.to} place={place} facts={facts} />
          ))}
          <SiteLink />
          <PersonalLinks />
          <HealthLine {...facts} />
        </div>
      </Menu>
    </nav>
  )
}

function PlaceLink({ place: { to, label, icon, count }, facts }: { place: Place; facts: FrameFacts }) {
  const { pathname } = useLocation()
  return (
    <Link to={to} aria-current={isAt(to, pathname) ? 'page' : undefined}>
      <PlaceIcon name={icon} />
      <span>{label}</span>
      {count && <Count of={facts[count]} what={count === 'lateEnrolments' ? 'in ritardo' : 'in attesa'} />}
    </Link>
  )
}

/** Paths of the place 'Corsi': its page, the dialogs over it, and the pages of single courses. */
const COURSES_PATHS = /^\/admin(\/courses\/.+|\/iscrivi)?$/

function isAt(place: string, pathname: string): boolean {
  if (place === href('/admin')) return COURSES_PATHS.test(pathname)
  return pathname === place || pathname.startsWith(`${place}/`)
}

/** A number beside a label; nothing for 0 or null. `what`: what it counts, for screen readers. */
function Count({ of, what }: { of: number | null; what: string }) {
  if (!of) return null
  return (
    <b className="waiting-count">
      {of} <span className="visually-hidden">{what}</span>
    </b>
  )
}

export function SiteLink() {
  return (
    <Link to={href('/')}>
      <span>Vai al sito</span> <Icon name="out" />
    </Link>
  )
}

export function PersonalLinks() {
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
