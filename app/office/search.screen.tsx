import { type ReactNode, useEffect, useRef } from 'react'
import { href, Link } from 'react-router'
import { personPage } from '../accounts/pages.rules'
import { requiredWords, SEARCH_MAX } from '../accounts/search.rules'
import { staffFrom } from '../accounts/session/session.server'
import { findCertificates } from '../certificates/queries.server'
import { CERTIFICATE_ENDING_LABELS } from '../certificates/rules'
import { searchContacts } from '../contacts/admin/queries.server'
import { contactPage } from '../contacts/admin/rules'
import { NO_DATE } from '../courses/rules'
import { editionsByTitle } from '../courses/table/queries.server'
import { loadSections } from '../http/toasts.server'
import { formatDate } from '../italian/dates'
import { formatCount } from '../italian/numbers'
import { searchEmails } from '../mail/outbox.server'
import { MAIL_STATES } from '../mail/states.rules'
import { tidy } from '../parsing/text.rules'
import { peopleAddress } from '../people/people-list.rules'
import { searchCompanies, searchPeople } from '../people/search.queries.server'
import { MailAddress } from '../ui/mail-link'
import { PageHead } from '../ui/page-head'
import type { Route } from './+types/search.screen'
import './search.css'

/** Most results of each kind. */
const RESULTS_SHOWN = 5
/** Least characters of a search. */
const SEARCH_MIN = 2

export async function loader({ context, url }: Route.LoaderArgs) {
  const staff = staffFrom(context)
  const text = tidy((url.searchParams.get('q') ?? '').slice(0, SEARCH_MAX))
  const { loadSection, respond } = loadSections()
  const noResults = { certificates: [], people: [], editions: [], companies: [], contacts: [], emails: [] }
  if (text.length < SEARCH_MIN) return respond({ text, ...noResults })
  const loadFailed = 'Impossibile caricare i dati'
  const limit = RESULTS_SHOWN + 1 // one more shows that there are more
  const [certificates, people, editions, companies, contacts, emails] = await Promise.all([
    loadSection(loadFailed, findCertificates(staff, text), []),
    loadSection(loadFailed, searchPeople(staff, text, limit), []),
    loadSection('Impossibile caricare i corsi', editionsByTitle(staff, text, limit), []),
    loadSection(loadFailed, searchCompanies(staff, text, limit), []),
    loadSection(loadFailed, searchContacts(staff, text, limit), []),
    loadSection(loadFailed, searchEmails(requiredWords(text), limit), []),
  ])
  return respond({ text, certificates, people, editions, companies, contacts, emails })
}

/**
 * After a search the first result gets the focus, so that Enter opens it, unless the user has moved the focus already.
 */
export default function Search({ loaderData }: Route.ComponentProps) {
  const { text, certificates, people, editions, companies, contacts, emails, toasts } = loaderData
  const page = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const isFocusUnmoved = document.activeElement?.matches('body, #main, #trova')
    if (text && isFocusUnmoved) page.current?.querySelector('a')?.focus({ preventScroll: true })
  }, [text])
  const groups = [certificates, people, editions, companies, contacts, emails]
  const isEmpty = groups.every(({ length }) => length === 0)
  const listPath = (list: string, parameters: Record<string, string> = {}) =>
    `${list}?${new URLSearchParams({ q: text, ...parameters })}`
  return (
    <div className="admin-section found" ref={page}>
      <PageHead title={text ? `Ricerca: ${text}` : 'Ricerca'} path={href('/admin/cerca')} noindex />
      <div className="admin-head">
        <h2>{text ? `Ricerca: ${text}` : 'Ricerca'}</h2>
      </div>
      {text.length < SEARCH_MIN ? (
        <p className="quiet">
          Scrivi almeno {SEARCH_MIN} caratteri: un nome, un numero di telefono, un’email, un corso, un’azienda
          o il numero di un attestato.
        </p>
      ) : (
        isEmpty &&
        toasts.length === 0 && (
          <p className="quiet">
            Niente con «{text}». Prova con meno parole, con una parte del numero o con il cognome solo.
          </p>
        )
      )}
      <Group title="Attestati" results={certificates}>
        {({ id, courseId, facts, ending }) => (
          <Result
            key={id}
            to={href('/admin/courses/:course/attestati', { course: courseId })}
            name={`N. ${facts.number}, ${facts.firstName} ${facts.lastName}`}
          >
            {facts.course.title} · {formatDate(facts.issuedOn, 'd MMM yyyy')}
            {ending && ` · ${CERTIFICATE_ENDING_LABELS[ending]}`}
          </Result>
        )}
      </Group>
      <Group title="Persone" results={people} all={listPath(href('/admin/people'))}>
        {({ id, firstName, lastName, email, phone, company }) => (
          <Result key={id} to={personPage(id)} name={`${firstName} ${lastName}`}>
            <MailAddress address={email} />
            {phone && <span className="num"> · {phone}</span>}
            {company && ` · ${company}`}
          </Result>
        )}
      </Group>
      <Group title="Corsi" results={editions} all={`${listPath(href('/admin'))}#gestione`}>
        {({ id, title, startDate, location, comingSoon }) => (
          <Result key={id} to={href('/admin/courses/:course/iscritti', { course: id })} name={title}>
            {[formatDate(startDate, 'd MMM yyyy', NO_DATE), location, comingSoon && 'In Arrivo']
              .filter(Boolean)
              .join(' · ')}
          </Result>
        )}
      </Group>
      <Group title="Aziende" results={companies} all={listPath(href('/admin/people'))}>
        {({ company, people }) => (
          <Result key={company} to={peopleAddress({ q: company })} name={company}>
            {formatCount(people, 'persona', 'persone')}
          </Result>
        )}
      </Group>
      <Group title="Messaggi" results={contacts} all={listPath(href('/admin/contacts'), { stato: 'tutte' })}>
        {({ id, name, surname, email, createdAt, handledAt }) => (
          <Result key={id} to={contactPage(id)} name={`${name} ${surname}`.trim()}>
            <MailAddress address={email} /> · {formatDate(createdAt, 'd MMM yyyy')}
            {!handledAt && ' · da gestire'}
          </Result>
        )}
      </Group>
      <Group title="Email" results={emails} all={listPath(href('/admin/mail'))}>
        {({ id, subject, to, state, createdAt }) => (
          <Result key={id} to={listPath(href('/admin/mail'), { leggi: String(id) })} name={subject}>
            <MailAddress address={to.address} /> · {formatDate(createdAt, 'd MMM yyyy')} ·{' '}
            {MAIL_STATES[state]}
          </Result>
        )}
      </Group>
    </div>
  )
}

/** The results of one kind; renders nothing if there are none. */
function Group<Found>({
  title,
  results,
  all,
  children,
}: {
  title: string
  results: Found[]
  /** Address of the list of all results; absent for kinds that never have more than are shown. */
  all?: string
  children: (result: Found) => ReactNode
}) {
  if (results.length === 0) return null
  const id = `trovati-${title.toLowerCase()}`
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul>{results.slice(0, RESULTS_SHOWN).map(children)}</ul>
      {all && results.length > RESULTS_SHOWN && (
        <Link className="link" to={all} aria-label={`${title}: tutti i risultati`}>
          Tutti i risultati
        </Link>
      )}
    </section>
  )
}

function Result({ to, name, children }: { to: string; name: string; children: ReactNode }) {
  return (
    <li>
      <Link to={to}>{name}</Link>
      <small>{children}</small>
    </li>
  )
}
