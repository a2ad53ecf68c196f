import { href, Link, redirect, useOutlet } from 'react-router'
import { suggestPeople } from '../accounts/queries.server'
import type { Admin } from '../accounts/rules'
import { adminFrom } from '../accounts/session/session.server'
import { loadSections } from '../http/toasts.server'
import { PageHead } from '../ui/page-head'
import { CsvLinks } from '../ui/tables/csv-links'
import { Steps } from '../ui/tables/steps'
import type { Route } from './+types/log.screen'
import { FilterForm, filtersFrom, type LogFilters, logAddress } from './filters'
import { LogTable } from './log-table'
import { loggedEntities, logPage, queryOf } from './queries.server'
import { AUDIT_ENTITIES, detailsInBrief, SYSTEM_NAME } from './rules'
import { subjectsOf } from './subject.queries.server'
import './log.css'

const NO_ROWS = { rows: [], newer: undefined, older: undefined }

/**
 * Loads a page of the log. `?prima`, `?dopo`: the page holds the entries before or after this one in time, which is the
 * reverse of their order in the list.
 */
export async function loader({ context, url }: Route.LoaderArgs) {
  const admin = adminFrom(context)
  const filters = filtersFrom(url.searchParams)
  if (url.pathname === href('/admin/audit') && [...url.searchParams.values()].includes('')) {
    throw redirect(logAddress(href('/admin/audit'), filters)) // without the parameters that the form left empty
  }
  const [before, after] = [idFrom(url, 'prima'), idFrom(url, 'dopo')]
  const { loadSection, respond } = loadSections()
  const emptyLog = { ...NO_ROWS, entities: [...AUDIT_ENTITIES], suggestions: [], unmatched: undefined }
  const log = await loadSection(
    'Impossibile caricare i log',
    loadLog(admin, filters, { before, after }),
    emptyLog,
  )
  return respond({ filters, ...log })
}

async function loadLog(admin: Admin, filters: LogFilters, span: Parameters<typeof logPage>[2]) {
  const [query, entities] = await Promise.all([queryOf(admin, filters), loggedEntities(admin)])
  const unmatched = 'unmatched' in query ? query.unmatched : undefined
  const people = await suggestPeople(admin, filters[unmatched ?? 'utente'])
  const suggestions = people.map(({ email }) => email)
  const filterFacts = { entities, suggestions, unmatched }
  if ('unmatched' in query) return { ...filterFacts, ...NO_ROWS }

  const { entries, newer, older } = await logPage(admin, query, span)
  const subjects = await subjectsOf(admin, entries)
  const rows = entries.map(({ email, name: _, userId, details, ...entry }) => ({
    ...entry,
    actor: email ?? userId ?? SYSTEM_NAME,
    brief: detailsInBrief(details),
    subject: subjects.get(entry.entityId),
  }))
  return { ...filterFacts, rows, newer, older }
}

/** The id of an entry in a parameter; undefined for none. With 15 digits it is still a safe integer. */
function idFrom(url: URL, name: string): number | undefined {
  const text = url.searchParams.get(name) ?? ''
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined
}

export default function Log({ loaderData }: Route.ComponentProps) {
  const { filters, rows, entities, suggestions, unmatched, newer, older, toasts } = loaderData
  const dialog = useOutlet()
  const addressOfPage = (key: 'prima' | 'dopo', id: number | undefined) =>
    id === undefined ? undefined : logAddress(href('/admin/audit'), filters, { [key]: String(id) })
  return (
    <section className="admin-section" aria-labelledby="log">
      {dialog ?? <PageHead title="Log Attività" path={href('/admin/audit')} noindex />}
      <div className="admin-head">
        <h2 id="log">Log Attività</h2>
        <div className="actions">
          <CsvLinks of="log" to={logAddress(href('/admin/audit.csv'), filters)} />
        </div>
      </div>
      <FilterForm filters={filters} entities={entities} people={suggestions} />
      {unmatched && <UnmatchedFilter filters={filters} unmatched={unmatched} suggestions={suggestions} />}
      {!unmatched && rows.length === 0 && toasts.length === 0 && (
        <p className="quiet">Nessuna attività trovata.</p>
      )}
      {rows.length > 0 && <LogTable rows={rows} />}
      <Steps
        label="Pagine del log"
        back={{ label: 'Più recenti', to: addressOfPage('dopo', newer) }}
        onward={{ label: 'Meno recenti', to: addressOfPage('prima', older) }}
      />
    </section>
  )
}

/** Suggests people for the filter that matches no person (`unmatched`). */
function UnmatchedFilter({
  filters,
  unmatched,
  suggestions,
}: {
  filters: LogFilters
  unmatched: 'utente' | 'persona'
  suggestions: string[]
}) {
  return (
    <div className="log-unmatched">
      <p>Nessun utente ha l’email o l’ID «{filters[unmatched]}».</p>
      {suggestions.length > 0 && (
        <>
          <p className="quiet" id="forse">
            Forse cercavi:
          </p>
          <ul aria-labelledby="forse">
            {suggestions.map((email) => (
              <li key={email}>
                <Link
                  className="link"
                  to={logAddress(href('/admin/audit'), { ...filters, [unmatched]: email })}
                >
                  {email}
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
