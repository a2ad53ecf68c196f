import { href } from 'react-router'
import { adminFrom } from '../accounts/session/session.server'
import { type Cell, type CellFormat, findCellFormat } from '../http/csv.server'
import { readOrExplain } from '../http/read-error.server'
import type { Route } from './+types/export.resource'
import { ACTION_LABELS } from './codes.rules'
import { exportCsv } from './export.server'
import { filtersFrom, logAddress } from './filters'
import { type LogEntry, logInBatches, queryOf } from './queries.server'
import { detailsAsText, entityLabel, SYSTEM_NAME } from './rules'

/** Exports every entry that the filters select, as CSV. */
export async function loader({ context, request, url }: Route.LoaderArgs) {
  const admin = adminFrom(context)
  const filters = filtersFrom(url.searchParams)
  const format = findCellFormat(url)
  // The log entry has these keys: in `user` and `email` `forgetInLog` finds the e-mail of a person.
  const { utente: user, persona: email, azione: action, entita: entity, dal: from, al: to } = filters
  const activeFilters = Object.entries({ user, email, action, entity, from, to }).filter(([, value]) => value)

  async function* rows() {
    const failureSentence = 'Impossibile caricare i log: il database non risponde'
    const query = await readOrExplain(failureSentence, queryOf(admin, filters))
    if ('unmatched' in query) return
    const batches = logInBatches(admin, query)
    for (;;) {
      const { done, value } = await readOrExplain(failureSentence, batches.next())
      if (done) return
      yield value.map((entry) => asCells(entry, format))
    }
  }

  return exportCsv(
    admin,
    { request, url },
    {
      name: 'audit_logs',
      columns: ['ID', 'Utente', 'Azione', 'Entità', 'ID Entità', 'Data', 'Dettagli'],
      rows: rows(),
      filters: Object.fromEntries(activeFilters),
      limit: 'log',
      page: logAddress(href('/admin/audit'), filters),
    },
  )
}

function asCells(entry: LogEntry, format: CellFormat): Cell[] {
  return [
    entry.id,
    entry.email ?? entry.userId ?? SYSTEM_NAME,
    ACTION_LABELS[entry.action],
    entityLabel(entry.entityType),
    entry.entityId,
    format.instant(entry.createdAt),
    detailsAsText(entry.details),
  ]
}
