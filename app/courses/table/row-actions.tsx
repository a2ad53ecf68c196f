import { href, Link, useLocation } from 'react-router'
import { capitalize } from '../../italian/words'
import { Icon } from '../../ui/icon'
import type { ManagedCourse } from './queries.server'
import { copyPage, pageQuery } from './rules'

/** Actions of a row. Dialogs keep the filters of the page; addresses carry the id, since the slug may change. */
export function RowActions({
  course: { id, title, comingSoon, draft, hasBrochure },
}: {
  course: ManagedCourse
}) {
  const query = pageQuery(useLocation().search)
  const closed =
    (draft && 'il corso è una bozza: le iscrizioni non sono ancora aperte') ||
    (comingSoon && 'il corso è in arrivo: le iscrizioni non sono ancora aperte')
  const pdf = hasBrochure ? 'Sostituisci PDF' : 'Carica PDF'
  return (
    <div className="row-actions">
      <Link
        className="button button-quiet button-icon"
        to={href('/admin/courses/:course', { course: id }) + query}
        aria-label={`Modifica: ${title}`}
        title="Modifica"
      >
        <Icon name="edit" />
      </Link>
      {closed ? (
        <button
          className="button button-quiet button-icon"
          type="button"
          disabled
          aria-label={`Vedi iscritti: ${title} (${closed})`}
          title={capitalize(closed)}
        >
          <Icon name="users" />
        </button>
      ) : (
        <Link
          className="button button-quiet button-icon"
          to={href('/admin/courses/:course/iscritti', { course: id }) + query}
          preventScrollReset
          aria-label={`Vedi iscritti: ${title}`}
          title="Vedi iscritti"
        >
          <Icon name="users" />
        </Link>
      )}
      <Link
        className="button button-quiet button-icon"
        to={href('/admin/courses/:course/pdf', { course: id }) + query}
        preventScrollReset
        aria-label={`${pdf}: ${title}`}
        title={pdf}
      >
        <Icon name="up" />
      </Link>
      <Link
        className="button button-quiet button-icon"
        to={copyPage(id, query)}
        aria-label={`Duplica: ${title}`}
        title="Duplica"
      >
        <Icon name="copy" />
      </Link>
      <Link
        className="button button-quiet button-icon"
        to={href('/admin/courses/:course/edizione', { course: id }) + query}
        aria-label={`Edizione: ${title}`}
        title="Edizione"
      >
        <Icon name="editions" />
      </Link>
      <Link
        className="button button-quiet button-icon"
        to={href('/admin/courses/:course/elimina', { course: id }) + query}
        preventScrollReset
        aria-label={`Elimina: ${title}`}
        title="Elimina"
      >
        <Icon name="bin" />
      </Link>
    </div>
  )
}
