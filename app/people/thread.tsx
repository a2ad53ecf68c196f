import { href, Link } from 'react-router'
import { contactPage } from '../contacts/admin/rules'
import { rosterPage } from '../enrolments/pages.rules'
import { formatDate } from '../italian/dates'
import { MAIL_STATES } from '../mail/states.rules'
import { type Chip, Chips } from '../ui/tables/chips'
import type { DetailedEnrolment } from './enrolments.queries.server'
import { THREAD_KINDS, THREAD_PARAMETER, type ThreadItem, type ThreadKind } from './thread.rules'

/** Items that are visible before the others are unfolded. */
const FIRST_ITEMS = 5

type ItemProps = {
  item: ThreadItem
  personId: string
  enrolments: DetailedEnrolment[]
  email: string
  today: string
  isAdmin: boolean
}
type Props = Omit<ItemProps, 'item'> & { items: ThreadItem[] }

/**
 * The history of a person, newest first. `kind`: to which it is narrowed, null for all; `page`: the address of the page
 * of the person; `personId`: whose history it is; `enrolments`: those whose courses are linked; `email`: of the person,
 * for links to the lists with older items; `today`: YYYY-MM-DD; `isAdmin`: whether the reader may open the log.
 */
export function Thread({
  items,
  kind,
  page,
  ...itemProps
}: Props & { kind: ThreadKind | null; page: string }) {
  const listAbout = (list: string, name: string) =>
    `${list}${list.includes('?') ? '&' : '?'}${new URLSearchParams({ [name]: itemProps.email })}`
  const earlier = items.slice(FIRST_ITEMS)
  return (
    <section aria-labelledby="successo">
      <div className="who-section">
        <h2 id="successo">Che cosa è successo</h2>
        <Chips label="Che cosa mostrare" chips={chipsOf(kind, page)} />
      </div>
      {items.length === 0 && <p className="quiet">{kind ? 'Niente di questo tipo.' : 'Ancora niente.'}</p>}
      <Items items={items.slice(0, FIRST_ITEMS)} {...itemProps} />
      {earlier.length > 0 && (
        <details className="who-earlier">
          <summary>
            {earlier.length === 1 ? 'Mostra il precedente' : `Mostra i precedenti (${earlier.length})`}
          </summary>
          <Items items={earlier} {...itemProps} />
        </details>
      )}
      <p className="who-all">
        {itemProps.isAdmin && (
          <Link className="link" to={listAbout(href('/admin/audit'), 'persona')}>
            Tutto nel log
          </Link>
        )}
        <Link className="link" to={listAbout(href('/admin/mail'), 'q')}>
          Tutte le email
        </Link>
        <Link className="link" to={listAbout(`${href('/admin/contacts')}?stato=tutte`, 'q')}>
          Tutti i messaggi
        </Link>
      </p>
    </section>
  )
}

/** The links that narrow the history to a kind. */
function chipsOf(kind: ThreadKind | null, page: string): Chip[] {
  const chip = (name: string, word: ThreadKind | null) => ({
    name,
    to: word ? `${page}?${new URLSearchParams({ [THREAD_PARAMETER]: word })}` : page,
    isChosen: kind === word,
  })
  const words = Object.keys(THREAD_KINDS) as ThreadKind[]
  return [chip('Tutto', null), ...words.map((word) => chip(THREAD_KINDS[word], word))]
}

function Items({ items, ...itemProps }: Props) {
  return (
    <ul className="who-thread">
      {items.map((item) => (
        <li key={`${item.kind} ${item.id}`}>
          <Moment item={item} {...itemProps} />
          <div>
            <ItemWords item={item} {...itemProps} />
          </div>
        </li>
      ))}
    </ul>
  )
}

/** The moment of an item. For an administrator, the moment of a deed links to its entry in the log. */
function Moment({ item, email, today, isAdmin }: ItemProps) {
  const time = (
    <time className="num" dateTime={item.at.toISOString()}>
      {momentInWords(item.at, today)}
    </time>
  )
  if (item.kind !== 'deed' || !isAdmin) return time
  return (
    <Link
      to={`${href('/admin/audit/:entry', { entry: item.id })}?${new URLSearchParams({ persona: email })}`}
    >
      {time}
      <span className="visually-hidden">, nel log</span>
    </Link>
  )
}

/** 'oggi, 09:40', '18 nov, 21:12', '20 apr 2025, 08:05' */
function momentInWords(at: Date, today: string): string {
  const day = formatDate(at, 'yyyy-MM-dd')
  if (day === today) return formatDate(at, 'oggi, HH:mm')
  return formatDate(at, day.slice(0, 4) === today.slice(0, 4) ? 'd MMM, HH:mm' : 'd MMM yyyy, HH:mm')
}

/** What an item says, beside its moment. */
function ItemWords({ item, personId, enrolments, email }: ItemProps) {
  if (item.kind === 'contact')
    return (
      <>
        Ha scritto un <Link to={contactPage(item.id)}>messaggio</Link> dal modulo dei contatti
      </>
    )
  if (item.kind === 'edition-message') {
    const { courseId, subject, course, archivedAt, by } = item.editionMessage
    return (
      <>
        Messaggio agli iscritti: <b>{subject}</b>,{' '}
        {archivedAt ? (
          `${course} (eliminato)`
        ) : (
          <Link to={href('/admin/courses/:course/messaggi', { course: courseId })}>{course}</Link>
        )}
        {by && <span className="by"> {by}</span>}
        <Emails emails={item.emails} email={email} isNamed={false} />
      </>
    )
  }
  if (item.kind === 'person-message') {
    const { id, subject, text, by, undoneAt } = item.personMessage
    return (
      <>
        <details>
          <summary>
            {undoneAt ? 'Messaggio non inviato' : 'Messaggio'}: <b>{subject}</b>
          </summary>
          <p className="message-text">{text}</p>
          <p>
            <Link
              className="link"
              to={`${href('/admin/people/:person/scrivi', { person: personId })}?base=${id}`}
              preventScrollReset
            >
              Usa come base
            </Link>
          </p>
        </details>
        {by && <span className="by">{by}</span>}
        <Emails emails={item.emails} email={email} isNamed={false} />
      </>
    )
  }
  if (item.kind === 'email') return <Emails emails={item.emails} email={email} />
  const { what, about, quote, isSentence } = item.deed
  const course = enrolments.find(({ id }) => id === item.enrolment)?.course
  return (
    <>
      {what}
      {about && (
        <>
          {isSentence ? ' ' : ': '}
          {course && !course.archivedAt ? <Link to={rosterPage(course.id)}>{about}</Link> : <b>{about}</b>}
        </>
      )}
      {item.by && <span className="by"> {item.by}</span>}
      {quote && <blockquote>{quote}</blockquote>}
      <Emails emails={item.emails} email={email} />
    </>
  )
}

/**
 * The state of each e-mail, with a link to it. `email`: the address of the person, for this link; `isNamed`: whether to
 * show the subject of the e-mail, which is also that of a message above it.
 */
function Emails({
  emails,
  email,
  isNamed = true,
}: {
  emails: Extract<ThreadItem, { kind: 'email' }>['emails']
  email: string
  isNamed?: boolean
}) {
  return emails.map(({ id, subject, state }) => {
    const page = `${href('/admin/mail')}?${new URLSearchParams({ q: email, leggi: String(id) })}`
    return (
      <p key={id} className="by">
        {isNamed ? (
          <>
            Email {MAIL_STATES[state]}: <Link to={page}>{subject}</Link>
          </>
        ) : (
          <Link to={page}>Email {MAIL_STATES[state]}</Link>
        )}
      </p>
    )
  })
}
