import { parseISO, subDays } from 'date-fns'
import { href, Link } from 'react-router'
import { personPage } from '../accounts/pages.rules'
import { PhoneLinks } from '../accounts/phone-links'
import { isStaffRole, isToActivate } from '../accounts/rules'
import { SIGN_IN_LOG_PERIOD } from '../accounts/sign-in-log/rules'
import { withArticle } from '../italian/articles'
import { formatDate } from '../italian/dates'
import { BackLink } from '../ui/back-link'
import '../ui/dot-line.css'
import { Form, Submit } from '../ui/forms/form'
import { Icon } from '../ui/icon'
import { MailLink } from '../ui/mail-link'
import { More } from '../ui/overlays/more'
import type { PersonFacts } from './person.queries.server'

type Reader = { id: string; isAdmin: boolean }

/**
 * Name, age of the account, phone, e-mail, last sign-in and acts, at the head of the page of a person. `reader`: the
 * colleague who reads it; `today`: YYYY-MM-DD.
 */
export function PersonHead({
  person,
  reader,
  today,
}: {
  person: PersonFacts
  reader: Reader
  today: string
}) {
  const { id, firstName, lastName, email, phone, createdAt, lastSignInAt } = person
  return (
    <>
      <BackLink to={href('/admin/people')}>Persone</BackLink>
      <div className="who-head">
        <div>
          <h2>{`${firstName} ${lastName}`}</h2>
          <p className="quiet dot-line">
            <span>Nel sito da {formatDate(createdAt, 'MMMM yyyy')}</span>{' '}
            <span>
              {phone ? (
                <PhoneLinks phone={phone} />
              ) : (
                <Link to={href('/admin/people/:person/dati', { person: id })} preventScrollReset>
                  Aggiungi il telefono
                </Link>
              )}
            </span>{' '}
            <span>
              <MailLink address={email} />
            </span>
          </p>
          <p className="quiet">{lastSignInInWords(lastSignInAt, createdAt, today)}</p>
        </div>
        <div className="actions">
          <FurtherActs person={person} reader={reader} />
          <Link
            className="button"
            to={href('/admin/people/:person/scrivi', { person: id })}
            preventScrollReset
          >
            <Icon name="mail" /> Scrivi
          </Link>
          <Link
            className="button button-main"
            to={`${href('/admin/iscrivi')}?${new URLSearchParams({ email })}`}
          >
            <Icon name="plus" /> Iscrivi a un corso
          </Link>
        </div>
      </div>
    </>
  )
}

function FurtherActs({ person, reader }: { person: PersonFacts; reader: Reader }) {
  const { id, firstName, lastName } = person
  const params = { person: id }
  return (
    <More of={`${firstName} ${lastName}`}>
      <Link to={href('/admin/people/:person/dati', params)} preventScrollReset>
        Correggi i dati
      </Link>
      {!isStaffRole(person.role) && (
        <Link to={href('/admin/people/:person/email', params)} preventScrollReset>
          Cambia l’email
        </Link>
      )}
      {isToActivate(person) && (
        <Form method="post" action={personPage(id)} preventScrollReset>
          <Submit className="" name="intent" value="invite" busy="Invio in corso...">
            Invia di nuovo l’invito
          </Submit>
        </Form>
      )}
      {reader.isAdmin && <AdministratorsActs person={person} isSelf={id === reader.id} />}
    </More>
  )
}

/** What only administrators may do. `isSelf`: whether the person is the administrator who reads the page. */
function AdministratorsActs({ person, isSelf }: { person: PersonFacts; isSelf: boolean }) {
  const { id, emailVerified, hasSecondFactor, isSignedIn } = person
  const params = { person: id }
  return (
    <>
      {emailVerified && (
        <>
          <hr />
          <Link to={href('/admin/people/:person/ruolo', params)} preventScrollReset>
            Cambia ruolo…
          </Link>
        </>
      )}
      {!isSelf && isSignedIn && (
        <Link to={href('/admin/people/:person/accessi', params)} preventScrollReset>
          Scollega i dispositivi…
        </Link>
      )}
      <hr />
      <Link to={href('/admin/people/:person/copia', params)} preventScrollReset>
        Dati della persona…
      </Link>
      {!isSelf && hasSecondFactor && (
        <Link
          className="more-grave"
          to={href('/admin/people/:person/due-passaggi', params)}
          preventScrollReset
        >
          Disattiva i due passaggi…
        </Link>
      )}
      {!isSelf && (
        <Link
          className="more-grave"
          to={href('/admin/people/:person/cancellazione', params)}
          preventScrollReset
        >
          Cancellazione su richiesta scritta…
        </Link>
      )}
    </>
  )
}

/**
 * Says when a person last signed in: 'Ultimo accesso oggi alle 9:40'. `at`: null without a sign-in in the log, which
 * reaches back `SIGN_IN_LOG_PERIOD`.
 */
function lastSignInInWords(at: Date | null, createdAt: Date, today: string): string {
  const isNew = createdAt > subDays(parseISO(today), SIGN_IN_LOG_PERIOD.days)
  if (!at) return isNew ? 'Nessun accesso finora' : `Nessun accesso negli ultimi ${SIGN_IN_LOG_PERIOD.words}`
  const day = formatDate(at, 'yyyy-MM-dd')
  return `Ultimo accesso ${day === today ? 'oggi' : withArticle('il', formatDate(at, 'd MMMM yyyy'))} alle ${formatDate(at, 'HH:mm')}`
}
