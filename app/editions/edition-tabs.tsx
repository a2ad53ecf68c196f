import { href, NavLink, useLocation, useParams } from 'react-router'
import { formatCount } from '../italian/numbers'
import { PageList } from '../ui/overlays/page-list'
import type { TabCounts } from './edition.queries.server'

/**
 * A tab. `count`: a number, or words such as '2 pronti'; `isExact`: its address is the beginning of the others, so it
 * is chosen at this address alone.
 */
type Tab = {
  to: string
  name: string
  count?: string | number | undefined
  isUrgent?: boolean
  isExact?: boolean
}

/** The tabs of an edition. `course`: its id or slug, as in the address. */
function tabsOf(course: string, counts: TabCounts): Tab[] {
  const { people, waiting, lessons, documents, messages, certificates, ready, late } = counts
  return [
    { to: href('/admin/courses/:course/panoramica', { course }), name: 'Panoramica' },
    {
      to: href('/admin/courses/:course/iscritti', { course }),
      name: people === null ? 'Chi era iscritto' : 'Iscritti',
      count: people ?? undefined,
    },
    { to: href('/admin/courses/:course/lista-attesa', { course }), name: 'Lista d’attesa', count: waiting },
    {
      to: href('/admin/courses/:course/lezioni', { course }),
      name: 'Lezioni e registro',
      count: lessons.all > 0 ? `${lessons.done}/${lessons.all}` : undefined,
    },
    {
      to: href('/admin/courses/:course/pagamenti', { course }),
      name: 'Pagamenti',
      count: late > 0 ? formatCount(late, 'scaduto', 'scaduti') : undefined,
      isUrgent: true,
    },
    { to: href('/admin/courses/:course/documenti', { course }), name: 'Documenti', count: documents },
    { to: href('/admin/courses/:course/messaggi', { course }), name: 'Messaggi', count: messages },
    {
      to: href('/admin/courses/:course/attestati', { course }),
      name: 'Attestati',
      count: ready > 0 ? formatCount(ready, 'pronto', 'pronti') : certificates,
    },
    { to: href('/admin/courses/:course', { course }), name: 'Scheda', isExact: true },
  ]
}

/** The tabs of an edition as a row of links; on a narrow screen as a list that unfolds. */
export function EditionTabs({ counts }: { counts: TabCounts }) {
  const { pathname } = useLocation()
  const { course = '' } = useParams()
  const tabs = tabsOf(course, counts)
  const chosen = tabs.find(({ to, isExact }) => (isExact ? pathname === to : pathname.startsWith(to)))
  const links = tabs.map(({ to, isExact = false, ...tab }) => (
    <NavLink key={to} to={to} end={isExact}>
      <TabName {...tab} />
    </NavLink>
  ))
  return (
    <>
      <nav className="edition-tabs" aria-label="Edizione">
        {links}
      </nav>
      <PageList name="Edizione, le pagine" chosen={<TabName {...(chosen ?? { name: 'Panoramica' })} />}>
        {links}
      </PageList>
    </>
  )
}

function TabName({ name, count, isUrgent = false }: Pick<Tab, 'name' | 'count' | 'isUrgent'>) {
  return (
    <>
      {name}{' '}
      {count !== undefined && (
        <span className={isUrgent ? 'num tab-count tab-urgent' : 'num tab-count'}>{count}</span>
      )}
    </>
  )
}
