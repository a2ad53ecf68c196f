import { href, Link, useLocation } from 'react-router'
import { capitalize } from '../../italian/words'
import { More } from '../../ui/overlays/more'
import type { ManagedCourse } from './queries.server'
import { courseTableQuery, newEditionPage } from './rules'

/**
 * The most likely action on a course as a button, the others in a menu. Links to dialogs keep the filters of the table.
 * Addresses of the office contain the id, since the slug may change.
 */
export function RowActions({ course }: { course: ManagedCourse }) {
  const { id, slug, title, comingSoon, draft, hasBrochure, peopleEnrolled, cancelledAt } = course
  const query = courseTableQuery(useLocation().search)
  const whyNotYetOpen =
    (draft || comingSoon) &&
    `il corso è ${draft ? 'una bozza' : 'in arrivo'}: le iscrizioni non sono ancora aperte`
  return (
    <div className="row-actions">
      {whyNotYetOpen ? (
        <Link
          className="button button-small"
          to={href('/admin/courses/:course', { course: id }) + query}
          aria-label={`Modifica: ${title}`}
        >
          Modifica
        </Link>
      ) : (
        <Link
          className="button button-small"
          to={href('/admin/courses/:course/iscritti', { course: id })}
          aria-label={cancelledAt ? `Chi era iscritto: ${title}` : `Iscritti ${peopleEnrolled}: ${title}`}
        >
          {cancelledAt ? (
            'Chi era iscritto'
          ) : (
            <>
              Iscritti <span className="num">{peopleEnrolled}</span>
            </>
          )}
        </Link>
      )}
      <More of={title}>
        {whyNotYetOpen ? (
          <button
            type="button"
            disabled
            title={capitalize(whyNotYetOpen)}
            aria-label={`Vedi iscritti: ${whyNotYetOpen}`}
          >
            Vedi iscritti
          </button>
        ) : (
          <Link to={href('/admin/courses/:course', { course: id }) + query}>Modifica</Link>
        )}
        <Link to={`${href('/admin/courses/:course/pdf', { course: id })}${query}`} preventScrollReset>
          {hasBrochure ? 'Sostituisci PDF' : 'Carica PDF'}
        </Link>
        {!whyNotYetOpen && peopleEnrolled > 0 && (
          <Link to={href('/admin/courses/:course/messaggi/nuovo', { course: id })}>Scrivi agli iscritti</Link>
        )}
        <Link to={newEditionPage(id, query)}>Duplica</Link>
        <Link to={href('/corsi/:slug', { slug })}>Apri la pagina pubblica</Link>
        <hr />
        <Link
          className="more-grave"
          to={`${href('/admin/courses/:course/elimina', { course: id })}${query}`}
          preventScrollReset
        >
          Elimina…
        </Link>
      </More>
    </div>
  )
}
