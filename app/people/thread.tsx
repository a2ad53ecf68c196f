import { href, Link } from 'react-router'
import { messagePage } from '../contacts/admin/rules'
import { formatDate } from '../italian/dates'
import { MAIL_STATES } from '../mail/states.rules'
import type { Item } from './thread.rules'

/** What happened, newest first. `email` of the person, for the lists that hold the rest. `today`: YYYY-MM-DD. */
export function Thread({ items, email, today }: { items: Item[]; email: string; today: string }) {
  const about = (list: string, name: string) =>
    `${list}${list.includes('?') ? '&' : '?'}${new URLSearchParams({ [name]: email })}`
  return (
    <section className="who-part" aria-labelledby="successo">
      <h2 id="successo">Che cosa è successo</h2>
      {items.length === 0 && <p className="quiet">Ancora niente.</p>}
      <ul className="who-thread">
        {items.map((item) => (
          <li key={`${item.kind} ${item.id}`}>
            <time className="num" dateTime={item.at.toISOString()}>
              {momentOf(item.at, today)}
            </time>
            <div>
              <Happened item={item} email={email} />
            </div>
          </li>
        ))}
      </ul>
      <p className="who-all">
        <Link className="link" to={about(href('/admin/audit'), 'persona')}>
          Tutto nel log
        </Link>
        <Link className="link" to={about(href('/admin/mail'), 'q')}>
          Tutte le email
        </Link>
        <Link className="link" to={about(`${href('/admin/contacts')}?stato=tutte`, 'q')}>
          Tutti i messaggi
        </Link>
      </p>
    </section>
  )
}

/** 'oggi, 9:40', '18 nov, 21:12', '20 apr 2025, 8:05' */
function momentOf(at: Date, today: string): string {
  const day = formatDate(at, 'yyyy-MM-dd')
  if (day === today) return formatDate(at, 'oggi, HH:mm')
  return formatDate(at, day.slice(0, 4) === today.slice(0, 4) ? 'd MMM, HH:mm' : 'd MMM yyyy, HH:mm')
}

function Happened({ item, email }: { item: Item; email: string }) {
  if (item.kind === 'contact')
    return (
      <>
        Ha scritto un <Link to={messagePage(item.id)}>messaggio</Link> dal modulo dei contatti
      </>
    )
  if (item.kind === 'message') {
    const { courseId, subject, course, by } = item.message
    return (
      <>
        <Link to={href('/admin/courses/:course/messaggi/nuovo', { course: courseId })}>
          Messaggio agli iscritti
        </Link>
        : <b>{subject}</b>, {course}
        {by && <span className="by"> {by}</span>}
        <Emails emails={item.emails} email={email} />
      </>
    )
  }
  if (item.kind === 'written') {
    const { subject, text, by } = item.written
    return (
      <>
        <details>
          <summary>
            Messaggio: <b>{subject}</b>
          </summary>
          <p className="message-text">{text}</p>
        </details>
        {by && <span className="by">{by}</span>}
        <Emails emails={item.emails} email={email} />
      </>
    )
  }
  if (item.kind === 'email') return <Emails emails={item.emails} email={email} />
  const { what, about, quote } = item.deed
  return (
    <>
      <Link
        to={`${href('/admin/audit/:entry', { entry: item.id })}?${new URLSearchParams({ persona: email })}`}
      >
        {what}
      </Link>
      {about && (
        <>
          : <b>{about}</b>
        </>
      )}
      {item.by && <span className="by"> {item.by}</span>}
      {quote && <blockquote>{quote}</blockquote>}
      <Emails emails={item.emails} email={email} />
    </>
  )
}

function Emails({ emails, email }: { emails: Extract<Item, { kind: 'email' }>['emails']; email: string }) {
  return emails.map(({ id, subject, state }) => (
    <p key={id} className="by">
      Email {MAIL_STATES[state]}:{' '}
      <Link to={`${href('/admin/mail')}?${new URLSearchParams({ q: email, leggi: String(id) })}`}>
        {subject}
      </Link>
    </p>
  ))
}
