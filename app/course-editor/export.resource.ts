import { href } from 'react-router'
import { staffFrom } from '../accounts/session/session.server'
import { exportCsv } from '../audit/export.server'
import { CELL_LENGTH, type Cell, type CellFormat, findCellFormat } from '../http/csv.server'
import { readOrExplain } from '../http/read-error.server'
import type { Route } from './+types/export.resource'
import { coursesWithPeople } from './export.queries.server'

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const staff = staffFrom(context)
  return exportCsv(
    staff,
    { request, url },
    {
      name: 'corsi_utenti',
      columns: ['ID', 'Titolo', 'Descrizione', 'Prezzo', 'Data Inizio', 'User Emails'],
      rows: rows(coursesWithPeople(staff, readOrExplain), findCellFormat(url)),
      limit: 'lists',
      page: href('/admin'),
    },
  )
}

async function* rows(batches: ReturnType<typeof coursesWithPeople>, format: CellFormat) {
  for await (const batch of batches) {
    yield batch.map(({ id, title, description, price, startDate, emails, participantCount }): Cell[] => [
      id,
      title,
      description,
      format.euros(price),
      format.day(startDate),
      addressesInCell(emails, participantCount),
    ])
  }
}

/** The addresses for one cell, followed by the number of those that do not fit. `total`: how many there are in all. */
function addressesInCell(emails: string[], total: number): string {
  const room = CELL_LENGTH - 100 // for '… e altre 12'
  let text = ''
  for (const [index, email] of emails.entries()) {
    if (text.length + email.length > room) return `${text} … e altre ${total - index}`
    text += (text && ', ') + email
  }
  return total > emails.length ? `${text} … e altre ${total - emails.length}` : text
}
