import { withArticle } from '../italian/articles'
import { formatDate } from '../italian/dates'
import { TableHead } from '../ui/tables/table-head'
import { courseFieldLabel } from './course-fields'
import type { CourseText } from './rules'

/**
 * What another person saved while the form was open. `savedBy`: the e-mail of that person, null if the account is
 * deleted; `fields`: those that changed, none if the edition was confirmed, for example; `before` and `after`: the text
 * of a field before and after their change; `changedByBoth`: the field was changed in the form too, which keeps its own
 * text.
 */
export type Conflict = {
  savedBy: string | null
  savedAt: Date
  fields: {
    field: keyof CourseText
    before: string | boolean
    after: string | boolean
    changedByBoth: boolean
  }[]
}

export function ConflictNotice({ conflict: { savedBy, savedAt, fields } }: { conflict: Conflict }) {
  return (
    <div className="notice">
      <p>
        <b>Nulla è stato sovrascritto.</b>{' '}
        {fields.length > 0
          ? `${savedBy ?? 'Qualcun altro'} ha salvato questo corso ${withArticle('il', formatDate(savedAt, 'd MMMM yyyy'))} alle ${formatDate(savedAt, 'HH:mm')}, mentre lo modificavi. Le sue modifiche sono ora nel modulo insieme alle tue: controllale e salva di nuovo.`
          : 'Nel frattempo l’edizione è cambiata (per esempio confermata), ma nessun campo della scheda: salva di nuovo.'}
      </p>
      {fields.length > 0 && (
        <table className="table dense stack">
          <TableHead columns={['Campo', 'Prima', 'Adesso nel sito', 'Nel modulo']} />
          <tbody>
            {fields.map(({ field, before, after, changedByBoth }) => (
              <tr key={field}>
                <th scope="row">{courseFieldLabel(field)}</th>
                <td data-label="Prima">{valueInWords(before)}</td>
                <td data-label="Adesso nel sito">{valueInWords(after)}</td>
                <td data-label="Nel modulo">
                  {changedByBoth ? <b>resta quello che hai scritto tu</b> : 'il testo nuovo'}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}

function valueInWords(value: string | boolean): string {
  if (typeof value === 'boolean') return value ? 'sì' : 'no'
  return value || '–'
}
