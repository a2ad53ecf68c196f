import { type ReactNode, useEffect, useRef } from 'react'
import { href, Link } from 'react-router'
import { requiredWords, SEARCH_MAX } from '../accounts/search.rules'
import { staffFrom } from '../accounts/session/session.server'
import { findCertificates } from '../certificates/queries.server'
import { CERTIFICATE_ENDING_LABELS } from '../certificates/rules'
import { foundContacts } from '../contacts/admin/queries.server'
import { messagePage } from '../contacts/admin/rules'
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
  const limit = RESULTS_SHOWN + 1
  const [certificates, people, editions, companies, contacts, emails] = await Promise.all([
    loadSection(loadFailed, findCertificates(staff, text), []),
    loadSection(loadFailed, searchPeople(staff, text, limit), []),
    loadSection('Impossibile caricare i corsi', editionsByTitle(staff, text, limit), []),
    loadSection(loadFailed, searchCompanies(staff, text, limit), []),
    loadSection(loadFailed, foundContacts(staff, text, limit), []),
    loadSection(loadFailed, searchEmails(requiredWords(text), limit), []),
  ])
  return respond({ text, certificates, people, editions, companies, contacts, emails })
}

/**
 * After a search the first result gets the focus, so that Enter opens it, unless the user has moved the focus already.
 */
export default function Search({ loaderData }: Route.ComponentProps) {
  const { text, certificates, people, editions, companies, contacts, emails, toasts } = loaderData
  const results = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const isFocusUnmoved = document.activeElement?.matches('body, #main, #trova')
    if (text && isFocusUnmoved) results.current?.querySelector('a')?.focus({ preventScroll: true })
  }, [text])
  const groups = [certificates, people, editions, companies, contacts, emails]
  const isEmpty = groups.every(({ length }) => length === 0)
  const listPath = (list: string, more: Record<string, string> = {}) =>
    `${list}?${new URLSearchParams({ q: text, ...more })}`
  return (
    <div className="admin-row found" ref={results}>
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
      <Group title="Attestati" found={certificates}>
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
      <Group title="Persone" found={people} all={listPath(href('/admin/people'))}>
        {({ id, firstName, lastName, email, phone, company }) => (
          <Result
            key={id}
            to={href('/admin/people/:person', { person: id })}
            name={`${firstName} ${lastName}`}
          >
            <MailAddress address={email} />
            {phone && <span className="num"> · {phone}</span>}
            {company && ` · ${company}`}
          </Result>
        )}
      </Group>
      <Group title="Corsi" found={editions} all={`${listPath(href('/admin'))}#gestione`}>
        {({ id, title, startDate, location, comingSoon }) => (
          <Result key={id} to={href('/admin/courses/:course/iscritti', { course: id })} name={title}>
            {[formatDate(startDate, 'd MMM yyyy', NO_DATE), location, comingSoon && 'In Arrivo']
              .filter(Boolean)
              .join(' · ')}
          </Result>
        )}
      </Group>
      <Group title="Aziende" found={companies} all={listPath(href('/admin/people'))}>
        {({ company, people }) => (
          <Result key={company} to={peopleAddress({ q: company })} name={company}>
            {formatCount(people, 'persona', 'persone')}
          </Result>
        )}
      </Group>
      <Group title="Messaggi" found={contacts} all={listPath(href('/admin/contacts'), { stato: 'tutte' })}>
        {({ id, name, surname, email, createdAt, handledAt }) => (
          <Result key={id} to={messagePage(id)} name={`${name} ${surname}`.trim()}>
            <MailAddress address={email} /> · {formatDate(createdAt, 'd MMM yyyy')}
            {!handledAt && ' · da gestire'}
          </Result>
        )}
      </Group>
      <Group title="Email" found={emails} all={listPath(href('/admin/mail'))}>
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
  found,
  all,
  children,
}: {
  title: string
  found: Found[]
  /** Address of the list of all results; absent for kinds that never have more than are shown. */
  all?: string
  children: (result: Found) => ReactNode
}) {
  if (found.length === 0) return null
  const id = `trovati-${title.toLowerCase()}`
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul>{found.slice(0, RESULTS_SHOWN).map(children)}</ul>
      {all && found.length > RESULTS_SHOWN && (
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
