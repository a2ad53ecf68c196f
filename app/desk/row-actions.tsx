import { Form, Link, useLocation } from 'react-router'
import { Icon } from '../ui/icon'
import { Submit } from '../ui/submit'
import type { ManagedCourse } from './queries.server'
import { pageQuery } from './rules'

/** What can be done with a course of the table. Dialogs open over the page as it stands, filters included. */
export function RowActions({ course: { slug, title, comingSoon, hasBrochure } }: { course: ManagedCourse }) {
  const query = pageQuery(useLocation().search)
  const to = (action: string) => `/admin/courses/${slug}${action}`
  const pdf = hasBrochure ? 'Sostituisci PDF' : 'Carica PDF'
  return (
    <div className="row-actions">
      <Link
        className="button button-quiet button-icon"
        to={to('')}
        aria-label={`Modifica: ${title}`}
        title="Modifica"
      >
        <Icon name="edit" />
      </Link>
      {comingSoon ? (
        <button
          className="button button-quiet button-icon"
          type="button"
          disabled
          aria-label={`Vedi iscritti: ${title} (il corso è in arrivo: le iscrizioni non sono ancora aperte)`}
          title="Il corso è in arrivo: le iscrizioni non sono ancora aperte"
        >
          <Icon name="users" />
        </button>
      ) : (
        <Link
          className="button button-quiet button-icon"
          to={to(`/iscritti${query}`)}
          preventScrollReset
          aria-label={`Vedi iscritti: ${title}`}
          title="Vedi iscritti"
        >
          <Icon name="users" />
        </Link>
      )}
      <Link
        className="button button-quiet button-icon"
        to={to(`/pdf${query}`)}
        preventScrollReset
        aria-label={`${pdf}: ${title}`}
        title={pdf}
      >
        <Icon name="up" />
      </Link>
      <Form method="post" action={to('/duplica')}>
        <Submit
          className="button button-quiet button-icon"
          name="corso"
          value={slug}
          busy="…"
          aria-label={`Duplica: ${title}`}
          title="Duplica"
        >
          <Icon name="copy" />
        </Submit>
      </Form>
      <Link
        className="button button-quiet button-icon"
        to={to(`/elimina${query}`)}
        preventScrollReset
        aria-label={`Elimina: ${title}`}
        title="Elimina"
      >
        <Icon name="bin" />
      </Link>
    </div>
  )
}
