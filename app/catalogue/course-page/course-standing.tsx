import type { ReactNode } from 'react'
import { href, Link } from 'react-router'
import { CalendarLink } from '../../courses/calendar-link'
import { contactPageAbout, freeSeatsPage } from '../../courses/pages.rules'
import type { CourseFacts } from '../../courses/queries.server'
import { isAtOwnPace } from '../../courses/rules'
import type { EnrolmentStatus } from '../../enrolments/mine/enrolment-status'
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
  /** The enrolment of the reader, unless it has ended; null without one. */
  ownEnrolment: OwnEnrolmentFacts | null
  /** The place on the waiting list that this reader would get by asking now: '3°'; null if the course is not full. */
  position: string | null
  /** Whether its lessons have begun, so that no notice tells of a free seat in it. */
  isUnderway: boolean
  /** What the page says of the minimum of participants; null: nothing. */
  minimum: { text: string; confirmed: boolean } | null
  /**
   * The next edition of a course that is over or cancelled; null for another course, or without a next edition.
   * `words`: date, place and seats; of a coming edition the date and 'in arrivo'.
   */
  nextEdition: { slug: string; words: string } | null
  /** For a reader who was in a cancelled edition that has a price: a sentence about the refund; '' for others. */
  refundSentence: string
  /** Whether the page lists other editions of the course. */
  hasEditions: boolean
  /** Whether the page lists related courses. */
  hasRelated: boolean
}

/**
 * The reader's enrolment. `isLate`: whether the answer of the office is overdue; `rejectReason`: null if it was not
 * rejected, or without a reason.
 */
export type OwnEnrolmentFacts = {
  id: string
  status: EnrolmentStatus
  isLate: boolean
  rejectReason: string | null
}

/**
 * What the page says of the course and its reader. The action is the same in the price card, at the end of the page and
 * in `BuyBar`.
 */
type StandingContent = {
  title?: string
  text?: ReactNode
  action: ReactNode
  /** Links to what else the reader can do. */
  links?: ReactNode
  /** The two lines of `BuyBar`; undefined: it shows price and date. */
  barLines?: [string, string]
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
    default: // a state of the reader's enrolment
      return ownEnrolment
        ? enrolmentContent(ownEnrolment, facts)
        : { action: <DashboardLink label="Vai alla Dashboard" /> }
  }
}

const NOTIFY_OF_NEXT_EDITION = 'Avvisami della prossima edizione'

function fullContent(facts: StandingFacts): StandingContent {
  const { course, position, isUnderway } = facts
  const atPosition = position && withArticle('al', position)
  return {
    text: `Se si libera un posto lo offriamo a chi è in cima alla lista. ${atPosition ? `Saresti ${atPosition} posto; aspettare` : 'Aspettare'} non costa niente.`,
    action: <EnrolForm course={course} className="button button-wide" label="Mettiti in lista d’attesa" />,
    links: (
      <>
        <NotifyLink
          course={course}
          label={isUnderway ? NOTIFY_OF_NEXT_EDITION : 'Avvisami se si libera un posto'}
        />
        <OtherCoursesLinks {...facts} />
      </>
    ),
    barLines: ['Al completo', atPosition ? `saresti ${atPosition} posto` : 'lista d’attesa'],
  }
}

function draftContent(course: CourseFacts): StandingContent {
  return {
    title: 'Da pubblicare',
    text: 'Così la pagina apparirà a tutti.',
    action: <PublishButton course={course} />,
    links: (
      <Link to={href('/admin/courses/:course', { course: course.id })} reloadDocument>
        Modifica la bozza
      </Link>
    ),
    barLines: ['Bozza', 'la vede solo la segreteria'],
  }
}

function comingContent(course: CourseFacts): StandingContent {
  return {
    title: 'In preparazione',
    text: 'Non si può ancora chiedere l’iscrizione. Se vuoi, ti scriviamo quando si può.',
    action: <NotifyLink course={course} label="Avvisami" className="button button-amber button-wide" />,
    links: <Link to={contactPageAbout(course.slug)}>Scrivi alla segreteria</Link>,
    barLines: ['In arrivo', startInWords(course) || 'ti avvisiamo noi'],
  }
}

function concludedContent(facts: StandingFacts): StandingContent {
  const { course, nextEdition } = facts
  return {
    title: `Questa edizione è finita ${withArticle('il', formatDate(course.endDate, 'd MMMM yyyy'))}`,
    text: nextEdition ? `La prossima: ${nextEdition.words}.` : 'Per la prossima chiedi alla segreteria.',
    action: <NextEditionLink {...facts} contactLabel="Chiedi della prossima edizione" />,
    links: <LinksAfterEdition {...facts} />,
    barLines: ['Corso concluso', formatDate(course.endDate, 'd MMM yyyy')],
  }
}

function cancelledContent(facts: StandingFacts): StandingContent {
  const { nextEdition, refundSentence } = facts
  const next = nextEdition
    ? `La prossima: ${nextEdition.words}.`
    : 'Per un’altra data chiedi alla segreteria.'
  return {
    title: 'Questa edizione è stata annullata',
    text: [refundSentence, next].filter(Boolean).join(' '),
    action: <NextEditionLink {...facts} contactLabel="Scrivi alla segreteria" />,
    links: <LinksAfterEdition {...facts} />,
    barLines: ['Edizione annullata', nextEdition ? 'c’è un’altra data' : 'chiedi alla segreteria'],
  }
}

/** The content for a reader with an enrolment, from its status. */
function enrolmentContent(ownEnrolment: OwnEnrolmentFacts, facts: StandingFacts): StandingContent {
  const { id, status, isLate, rejectReason } = ownEnrolment
  const { kind, title, sentence, label, brief } = status
  return {
    title,
    text: rejectReason ? (
      <q className="reason">{rejectReason}</q>
    ) : isLate && (kind === 'pending' || kind === 'listed') ? (
      <>
        {sentence} Se vuoi chiama la segreteria, <PhoneLink />.
      </>
    ) : (
      sentence
    ),
    action: actionFor(kind, id),
    links: linksFor(kind, facts),
    barLines: [label, brief],
  }
}

/** The link to where the reader acts on their enrolment. `enrolment`: its id. */
function actionFor(kind: EnrolmentStatus['kind'], enrolment: string) {
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

function linksFor(kind: EnrolmentStatus['kind'], facts: StandingFacts) {
  const { course } = facts
  if (kind === 'rejected') return <OtherCoursesLinks {...facts} />
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
function NextEditionLink({ course, nextEdition, contactLabel }: StandingFacts & { contactLabel: string }) {
  if (!nextEdition)
    return (
      <Link className="button button-wide" to={contactPageAbout(course.slug)}>
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

function LinksAfterEdition(facts: StandingFacts) {
  return (
    <>
      <NotifyLink course={facts.course} label={NOTIFY_OF_NEXT_EDITION} />
      <OtherCoursesLinks {...facts} />
    </>
  )
}

function PublishButton({ course: { id, title } }: { course: CourseFacts }) {
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

const startInWords = ({ startDate }: CourseFacts) =>
  startDate && withArticle('dal', formatDate(startDate, 'd MMM yyyy'))

/** Whether the reader can ask for the course; for a full one they ask for a place on the waiting list. */
export const mayRequest = (kind: Kind) => kind === 'open' || kind === 'few' || kind === 'full'

/** What the price card says of the course and its reader. `label`: shown above, the state of the reader's enrolment. */
export function CourseStandingText({ facts, label }: { facts: StandingFacts; label: ReactNode }) {
  const { kind, ownEnrolment } = facts
  // The status of a seat that depends on the minimum already says what the minimum is.
  const minimum = ownEnrolment?.status.kind === 'conditional' ? null : facts.minimum
  const { title, text, action, links } = standingContent(facts)
  return (
    <div className="standing">
      {label}
      {title && <h2>{title}</h2>}
      {text && <p>{text}</p>}
      {minimum && <p className={minimum.confirmed ? 'state state-published' : undefined}>{minimum.text}</p>}
      {action}
      {mayRequest(kind) && <NoObligation />}
      {links}
    </div>
  )
}

function OtherCoursesLinks({ hasEditions, hasRelated }: Pick<StandingFacts, 'hasEditions' | 'hasRelated'>) {
  return (
    <p>
      {hasEditions ? (
        <a href="#altre-edizioni">Altre edizioni</a>
      ) : hasRelated ? (
        <a href="#altri-corsi">Altri corsi</a>
      ) : (
        <Link to={freeSeatsPage()}>Altri corsi</Link>
      )}{' '}
      o chiama <PhoneLink />
    </p>
  )
}

const PhoneLink = () => (
  <a className="num" href={telLink(siteSettings().company.phone)}>
    {siteSettings().company.phone}
  </a>
)
