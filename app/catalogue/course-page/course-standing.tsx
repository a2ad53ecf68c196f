import type { ReactNode } from 'react'
import { href, Link } from 'react-router'
import { CalendarLink } from '../../courses/calendar-link'
import { freeSeatsPage, questionPage } from '../../courses/pages.rules'
import type { CourseFacts } from '../../courses/queries.server'
import { isAtOwnPace } from '../../courses/rules'
import type { CourseStatus } from '../../enrolments/mine/course-status'
import { placePage } from '../../enrolments/pages.rules'
import type { CourseStandingKind as Kind } from '../../enrolments/rules'
import { withArticle } from '../../italian/articles'
import { formatDate } from '../../italian/dates'
import { telLink } from '../../italian/phones'
import { siteSettings } from '../../site/settings'
import { Form, Submit } from '../../ui/forms/form'
import { EnrolForm, NoObligation } from './enrol-form'

export type StandingFacts = {
  kind: Kind
  course: CourseFacts
  /** The enrolment of the reader; null without one. */
  ownEnrolment: OwnFacts | null
  /** The place on the waiting list that this reader would get by asking now: '3°'; null if the course is not full. */
  position: string | null
  /** What the page says of the minimum of participants; null: nothing. */
  minimum: { text: string; confirmed: boolean } | null
  /**
   * The next edition of a course that is over or cancelled, else null. `words`: date, place and seats, or 'in arrivo'
   * instead of place and seats.
   */
  nextEdition: { slug: string; words: string } | null
  /** For a reader who was in a cancelled edition: a sentence about their payment; null for others. */
  aboutPayment: string | null
  /** Whether the page lists other editions of the course. */
  hasEditions: boolean
  /** Whether the page lists related courses. */
  hasRelated: boolean
}

/**
 * The reader's enrolment. `enrolment`: its id; `isLate`: whether the answer of the office is overdue; `rejectReason`:
 * null if it was not rejected, or without a reason.
 */
export type OwnFacts = {
  enrolment: string
  status: CourseStatus
  isLate: boolean
  rejectReason: string | null
}

/**
 * What the page says of the course and its reader, the same in the price card, at the foot and in the bar of a phone.
 */
type StandingContent = {
  title?: string
  text?: ReactNode
  action: ReactNode
  /** Links to what else the reader can do. */
  ways?: ReactNode
  /** The two lines of the bar of a phone; undefined for price and date. */
  bar?: [string, string]
}

export function standingContent(facts: StandingFacts): StandingContent {
  const { kind, course, ownEnrolment } = facts
  switch (kind) {
    case 'open':
    case 'few':
      return { action: <EnrolForm course={course} className="button button-main button-large button-wide" /> }
    case 'full':
      return fullContent(facts)
    case 'draft':
      return draftContent(course)
    case 'coming':
      return comingContent(course)
    case 'concluded':
      return concludedContent(facts)
    case 'cancelled':
      return cancelledContent(facts)
    default:
      return ownEnrolment
        ? enrolmentContent(ownEnrolment, facts)
        : { action: <DashboardLink label="Vai alla Dashboard" /> }
  }
}

function fullContent(facts: StandingFacts): StandingContent {
  const { course, position } = facts
  const place = position && withArticle('al', position)
  return {
    text: `Se si libera un posto lo offriamo a chi è in cima alla lista. ${place ? `Saresti ${place} posto; aspettare` : 'Aspettare'} non costa niente.`,
    action: <EnrolForm course={course} className="button button-wide" label="Mettiti in lista d’attesa" />,
    ways: (
      <>
        <NotifyLink course={course} label="Avvisami se si libera un posto" />
        <OtherCourses {...facts} />
      </>
    ),
    bar: ['Al completo', place ? `saresti ${place} posto` : 'lista d’attesa'],
  }
}

function draftContent(course: CourseFacts): StandingContent {
  return {
    title: 'Da pubblicare',
    text: 'Così la pagina apparirà a tutti.',
    action: <Publish course={course} />,
    ways: (
      <Link to={href('/admin/courses/:course', { course: course.id })} reloadDocument>
        Modifica la bozza
      </Link>
    ),
    bar: ['Bozza', 'la vede solo la segreteria'],
  }
}

function comingContent(course: CourseFacts): StandingContent {
  return {
    title: 'In preparazione',
    text: 'Non si può ancora chiedere l’iscrizione. Se vuoi, ti scriviamo quando si può.',
    action: <NotifyLink course={course} label="Avvisami" className="button button-amber button-wide" />,
    ways: <Link to={questionPage(course.slug)}>Scrivi alla segreteria</Link>,
    bar: ['In arrivo', startWords(course) || 'ti avvisiamo noi'],
  }
}

function concludedContent(facts: StandingFacts): StandingContent {
  const { course, nextEdition } = facts
  return {
    title: `Questa edizione è finita ${withArticle('il', formatDate(course.endDate, 'd MMMM yyyy'))}`,
    text: nextEdition ? `La prossima: ${nextEdition.words}.` : 'Per la prossima chiedi alla segreteria.',
    action: <NextEdition {...facts} contactLabel="Chiedi della prossima edizione" />,
    ways: <AfterEdition {...facts} />,
    bar: ['Corso concluso', formatDate(course.endDate, 'd MMM yyyy')],
  }
}

function cancelledContent(facts: StandingFacts): StandingContent {
  const { nextEdition, aboutPayment } = facts
  const next = nextEdition
    ? `La prossima: ${nextEdition.words}.`
    : 'Per un’altra data chiedi alla segreteria.'
  return {
    title: 'Questa edizione è stata annullata',
    text: [aboutPayment, next].filter(Boolean).join(' '),
    action: <NextEdition {...facts} contactLabel="Scrivi alla segreteria" />,
    ways: <AfterEdition {...facts} />,
    bar: ['Edizione annullata', nextEdition ? 'c’è un’altra data' : 'chiedi alla segreteria'],
  }
}

/** The content for a reader with an enrolment, from its status. */
function enrolmentContent(ownEnrolment: OwnFacts, facts: StandingFacts): StandingContent {
  const { enrolment, status, isLate, rejectReason } = ownEnrolment
  const { kind, title, sentence, label, brief } = status
  return {
    title,
    text: rejectReason ? (
      <q className="reason">{rejectReason}</q>
    ) : isLate && (kind === 'pending' || kind === 'listed') ? (
      <>
        {sentence} Se vuoi chiama la segreteria, <Phone />.
      </>
    ) : (
      sentence
    ),
    action: actionFor(kind, enrolment),
    ways: waysFor(kind, facts),
    bar: [label, brief],
  }
}

function actionFor(kind: CourseStatus['kind'], enrolment: string) {
  switch (kind) {
    case 'offered':
      return <DashboardLink label="Rispondi" to={placePage(enrolment)} />
    case 'missed':
      return <DashboardLink label="Rientra in lista" to={placePage(enrolment)} />
    case 'new-dates':
      return (
        <DashboardLink label="Rispondi" to={href('/dashboard/iscrizioni/:enrolment/rinvio', { enrolment })} />
      )
    case 'pending':
    case 'listed':
    case 'closed':
      return (
        <DashboardLink
          label="Vedi la richiesta"
          to={href('/dashboard/iscrizioni/:enrolment', { enrolment })}
        />
      )
    case 'rejected':
      return (
        <a className="button button-wide num" href={telLink(siteSettings().company.phone)}>
          Chiama {siteSettings().company.phone}
        </a>
      )
    default:
      return <DashboardLink label="Vai alla Dashboard" />
  }
}

function waysFor(kind: CourseStatus['kind'], facts: StandingFacts) {
  const { course } = facts
  if (kind === 'rejected') return <OtherCourses {...facts} />
  const isSeated = kind === 'seated' || kind === 'conditional' || kind === 'attending'
  return isSeated && course.sessions.length > 0 && !isAtOwnPace(course) && <CalendarLink course={course} />
}

const DashboardLink = ({ label, to = href('/dashboard') }: { label: string; to?: string }) => (
  <Link className="button button-wide" to={to}>
    {label}
  </Link>
)

function NotifyLink({
  course,
  label,
  className,
}: {
  course: CourseFacts
  label: string
  className?: string
}) {
  return (
    <Link className={className} to={href('/corsi/:slug/avvisami', { slug: course.slug })}>
      {label}
    </Link>
  )
}

/** A link to the next edition; without one, a link to the contact form with the words `contactLabel`. */
function NextEdition({ course, nextEdition, contactLabel }: StandingFacts & { contactLabel: string }) {
  if (!nextEdition)
    return (
      <Link className="button button-wide" to={questionPage(course.slug)}>
        {contactLabel}
      </Link>
    )
  return (
    <Link
      className="button button-main button-large button-wide"
      to={href('/corsi/:slug', { slug: nextEdition.slug })}
    >
      Vai alla prossima edizione
    </Link>
  )
}

function AfterEdition(facts: StandingFacts) {
  return (
    <>
      <NotifyLink course={facts.course} label="Avvisami della prossima edizione" />
      <OtherCourses {...facts} />
    </>
  )
}

function Publish({ course: { id, title } }: { course: CourseFacts }) {
  return (
    <Form method="post" action={href('/admin/courses/:course/pubblica', { course: id })} reloadDocument>
      <Submit
        className="button button-main button-large button-wide"
        busy="Pubblicazione..."
        aria-label={`Pubblica: ${title}`}
      >
        Pubblica
      </Submit>
    </Form>
  )
}

const startWords = ({ startDate }: CourseFacts) =>
  startDate && withArticle('dal', formatDate(startDate, 'd MMM yyyy'))

/** Whether the reader can ask for the course; for a full one they ask for a place on the waiting list. */
export const mayRequest = (kind: Kind) => kind === 'open' || kind === 'few' || kind === 'full'

/** What the price card says of the course and its reader. `label`: above it, the state of the reader's enrolment. */
export function CourseStandingText({ facts, label }: { facts: StandingFacts; label: ReactNode }) {
  const { kind, ownEnrolment } = facts
  // A seat that depends on the minimum says so itself.
  const minimum = ownEnrolment?.status.kind === 'conditional' ? null : facts.minimum
  const { title, text, action, ways } = standingContent(facts)
  return (
    <div className="standing">
      {label}
      {title && <h2>{title}</h2>}
      {text && <p>{text}</p>}
      {minimum && <p className={minimum.confirmed ? 'state state-published' : undefined}>{minimum.text}</p>}
      {action}
      {mayRequest(kind) && <NoObligation />}
      {ways}
    </div>
  )
}

function OtherCourses({ hasEditions, hasRelated }: Pick<StandingFacts, 'hasEditions' | 'hasRelated'>) {
  return (
    <p>
      {hasEditions ? (
        <a href="#altre-edizioni">Altre edizioni</a>
      ) : hasRelated ? (
        <a href="#altri-corsi">Altri corsi</a>
      ) : (
        <Link to={freeSeatsPage()}>Altri corsi</Link>
      )}{' '}
      o chiama <Phone />
    </p>
  )
}

const Phone = () => (
  <a className="num" href={telLink(siteSettings().company.phone)}>
    {siteSettings().company.phone}
  </a>
)
