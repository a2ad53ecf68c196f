import { href, Link } from 'react-router'
import type { StoredCourse } from '../courses/queries.server'
import { hasBegun } from '../courses/rules'
import { withArticle } from '../italian/articles'
import { formatDate } from '../italian/dates'

/** Says that an edition is cancelled, or, until it begins, that it is confirmed; else nothing. */
export function ConfirmedOrCancelled({ edition, today }: { edition: StoredCourse; today: string }) {
  const { id: course, confirmedAt, cancelledAt, cancelReason } = edition
  const day = (at: Date) => withArticle('il', formatDate(at, 'd MMMM yyyy'))
  if (cancelledAt)
    return (
      <div className="notice">
        <p>
          <b>Edizione annullata {day(cancelledAt)}.</b> {cancelReason}
        </p>
        <p>
          <Link to={href('/admin/courses/:course/iscritti', { course })}>Chi era iscritto</Link>
        </p>
      </div>
    )
  if (!confirmedAt || hasBegun(edition, today)) return null
  return (
    <p className="edition-confirmed">
      <span className="state state-published">Edizione confermata</span> {day(confirmedAt)}
    </p>
  )
}
