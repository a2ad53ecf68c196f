import { href } from 'react-router'
import { Icon } from '../ui/icon'

export function CalendarLink({ course: { slug, title } }: { course: { slug: string; title: string } }) {
  return (
    <a
      className="link"
      href={href('/corsi/:slug/calendario.ics', { slug })}
      aria-label={`Aggiungi al calendario: ${title}`}
    >
      <Icon name="down" /> Aggiungi al calendario
    </a>
  )
}
