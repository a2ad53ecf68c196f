import { Icon } from '../ui/icon'

/** The sessions of a course as a file that every calendar program opens. */
export function CalendarLink({ course: { slug, title } }: { course: { slug: string; title: string } }) {
  return (
    <a
      className="link"
      href={`/corsi/${slug}/calendario.ics`}
      aria-label={`Aggiungi al calendario: ${title}`}
    >
      <Icon name="down" /> Aggiungi al calendario
    </a>
  )
}
