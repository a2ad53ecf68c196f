import type { ReactNode } from 'react'
import { href, Link } from 'react-router'
import { CalendarLink } from '../../courses/calendar-link'
import { Cover } from '../../courses/covers/cover'
import { coverOf } from '../../courses/covers/cover.rules'
import { contactPageAbout } from '../../courses/pages.rules'
import { whereAndHow } from '../../courses/rules'
import { formatDate } from '../../italian/dates'
import { uncapitalize } from '../../italian/words'
import { OfficePhoneLink } from '../../site/office-phone'
import { siteSettings } from '../../site/settings'
import { Icon } from '../../ui/icon'
import { instalmentsSentence } from '../instalments.rules'
import { placePage } from '../pages.rules'
import { agreedPriceInWords, GROUPS, type Group, groupEnrolments } from '../rules'
import { WithdrawForm } from '../withdraw-form'
import { Appointment, LessonsLink } from './appointment'
import { enrolmentStatus } from './enrolment-status'
import { NextStep } from './next-step'
import type { Enrolment } from './queries.server'
import { StatusLabel } from './status-label'
import './my-courses.css'

const DASHBOARD_DATE = 'd MMMM yyyy'
const UNKNOWN_DATE = 'Non specificata'

/** `filesOf` renders the documents of an enrolment and of its course. */
type WithFiles = { filesOf: (enrolment: Enrolment) => ReactNode }

/** The enrolments of a member in the groups of the dashboard. */
export function MyCourses({ enrolments, filesOf }: { enrolments: Enrolment[] } & WithFiles) {
  const groups = Object.entries(groupEnrolments(enrolments)) as [Group, Enrolment[]][]
  return groups.map(
    ([group, rows]) =>
      rows.length > 0 && (
        <section key={group} className="my-group" aria-labelledby={`corsi-${group}`}>
          <h2 id={`corsi-${group}`}>
            {`${GROUPS[group]} `}
            <span className="num quiet">{rows.length}</span>
          </h2>
          <ul>
            {rows.map((enrolment) => (
              <EnrolmentRow key={enrolment.id} enrolment={enrolment} filesOf={filesOf} />
            ))}
          </ul>
        </section>
      ),
  )
}

/** An enrolment with its status, its next step and its actions. */
function EnrolmentRow({ enrolment, filesOf }: { enrolment: Enrolment } & WithFiles) {
  const { course, group } = enrolment
  const where = [whereAndHow(course), uncapitalize(course.tipoSessione ?? '')].filter(Boolean).join(', ')
  return (
    <li className="mine">
      <div className="mine-cover">
        <Cover facts={coverOf(course, course.state)} />
      </div>
      <div className="mine-head">
        <StatusLabel status={enrolmentStatus(enrolment)} />
        <h3>
          <Link to={href('/dashboard/iscrizioni/:enrolment', { enrolment: enrolment.id })}>
            {course.title}
          </Link>
        </h3>
      </div>
      <div className="mine-text">
        {where && <p className="mine-where">{where}</p>}
        <Facts enrolment={enrolment} />
        <NextStep enrolment={enrolment} />
        {group === 'now' && <Appointment enrolment={enrolment} />}
        <PaymentNote enrolment={enrolment} />
        {filesOf(enrolment)}
      </div>
      <Actions enrolment={enrolment} />
    </li>
  )
}

function Facts({ enrolment: { requestedAt, course, price } }: { enrolment: Enrolment }) {
  const facts = [
    ['Inizio', formatDate(course.startDate, DASHBOARD_DATE, UNKNOWN_DATE)],
    ['Prezzo', agreedPriceInWords(price)],
    ['Richiesta', formatDate(requestedAt, DASHBOARD_DATE, UNKNOWN_DATE)],
  ]
  return (
    <dl className="mine-facts">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="num">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/**
 * The note of the office for participants, which says how to pay unless the course is free, and the instalments of the
 * price; folded once they are in progress; nothing without a note.
 */
function PaymentNote({
  enrolment: { status, course, price, instalments, balance },
}: {
  enrolment: Enrolment
}) {
  if (!course.afterApproval) return null
  // With a balance the dues say what is to be paid, and when.
  const text = [course.afterApproval, !balance && instalments && instalmentsSentence(instalments)]
    .filter(Boolean)
    .join('\n')
  const paymentTitle =
    course.minimum?.confirmed === false ? 'Come si paga, dopo la conferma' : 'Come e quando si paga'
  const title = price === 0 ? 'Da sapere' : paymentTitle
  return status === 'in_progress' ? (
    <details className="mine-fold">
      <summary>{title}</summary>
      <p className="mine-note">{text}</p>
    </details>
  ) : (
    <p className="mine-note">
      <b>{title}</b>
      {`\n${text}`}
    </p>
  )
}

/** The buttons and links of an enrolment. */
function Actions({ enrolment }: { enrolment: Enrolment }) {
  const { group, status, course, ending, isLastDecisionOpen } = enrolment
  if (ending || isLastDecisionOpen) return null
  if (status === 'pending') return <Withdraw enrolment={enrolment} />
  if (status === 'rejected') return <AskAgain enrolment={enrolment} />
  if (group === 'over') return null
  return (
    <div className="mine-actions">
      <LessonsLink enrolment={enrolment} />
      {course.startDate && <CalendarLink course={course} />}
      <Link
        className="link"
        to={href('/dashboard/iscrizioni/:enrolment', { enrolment: enrolment.id })}
        aria-label={`Gestisci l’iscrizione: ${course.title}`}
      >
        Gestisci l’iscrizione
      </Link>
    </div>
  )
}

/**
 * The button that withdraws a pending request or, on the waiting list, a link to the page of its place, where it can be
 * withdrawn too.
 */
function Withdraw({ enrolment: { id, course, officeAnswer, waitingPlace } }: { enrolment: Enrolment }) {
  return (
    <div className="mine-actions">
      {waitingPlace?.ahead ? (
        <Link
          className="button"
          to={placePage(id)}
          preventScrollReset
          aria-label={`Il tuo posto in lista: ${course.title}`}
        >
          Il tuo posto in lista
        </Link>
      ) : (
        <WithdrawForm id={id} course={course} />
      )}
      {officeAnswer?.late && <OfficePhoneLink />}
    </div>
  )
}

/**
 * Ways for a rejected person to ask again: another course, or the office, since only it can reopen a rejected request.
 */
function AskAgain({ enrolment: { course, courseInstead } }: { enrolment: Enrolment }) {
  const contactPage = course.archivedAt ? href('/contatti') : contactPageAbout(course.slug)
  return (
    <div className="mine-actions">
      <Link
        className="button"
        to={courseInstead ? href('/corsi/:slug', { slug: courseInstead.slug }) : contactPage}
        aria-label={`Chiedi di nuovo: ${courseInstead?.title ?? course.title}`}
      >
        Chiedi di nuovo
      </Link>
      <OfficePhoneLink />
      <a
        className="link"
        href={`mailto:${siteSettings().company.email}?subject=${encodeURIComponent(course.title)}`}
        aria-label={`Scrivi alla segreteria: ${course.title}`}
      >
        <Icon name="mail" /> Scrivi alla segreteria
      </a>
    </div>
  )
}
