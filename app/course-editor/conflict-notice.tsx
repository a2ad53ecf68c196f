import { withArticle } from '../italian/articles'
import { formatDate } from '../italian/dates'
import { TableHead } from '../ui/tables/table-head'
import { LABELS } from './course-fields'
import type { CourseText } from './rules'

/**
 * What another person saved while the form was open. `by`: the e-mail of that person, null if the account is gone;
 * `was` and `is`: a field before and after the change; `changedByBoth`: whether the form keeps its own text.
 */
export type Conflict = {
  by: string | null
  at: Date
  fields: { field: keyof CourseText; was: string | boolean; is: string | boolean; changedByBoth: boolean }[]
}

export function ConflictNotice({ conflict: { by, at, fields } }: { conflict: Conflict }) {
  return (
    <div className="notice">
      <p>
        <b>Nulla è stato sovrascritto.</b> {by ?? 'Qualcun altro'} ha salvato questo corso{' '}
        {withArticle('il', formatDate(at, 'd MMMM yyyy'))} alle {formatDate(at, 'HH:mm')}, mentre lo
        modificavi. Le sue modifiche sono ora nel modulo insieme alle tue: controllale e salva di nuovo.
      </p>
      {fields.length > 0 && (
        <table className="table dense stack">
          <TableHead columns={['Campo', 'Prima', 'Adesso nel sito', 'Nel modulo']} />
          <tbody>
            {fields.map(({ field, was, is, changedByBoth }) => (
              <tr key={field}>
                <th scope="row">{LABELS[field]}</th>
                <td data-label="Prima">{valueInWords(was)}</td>
                <td data-label="Adesso nel sito">{valueInWords(is)}</td>
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
