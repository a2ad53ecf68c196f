import type { ReactNode } from 'react'
import { href, Link } from 'react-router'
import { personPage } from '../accounts/pages.rules'
import { staffFrom } from '../accounts/session/session.server'
import { editionsWithReadyPeople } from '../certificates/candidates.queries.server'
import { oldestContactsToHandle } from '../contacts/admin/queries.server'
import { contactPage } from '../contacts/admin/rules'
import { proposalOf } from '../courses/minimum.rules'
import { editionsToConfirm } from '../courses/table/queries.server'
import { editionPage } from '../enrolments/pages.rules'
import { ageInWords, isLate } from '../enrolments/review/queue.rules'
import { peopleToCall, type SeatCall } from '../enrolments/waiting-list/list.queries.server'
import { waitingListPage } from '../enrolments/waiting-list.rules'
import { loadSections } from '../http/toasts.server'
import { formatDate } from '../italian/dates'
import { formatCount } from '../italian/numbers'
import { formatPriceInBrief } from '../italian/prices'
import { formatMoment, formatTimes } from '../italian/times'
import { capitalize } from '../italian/words'
import { NEW_FAILURE_DAYS } from '../mail/states.rules'
import { phoneParts } from '../parsing/phone.rules'
import { lateEnrolments } from '../payments/list.queries.server'
import { timeSinceDue } from '../payments/rules'
import { today } from '../runtime/clock'
import { editionLine, withEdition } from '../ui/edition'
import { Icon } from '../ui/icon'
import { PageHead } from '../ui/page-head'
import type { Route } from './+types/today.screen'
import { type DayLesson, lessonsAround, oldestRequests, undeliveredEmails } from './today.queries.server'
import {
  dayName,
  daySentence,
  lessonNumberInWords,
  ofDay,
  ROWS,
  registerInWords,
  weekEnd,
} from './today.rules'
import './today.css'

export async function loader({ context }: Route.LoaderArgs) {
  const staff = staffFrom(context)
  const { loadSection, respond } = loadSections()
  const day = today()
  const failed = 'Impossibile caricare i dati'
  const [lessons, requests, latePayments, calls, contacts, editions, certificates, emails] =
    await Promise.all([
      loadSection(failed, lessonsAround(staff, day, ROWS), {
        coming: [],
        openRegisters: [],
        openRegistersTotal: 0,
      }),
      loadSection(failed, oldestRequests(staff, ROWS), { total: 0, requests: [] }),
      loadSection(failed, lateEnrolments(staff, ROWS), { total: 0, euros: 0, enrolments: [] }),
      loadSection(failed, peopleToCall(staff), []),
      loadSection(failed, oldestContactsToHandle(staff, ROWS), { total: 0, contacts: [] }),
      loadSection(failed, editionsToConfirm(staff, ROWS), { total: 0, editions: [] }),
      loadSection(failed, editionsWithReadyPeople(staff, day), []),
      loadSection(failed, undeliveredEmails(staff, ROWS), { total: 0, emails: [] }),
    ])
  return respond({
    now: new Date(),
    day,
    lessons,
    requests,
    latePayments,
    calls,
    contacts,
    editions,
    certificates,
    emails,
  })
}

export default function TodayScreen({ loaderData }: Route.ComponentProps) {
  const { day, toasts } = loaderData
  const lessons = loaderData.lessons.coming
  const { requests, latePayments, calls, contacts, editions, certificates, emails } = loaderData
  const week = lessons.filter((lesson) => lesson.day <= weekEnd(day))
  const totals = [
    requests.total,
    latePayments.total,
    calls.length,
    contacts.total,
    editions.total,
    loaderData.lessons.openRegistersTotal,
    certificates.length,
    emails.total,
  ]
  const sentence = daySentence(lessons, day, {
    isCalm: totals.every((total) => total === 0),
    longestWait: longestWaitOf(loaderData),
  })
  return (
    <section className="admin-section" aria-labelledby="oggi">
      <PageHead title="Oggi" path={href('/admin/oggi')} noindex />
      <h2 id="oggi" className="today-title">
        {capitalize(formatDate(day, 'EEEE d MMMM'))}
      </h2>
      {toasts.length === 0 && <p className="today-sentence">{sentence}</p>}
      {week.length > 0 ? (
        <LessonStrip label="Lezioni di questa settimana" lessons={week} day={day} />
      ) : (
        lessons.length > 0 && (
          <LessonStrip label="Prossime lezioni" lessons={lessons.slice(0, NEXT_LESSONS)} day={day} />
        )
      )}
      <div className="today-lists">
        <Requests {...loaderData} />
        <LatePayments {...loaderData} />
        <Calls {...loaderData} />
        <Registers {...loaderData} />
        <Certificates {...loaderData} />
        <Editions {...loaderData} />
        <Emails {...loaderData} />
      </div>
    </section>
  )
}

type Facts = Route.ComponentProps['loaderData']

/** Returns whose request or message has waited longest for an answer, for `daySentence`; null if there is none. */
function longestWaitOf({ requests, contacts, now }: Facts) {
  const [request] = requests.requests
  const [contact] = contacts.contacts
  const [longest] = [
    ...(request
      ? [{ name: `${request.person.firstName} ${request.person.lastName}`, since: request.awaitsAnswerSince }]
      : []),
    ...(contact ? [{ name: `${contact.name} ${contact.surname}`, since: contact.createdAt }] : []),
  ].sort((a, b) => a.since.getTime() - b.since.getTime())
  return longest ? { name: longest.name, age: ageInWords(longest.since, now) } : null
}

/** How many coming lessons are shown if none is left this week. */
const NEXT_LESSONS = 4

function LessonStrip({ label, lessons, day }: { label: string; lessons: DayLesson[]; day: string }) {
  return (
    <ol className="week" aria-label={label}>
      {lessons.map((lesson) => (
        <li
          key={`${lesson.courseId} ${lesson.position}`}
          className={lesson.day === day ? 'lesson-now' : undefined}
        >
          <time dateTime={lesson.day}>
            <b>{formatDate(lesson.day, 'd')}</b>{' '}
            {lesson.day === day
              ? 'oggi'
              : formatDate(lesson.day, lesson.day <= weekEnd(day) ? 'EEEE' : 'MMM, EEEE')}
          </time>
          <div>
            <h3>
              <Link to={href('/admin/courses/:course/iscritti', { course: lesson.courseId })}>
                {lesson.title}
              </Link>
            </h3>
            <p className="lesson-when">
              {[formatTimes(lesson.startTime, lesson.endTime), lesson.place].filter(Boolean).join(', ')}
            </p>
            <p>
              {[
                lessonNumberInWords(lesson),
                lesson.teachers.map(({ name }) => name).join(', '),
                formatCount(lesson.enrolled, 'iscritto', 'iscritti'),
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
          </div>
          <LessonLink lesson={lesson} day={day} />
        </li>
      ))}
    </ol>
  )
}

/**
 * The link of a lesson: on the day itself to its register, if that can be marked. On other days, and for a lesson
 * without an open register or without participants, to the sheet for signatures.
 */
function LessonLink({ lesson, day }: { lesson: DayLesson; day: string }) {
  const { courseId: course, sessionNumber, title } = lesson
  const isRegister = lesson.day === day && lesson.isRegisterOpen && lesson.enrolled > 0
  const act = isRegister ? 'Apri il registro' : 'Foglio firme'
  const to = isRegister
    ? href('/admin/courses/:course/lezioni/:lesson', { course, lesson: String(sessionNumber) })
    : `${href('/admin/courses/:course/iscritti/firme', { course })}?lezione=${sessionNumber}`
  return (
    <Link
      className="button button-small"
      to={to}
      aria-label={`${act}: ${title}, ${dayName(lesson.day, day)}`}
    >
      {act}
    </Link>
  )
}

/**
 * A list of what waits for the office. `total`: the number of all that wait, of which the list may have only the first;
 * `listLink`: a link to the page with all. Renders nothing if none waits.
 */
function WaitingSection({
  id,
  title,
  total,
  listLink,
  children,
}: {
  id: string
  title: string
  total: number
  listLink: { label: string; to: string }
  children: ReactNode
}) {
  if (total === 0) return null
  return (
    <section className="waiting" aria-labelledby={id}>
      <header>
        <h2 id={id}>
          {`${title} `}
          <span className="num">{total}</span>
        </h2>
        <Link to={listLink.to}>{listLink.label}</Link>
      </header>
      <ul>{children}</ul>
    </section>
  )
}

/** A row of a list. `to`: address of the page to act on; `act`: the words of a button that leads there too. */
function Row({
  name,
  to,
  about,
  act,
  children,
}: {
  name: string
  to: string
  about: string
  act?: { label: string; of: string }
  children?: ReactNode
}) {
  return (
    <li>
      <p>
        <Link to={to}>{name}</Link>
        <small>{about}</small>
      </p>
      {act && (
        <Link className="button button-small" to={to} aria-label={`${act.label}: ${act.of}`}>
          {act.label}
        </Link>
      )}
      {children}
    </li>
  )
}

function Age({ since, now }: { since: Date; now: Date }) {
  return <b className={isLate(since, now) ? 'few' : undefined}>{ageInWords(since, now)}</b>
}

function Requests({ requests: { total, requests }, now }: Facts) {
  const listLink = { label: 'Decidi tutte', to: href('/admin/richieste') }
  return (
    <WaitingSection id="richieste" title="Richieste" total={total} listLink={listLink}>
      {requests.map(({ id, person, course, isFull, awaitsAnswerSince }) => (
        <Row
          key={id}
          name={`${person.firstName} ${person.lastName}`}
          to={personPage(person.id)}
          about={`${withEdition(course)}${isFull ? ': al completo' : ''}`}
        >
          <Age since={awaitsAnswerSince} now={now} />
        </Row>
      ))}
    </WaitingSection>
  )
}

function LatePayments({ latePayments: { total, euros, enrolments }, day }: Facts) {
  const listLink = { label: `Tutti, ${formatPriceInBrief(euros)}`, to: href('/admin/pagamenti') }
  return (
    <WaitingSection id="pagamenti" title="Pagamenti scaduti" total={total} listLink={listLink}>
      {enrolments.map(({ id, dueOn, open, reminders, person, course }) => {
        const page = href('/admin/iscrizioni/:enrolment/incasso', { enrolment: id })
        return (
          <Row
            key={id}
            name={`${person.firstName} ${person.lastName}`}
            to={`${page}?torna=${href('/admin/oggi')}`}
            about={[withEdition(course), reminders.isFirstSent && 'già sollecitato']
              .filter(Boolean)
              .join(' · ')}
          >
            <span className="num waiting-due">
              <b>{formatPriceInBrief(open)}</b> {dueOn && <b className="few">{timeSinceDue(dueOn, day)}</b>}
            </span>
          </Row>
        )
      })}
    </WaitingSection>
  )
}

/** The list of calls to make: freed seats to offer and open offers, then contacts. */
function Calls({ calls, contacts: { total, contacts }, day }: Facts) {
  const [first] = calls
  const listLink =
    total > 0 || !first
      ? { label: 'Contatti', to: href('/admin/contacts') }
      : { label: 'Lista d’attesa', to: waitingListPage(first.courseId) }
  const seats = calls.slice(0, ROWS)
  return (
    <WaitingSection
      id="telefonate"
      title="Telefonate e posti offerti"
      total={calls.length + total}
      listLink={listLink}
    >
      {seats.map((call) => (
        <Row
          key={`${call.courseId} ${call.email}`}
          name={call.name}
          to={waitingListPage(call.courseId)}
          about={aboutSeat(call)}
        >
          <CallButton {...call} />
        </Row>
      ))}
      {contacts
        .slice(0, ROWS - seats.length)
        .map(({ id, name, surname, email, phone, createdAt, course, words }) => (
          <Row
            key={id}
            name={`${name} ${surname}`}
            to={contactPage(id)}
            about={`Contatto ${ofDay(today(createdAt), day)}: ${course ?? words}`}
          >
            <CallButton name={`${name} ${surname}`} email={email} phone={phone} />
          </Row>
        ))}
    </WaitingSection>
  )
}

/** 'Export: posto offerto, scade giovedì 26 novembre alle 10:00', 'Export: c’è un posto, inizio …' */
function aboutSeat({ title, offeredUntil, start }: SeatCall): string {
  if (offeredUntil) return `${title}: posto offerto, scade ${formatMoment(offeredUntil)}`
  return `${title}: c’è un posto${start ? `, inizio ${formatMoment(start)}` : ''}`
}

/** The button that calls a person, or writes an e-mail if there is no number that can be called. */
function CallButton({ name, phone, email }: { name: string; phone: string | null; email: string }) {
  const number = phoneParts(phone ?? '').find(({ link }) => link)
  return (
    <a
      className="button button-small"
      href={number?.link ?? `mailto:${email}`}
      aria-label={number ? `Chiama ${name}, ${number.text}` : `Scrivi a ${name}`}
    >
      <Icon name={number ? 'phone' : 'mail'} /> {number ? 'Chiama' : 'Scrivi'}
    </a>
  )
}

function Registers({ lessons: { openRegisters, openRegistersTotal }, day }: Facts) {
  const listLink = { label: 'Tutti i corsi', to: href('/admin') }
  return (
    <WaitingSection id="registri" title="Registri da chiudere" total={openRegistersTotal} listLink={listLink}>
      {openRegisters.map(({ courseId, sessionNumber, title, day: lessonDay, enrolled, enrolledMarked }) => {
        const params = { course: courseId, lesson: String(sessionNumber) }
        const register = href('/admin/courses/:course/lezioni/:lesson', params)
        const ofLesson = `lezione ${ofDay(lessonDay, day)}`
        return (
          <Row
            key={`${courseId} ${sessionNumber}`}
            name={title}
            to={register}
            about={`${capitalize(ofLesson)}: ${registerInWords(enrolled - enrolledMarked)}`}
            act={{ label: 'Registro', of: `${title}, ${ofLesson}` }}
          />
        )
      })}
    </WaitingSection>
  )
}

function Certificates({ certificates }: Facts) {
  const total = certificates.reduce((sum, { readyCount }) => sum + readyCount, 0)
  const listLink = { label: 'Tutti i corsi', to: href('/admin') }
  return (
    <WaitingSection id="attestati" title="Attestati pronti" total={total} listLink={listLink}>
      {certificates.slice(0, ROWS).map(({ id, title, startDate, place, readyCount }) => (
        <Row
          key={id}
          name={title}
          to={href('/admin/courses/:course/attestati', { course: id })}
          about={`${editionLine({ startDate, place })}: ${formatCount(readyCount, 'persona', 'persone')}`}
          act={{ label: 'Rilascia', of: title }}
        />
      ))}
    </WaitingSection>
  )
}

function Editions({ editions: { total, editions }, day }: Facts) {
  const listLink = { label: 'Tutte', to: `${href('/admin')}?stato=da-confermare#gestione` }
  return (
    <WaitingSection id="edizioni" title="Edizioni da confermare" total={total} listLink={listLink}>
      {editions.map((edition) => (
        <Row
          key={edition.id}
          name={withEdition(edition)}
          to={editionPage(edition.id)}
          about={proposalOf(edition, day) ?? ''}
          act={{ label: 'Decidi', of: edition.title }}
        />
      ))}
    </WaitingSection>
  )
}

const NEW_FAILURES = `Email non consegnate negli ultimi ${NEW_FAILURE_DAYS} giorni`

function Emails({ emails: { total, emails }, now }: Facts) {
  const listLink = { label: 'Tutte le email', to: href('/admin/mail') }
  return (
    <WaitingSection id="email" title={NEW_FAILURES} total={total} listLink={listLink}>
      {emails.map(({ id, toName, toAddress, subject, failedAt }) => (
        <Row key={id} name={toName || toAddress} to={`${href('/admin/mail')}?leggi=${id}`} about={subject}>
          {failedAt && <Age since={failedAt} now={now} />}
        </Row>
      ))}
    </WaitingSection>
  )
}
