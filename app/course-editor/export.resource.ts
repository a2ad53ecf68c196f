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
    yield batch.map(({ id, title, description, price, startDate, emails }): Cell[] => [
      id,
      title,
      description,
      format.euros(price),
      format.day(startDate),
      addressesInCell(emails),
    ])
  }
}

/** The addresses for one cell, each whole, then how many do not fit: 'ada@example.it, bea@example.it … e altri 12'. */
function addressesInCell(emails: string[]): string {
  const room = CELL_LENGTH - 20 // for ' … e altri 12'
  let text = ''
  for (const [index, email] of emails.entries()) {
    const longer = text ? `${text}, ${email}` : email
    if (longer.length > room) return `${text} … e altri ${emails.length - index}`
    text = longer
  }
  return text
}
