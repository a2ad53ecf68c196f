import { href, Link } from 'react-router'
import { withArticle } from '../../italian/articles'
import { formatDate } from '../../italian/dates'
import { formatCount } from '../../italian/numbers'
import type { lastPostponementOf } from '../mine/postponement.queries.server'

type Postponement = NonNullable<Awaited<ReturnType<typeof lastPostponementOf>>>

/** How many people have answered the last postponement of an edition, and how. `course`: its id. */
export function AnswersLine({
  course,
  postponement: { createdAt, answerBy, stayCount, leftCount, openCount },
}: {
  course: string
  postponement: Postponement
}) {
  const answers = [
    formatCount(stayCount, 'resta', 'restano'),
    formatCount(leftCount, 'lascia', 'lasciano'),
    formatCount(openCount, 'non ha ancora risposto', 'non hanno ancora risposto'),
  ]
  return (
    <p className="notice">
      Rinviata {withArticle('il', formatDate(createdAt, 'd MMMM yyyy'))}, risposte{' '}
      {withArticle('entro il', formatDate(answerBy, 'd MMMM'))}: {answers.join(', ')}.
      {openCount > 0 && (
        <>
          {' '}
          <Link to={`${href('/admin/courses/:course/messaggi/nuovo', { course })}?chi=senza-risposta`}>
            Scrivi a chi non ha risposto
          </Link>
        </>
      )}
    </p>
  )
}
