import { href, Link } from 'react-router'
import { PhoneLinks } from '../accounts/phone-links'
import { SIGN_IN_LOG_PERIOD } from '../accounts/sign-in-log/rules'
import { withArticle } from '../italian/articles'
import { formatDate } from '../italian/dates'
import { Icon } from '../ui/icon'
import type { PersonFacts } from './person.queries.server'

/** Who it is, since when, and how to reach them. `today`: YYYY-MM-DD. */
export function PersonHead({ person, today }: { person: PersonFacts; today: string }) {
  const { id, firstName, lastName, email, phone, createdAt, signedInAt } = person
  return (
    <>
      <Link className="who-crumb" to={href('/admin/people')}>
        <Icon name="left" /> Persone
      </Link>
      <div className="who-head">
        <div>
          <h2>{`${firstName} ${lastName}`}</h2>
          <p className="quiet">
            Nel sito da {formatDate(createdAt, 'MMMM yyyy')} · {lastSeen(signedInAt, today)}
          </p>
        </div>
        <div className="actions">
          {phone ? (
            <PhoneLinks phone={phone} className="button button-quiet" icon />
          ) : (
            <Link
              className="button button-quiet"
              to={href('/admin/people/:person/dati', { person: id })}
              preventScrollReset
            >
              <Icon name="phone" /> Aggiungi il telefono
            </Link>
          )}
          <a className="button" href={`mailto:${email}`}>
            <Icon name="mail" /> Scrivi
          </a>
          <Link className="button" to={`${href('/admin/iscrivi')}?${new URLSearchParams({ email })}`}>
            <Icon name="plus" /> Iscrivi a un corso
          </Link>
        </div>
      </div>
    </>
  )
}

/** 'ultimo accesso oggi alle 9:40' */
function lastSeen(at: Date | null, today: string): string {
  if (!at) return `nessun accesso negli ultimi ${SIGN_IN_LOG_PERIOD.words}`
  const day = formatDate(at, 'yyyy-MM-dd')
  return `ultimo accesso ${day === today ? 'oggi' : withArticle('il', formatDate(at, 'd MMMM yyyy'))} alle ${formatDate(at, 'HH:mm')}`
}
