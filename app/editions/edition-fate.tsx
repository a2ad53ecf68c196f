import { href, Link } from 'react-router'
import type { Phase } from '../courses/phase.rules'
import { withArticle } from '../italian/articles'
import { formatDate } from '../italian/dates'

type EditionFateFacts = {
  phase: Phase
  confirmedAt: Date | null
  cancelledAt: Date | null
  cancelReason: string | null
}

/** Says that the edition is cancelled, or, until it begins, that it is confirmed; else nothing. */
export function EditionFate({
  course,
  fate: { phase, confirmedAt, cancelledAt, cancelReason },
}: {
  course: string
  fate: EditionFateFacts
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
