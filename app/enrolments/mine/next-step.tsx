import type { ReactNode } from 'react'
import { href, Link } from 'react-router'
import { freeSeatsPage } from '../../courses/pages.rules'
import { isAtOwnPace, seatsLeft } from '../../courses/rules'
import { withArticle } from '../../italian/articles'
import { formatDate } from '../../italian/dates'
import { OfficePhone } from '../../site/office-phone'
import { siteSettings } from '../../site/settings'
import { type Balance, balanceInWords } from '../dues/rules'
import { type EnrolmentStatus, enrolmentStatus, listConfirmation } from './enrolment-status'
import { PlaceLink, WaitingPlace } from './own-place'
import type { Enrolment } from './queries.server'

/** What the status of an enrolment says, with what its person may do about it. */
export function NextStep({ enrolment }: { enrolment: Enrolment }) {
  const status = enrolmentStatus(enrolment)
  const { id, course } = enrolment
  switch (status.kind) {
    case 'offered':
      return (
        <Step status={status}>
          <PlaceLink enrolment={id}>Accetta o rinuncia</PlaceLink>
        </Step>
      )
    case 'closed':
      return (
        <Step status={status}>
          <OtherCourses course={course} />
        </Step>
      )
    case 'missed':
      return (
        <Step status={status}>
          <PlaceLink enrolment={id}>Rientra in lista</PlaceLink>
        </Step>
      )
    case 'listed':
      return <ListedStep enrolment={enrolment} />
    case 'pending':
      return (
        <>
          <Step status={status} />
          {seatsLeft(course, course.seatsTaken) === 0 && (
            <p className="mine-next">
              Al completo: se si libera un posto decide la segreteria. <OtherCourses course={course} />
            </p>
          )}
        </>
      )
    case 'rejected':
      return <RejectedStep enrolment={enrolment} status={status} />
    case 'new-dates':
      return (
        <Step status={status}>
          <Link to={href('/dashboard/iscrizioni/:enrolment/rinvio', { enrolment: id })}>Rispondi</Link>
        </Step>
      )
    case 'seated':
      return <SeatedStep enrolment={enrolment} />
    case 'completed':
      return (
        <Step status={{ sentence: course.concluded ? 'Corso concluso.' : `${status.title}.` }}>
          {!enrolment.hasCertificate && status.sentence}
        </Step>
      )
    case 'attending':
      return <AttendingStep enrolment={enrolment} />
    case 'gone':
      return (
        <Step status={status}>
          <OfficePhone />
        </Step>
      )
    case 'transferred':
    case 'cancelled_by_office':
    case 'cancelled_by_person':
    case 'edition_cancelled':
      return <EndedStep enrolment={enrolment} status={status} />
    case 'conditional':
    case 'moving':
    case 'updating':
      return <Step status={status} />
  }
}

/** A sentence about what comes next, with whose turn it is. */
function Step({
  status: { who, sentence },
  children,
}: {
  status: Pick<EnrolmentStatus, 'who' | 'sentence'>
  children?: ReactNode
}) {
  return (
    <p className="mine-next">
      {who && <b>Tocca a {who}:</b>} {who ? sentence.charAt(0).toLowerCase() + sentence.slice(1) : sentence}{' '}
      {children}
    </p>
  )
}

/** The reason of a rejection or cancellation, in the office's own words. */
const Reason = ({ words }: { words: string }) => (
  <blockquote className="mine-reason">
    <p>{`«${words}»`}</p>
  </blockquote>
)

const OtherCourses = ({ course: { theme } }: Pick<Enrolment, 'course'>) => (
  <Link to={freeSeatsPage(theme)}>{theme ? 'Altri corsi sul tema' : 'Altri corsi'}</Link>
)

type StatusProps = { enrolment: Enrolment; status: EnrolmentStatus }

/** For a person on the waiting list: their place, and when the office confirms it. */
function ListedStep({ enrolment: { id, course, officeAnswer, waitingPlace } }: { enrolment: Enrolment }) {
  if (!waitingPlace?.ahead) return null
  return (
    <>
      <div className="mine-next">
        <WaitingPlace place={waitingPlace} ahead={waitingPlace.ahead} />
        {waitingPlace.hasOtherEditions && <PlaceLink enrolment={id}>Va bene anche un’altra data?</PlaceLink>}
      </div>
      {!waitingPlace.isAdmitted && (
        <>
          <Step status={{ who: 'noi', sentence: listConfirmation(officeAnswer) }} />
          {seatsLeft(course, course.seatsTaken) === 0 && (
            <p className="mine-next">
              <OtherCourses course={course} />
            </p>
          )}
        </>
      )}
    </>
  )
}

/**
 * For a person with a seat in an edition that waits for no confirmation: that the edition is confirmed, if it needed
 * that, and what to pay. `Appointment` shows the day.
 */
function SeatedStep({ enrolment: { id, course, price, balance } }: { enrolment: Enrolment }) {
  return (
    <>
      {course.minimum && (
        <p className="mine-next">
          <span className="state state-published">{course.minimum.text}</span>
        </p>
      )}
      {balance ? (
        <OwnBalance balance={balance} enrolment={id} />
      ) : (
        <Step status={paymentStep(course, price)} />
      )}
    </>
  )
}

/** What comes next with the payment of a seat for which neither dues nor payments are known. */
function paymentStep(
  course: Enrolment['course'],
  price: number | null,
): Pick<EnrolmentStatus, 'who' | 'sentence'> {
  if (price === 0) return { sentence: 'Il posto è tuo.' }
  if (course.afterApproval)
    return { who: 'te', sentence: 'Il pagamento, se non l’hai già fatto. Le istruzioni sono qui sotto.' }
  return { who: 'noi', sentence: siteSettings().texts.payment.next }
}

/** What is paid and which due comes next, with a link to the page that says how to pay. */
function OwnBalance({ balance, enrolment }: { balance: Balance; enrolment: string }) {
  const sentence = balanceInWords(balance)
  return (
    <Step status={balance.next ? { who: 'te', sentence } : { sentence }}>
      {balance.next && (
        <Link to={`${href('/dashboard/iscrizioni/:enrolment', { enrolment })}#pagamento`}>Come si paga</Link>
      )}
    </Step>
  )
}

/** For a person in progress: what to pay, and that the course goes on. */
function AttendingStep({ enrolment: { id, course, balance } }: { enrolment: Enrolment }) {
  return (
    <>
      {balance?.next && <OwnBalance balance={balance} enrolment={id} />}
      <Step
        status={
          isAtOwnPace(course)
            ? { who: 'te', sentence: 'Continua con le lezioni, con il tuo ritmo.' }
            : { sentence: 'Il corso è cominciato: buon lavoro.' }
        }
      />
    </>
  )
}

function RejectedStep({ enrolment: { rejectReason, courseInstead }, status }: StatusProps) {
  const startClause = courseInstead?.startDate
    ? `, ${withArticle('dal', formatDate(courseInstead.startDate, 'd MMMM yyyy'))}`
    : ''
  return (
    <>
      {rejectReason && <Reason words={rejectReason} />}
      <Step status={status}>
        {courseInstead === null && 'Per chiedere di nuovo scrivi alla segreteria.'}
        {courseInstead?.isSameCourse && `Puoi chiedere di nuovo per la prossima edizione${startClause}.`}
        {courseInstead?.isSameCourse === false &&
          `Puoi chiedere un altro corso sul tema: ${courseInstead.title}${startClause}.`}
      </Step>
    </>
  )
}

function EndedStep({ enrolment, status }: StatusProps) {
  return (
    <>
      {enrolment.endReason && <Reason words={enrolment.endReason} />}
      <Step status={status}>
        <AfterEnd enrolment={enrolment} />
      </Step>
    </>
  )
}

/** Where a person may go after the end of an enrolment. */
function AfterEnd({ enrolment: { ending, transferredTo, course, courseInstead } }: { enrolment: Enrolment }) {
  if (transferredTo)
    return (
      <Link to={href('/dashboard/iscrizioni/:enrolment', { enrolment: transferredTo })}>Vedi la nuova</Link>
    )
  if (ending === 'transferred') return null
  if (ending === 'cancelled_by_office')
    return (
      <>
        Per parlarne chiama la segreteria: <OfficePhone />.
      </>
    )
  return courseInstead?.isSameCourse ? (
    <NextEdition edition={courseInstead} />
  ) : (
    <OtherCourses course={course} />
  )
}

function NextEdition({ edition: { slug, startDate } }: { edition: NonNullable<Enrolment['courseInstead']> }) {
  return (
    <Link to={href('/corsi/:slug', { slug })}>
      {startDate
        ? `La prossima edizione comincia ${withArticle('il', formatDate(startDate, 'd MMMM yyyy'))}`
        : 'La prossima edizione'}
    </Link>
  )
}
