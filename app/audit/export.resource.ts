import { href } from 'react-router'
import { normalEmail } from '../accounts/rules'
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
  const { utente, persona, azione: action, entita: entity, dal: from, al: to } = filters
  // The entry of this export has these keys: `forgetInLog` finds the e-mail of a person in `user` and `email`.
  const loggedFilters = {
    user: withNormalEmail(utente),
    email: withNormalEmail(persona),
    action,
    entity,
    from,
    to,
  }

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
      filters: Object.fromEntries(Object.entries(loggedFilters).filter(([, value]) => value)),
      limit: 'log',
      page: logAddress(href('/admin/audit'), filters),
    },
  )
}

/** An e-mail of a filter as profiles have it; any other filter, such as an id, as it was typed. */
const withNormalEmail = (typed: string) => (typed.includes('@') ? normalEmail(typed) : typed)

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
