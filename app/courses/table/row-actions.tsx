import type { ComponentProps } from 'react'
import { href, Link, type LinkProps, useLocation } from 'react-router'
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
  return (
    <div className="row-actions">
      <RowAction
        name="Modifica"
        icon="edit"
        title={title}
        to={href('/admin/courses/:course', { course: id }) + query}
      />
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
        <RowAction
          name="Vedi iscritti"
          icon="users"
          title={title}
          to={href('/admin/courses/:course/iscritti', { course: id }) + query}
          preventScrollReset
        />
      )}
      <RowAction
        name={hasBrochure ? 'Sostituisci PDF' : 'Carica PDF'}
        icon="up"
        title={title}
        to={href('/admin/courses/:course/pdf', { course: id }) + query}
        preventScrollReset
      />
      <RowAction name="Duplica" icon="copy" title={title} to={copyPage(id, query)} />
      <RowAction
        name="Edizione"
        icon="editions"
        title={title}
        to={href('/admin/courses/:course/edizione', { course: id }) + query}
      />
      <RowAction
        name="Elimina"
        icon="bin"
        title={title}
        to={href('/admin/courses/:course/elimina', { course: id }) + query}
        preventScrollReset
      />
    </div>
  )
}

/** `title`: of the course. */
function RowAction({
  name,
  icon,
  title,
  ...link
}: { icon: ComponentProps<typeof Icon>['name']; name: string; title: string } & LinkProps) {
  return (
    <Link className="button button-quiet button-icon" aria-label={`${name}: ${title}`} title={name} {...link}>
      <Icon name={icon} />
    </Link>
  )
}
