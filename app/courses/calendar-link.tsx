import { href } from 'react-router'
import { Icon } from '../ui/icon'

export function CalendarLink({
  course: { slug, title },
  className = 'link',
}: {
  course: { slug: string; title: string }
  className?: string
}) {
  return (
    <a
      className={className}
      href={href('/corsi/:slug/calendario.ics', { slug })}
      aria-label={`Aggiungi al calendario: ${title}`}
    >
      <Icon name="down" /> Aggiungi al calendario
    </a>
  )
}
