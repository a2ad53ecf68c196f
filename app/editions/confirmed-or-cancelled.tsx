import { href, Link } from 'react-router'
import type { Phase } from '../courses/phase.rules'
import { withArticle } from '../italian/articles'
import { formatDate } from '../italian/dates'

type EditionStatus = {
  phase: Phase
  confirmedAt: Date | null
  cancelledAt: Date | null
  cancelReason: string | null
}

/** Says that an edition is cancelled, or, until it begins, that it is confirmed; else nothing. */
export function ConfirmedOrCancelled({
  course,
  status: { phase, confirmedAt, cancelledAt, cancelReason },
}: {
  course: string
  status: EditionStatus
}) {
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
  if (!confirmedAt || phase === 'during' || phase === 'after') return null
  return (
    <p className="edition-confirmed">
      <span className="state state-published">Edizione confermata</span> {day(confirmedAt)}
    </p>
  )
}
