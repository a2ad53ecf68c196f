import { formatDate } from '../../italian/dates'
import type { repliesTo } from './queries.server'

export function Replies({ replies }: { replies: Awaited<ReturnType<typeof repliesTo>> }) {
  if (replies.length === 0) return null
  return (
    <ul className="replies" aria-label="Risposte">
      {replies.map(({ id, text, by, createdAt }) => (
        <li key={id}>
          <p className="quiet">
            Risposta di {by ?? 'un collega'}, {formatDate(createdAt, 'dd/MM/yyyy HH:mm')}
          </p>
          <p className="message-text">{text}</p>
        </li>
      ))}
    </ul>
  )
}
