import type { ReactNode } from 'react'
import { href, Link } from 'react-router'
import { hasBegun, isYetToBegin, NO_DATE, seatsSentence } from '../courses/rules'
import { isSeated } from '../courses/seats.rules'
import type { GivenDocument } from '../documents/personal/queries.server'
import { kindLabel, personalDocumentAddress } from '../documents/personal/rules'
import { hoursOf } from '../enrolments/attendance/rules'
import { paidOfOwed, toEuros } from '../enrolments/dues/rules'
import { mayCancel } from '../enrolments/end.rules'
import { paymentFormPage, rosterPage } from '../enrolments/pages.rules'
import { REGISTER_REFUND, refundInFigures } from '../enrolments/refund.rules'
import { type Intent, openerId, questionAddress } from '../enrolments/review/buttons.rules'
import { agreedPriceInWords, mayReopen } from '../enrolments/rules'
import { StateOrEndingLabel } from '../enrolments/state-label'
import { type RosterStep, stepButtonLabel, stepsFrom } from '../enrolments/steps.rules'
import { mayAdmit, waitingListPage } from '../enrolments/waiting-list.rules'
import { withArticle } from '../italian/articles'
import { formatDate } from '../italian/dates'
import { formatNumber, ordinal } from '../italian/numbers'
import { formatPriceInBrief } from '../italian/prices'
import { formatMoment } from '../italian/times'
import { Form, Submit } from '../ui/forms/form'
import { Gauge } from '../ui/gauges'
import { More } from '../ui/overlays/more'
import { TableHead } from '../ui/tables/table-head'
import type { DetailedEnrolment, EnrolmentsOnPage } from './enrolments.queries.server'

type RowProps = {
  enrolment: DetailedEnrolment
  /** The address of the page of the person. */
  page: string
  /** YYYY-MM-DD */
  today: string
}

/**
 * The enrolments of a person: state, hours, what is paid, the documents that the office has given to the person, and
 * what the office may do.
 */
export function PersonEnrolments({
  enrolments,
  givenDocuments,
  page,
  today,
}: EnrolmentsOnPage & Pick<RowProps, 'page' | 'today'>) {
  if (enrolments.length === 0) return <p className="quiet">Nessuna iscrizione.</p>
  // An attestato that the site has issued has a button of its own in the row.
  const documents = Map.groupBy(
    givenDocuments.filter(({ isIssued }) => !isIssued),
    ({ enrolmentId }) => enrolmentId,
  )
  const hasHours = enrolments.some(hasLessonHours)
  const columns = ['Corso ed edizione', 'Stato', ...(hasHours ? ['Ore'] : []), 'Versato']
  return (
    <table className="table dense who-lines">
      <TableHead columns={columns} hidden="Azioni" />
      <tbody>
        {enrolments.map((enrolment) => (
          <tr key={enrolment.id}>
            <td>
              <Course enrolment={enrolment} />
              <AgreedPrice enrolment={enrolment} />
              <GivenDocuments documents={documents.get(enrolment.id)} page={page} />
            </td>
            <td>
              <StateOrEndingLabel status={enrolment.status} ending={enrolment.ending} />
              <DecisionLine enrolment={enrolment} />
            </td>
            {hasHours && <FigureCell label="Ore">{hoursInFigures(enrolment)}</FigureCell>}
            <FigureCell label="Versato">{paidInFigures(enrolment, page)}</FigureCell>
            <td className="who-do">
              <Acts enrolment={enrolment} page={page} today={today} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const isStepBack = (step: RosterStep) => step === 'uncomplete' || step === 'unstart'

function Course({ enrolment: { course, seatsTaken, status } }: { enrolment: DetailedEnrolment }) {
  const seats = status === 'pending' && seatsSentence(course, seatsTaken)
  const when = formatDate(course.startDate, 'd MMM yyyy', NO_DATE)
  return (
    <>
      {course.archivedAt ? (
        <b>{course.title} (eliminato)</b>
      ) : (
        <Link className="person-name" to={rosterPage(course.id)}>
          {course.title}
        </Link>
      )}
      <small>
        {when}
        {course.location && (
          <>
            , <span className="who-place">{course.location}</span>
          </>
        )}
        {seats && ` · ${seats.text}`}
      </small>
    </>
  )
}

function AgreedPrice({ enrolment: { ending, price, priceReason } }: { enrolment: DetailedEnrolment }) {
  if (ending || !priceReason) return null
  return (
    <small className="num">
      {agreedPriceInWords(price)}, prezzo concordato: {priceReason}
    </small>
  )
}

/**
 * What is paid of what is owed, and what is late or too much; for an ended enrolment what goes back; for a seat without
 * dues a link to the form that writes them; null without any of these.
 */
function paidInFigures({ id, status, ending, price, balance, refund }: DetailedEnrolment, page: string) {
  if (refund)
    return <small className={refund.open > 0 ? 'who-late' : undefined}>{refundInFigures(refund)}</small>
  if (!ending && isSeated(status) && price && !balance?.dues.length)
    return (
      <>
        {formatPriceInBrief(price)}
        <small>
          senza rate: <Link to={planPage(id, page)}>scrivile</Link>
        </small>
      </>
    )
  if (ending || !balance) return null
  const { paid, owed, late, credit } = balance
  return (
    <>
      {paidOfOwed(balance)}
      {owed > 0 && <Gauge part={Math.max(0, Math.min(1, paid / owed))} />}
      {late > 0 && <small className="who-late">scaduti {formatPriceInBrief(toEuros(late))}</small>}
      {credit > 0 && <small>{formatPriceInBrief(toEuros(credit))} in più</small>}
    </>
  )
}

/** A cell with a figure, or with a dash without one. */
function FigureCell({ label, children }: { label: string; children: ReactNode }) {
  return (
    <td className={children ? 'who-figure' : 'who-figure who-none'} data-label={label}>
      {children ?? <span className="quiet">–</span>}
    </td>
  )
}

/** Documents that the office has given to the person. One that is no attestato of the site can be deleted. */
function GivenDocuments({ documents, page }: { documents: GivenDocument[] | undefined; page: string }) {
  if (!documents) return null
  return (
    <ul className="who-given">
      {documents.map(({ id, kind, fileName, createdAt, by, isIssued, issuedOn }) => (
        <li key={id}>
          {kindLabel(kind)}: <a href={personalDocumentAddress(id)}>{fileName}</a>{' '}
          <span className="quiet">
            {by && `da ${by}, `}
            {formatDate(issuedOn ?? createdAt, 'd MMM yyyy')}
          </span>{' '}
          {!isIssued && (
            <Link
              to={href('/admin/documenti-personali/:file/elimina', { file: id }) + backTo(page)}
              aria-label={`Elimina il documento: ${fileName}`}
            >
              Elimina
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Whether all lessons of the course have hours, and the person is marked in at least one of them. */
const hasLessonHours = ({ soFar, planned }: DetailedEnrolment) => Boolean(planned) && soFar !== 0

/** Hours attended of those planned, with the threshold of the attestato; null without hours. */
function hoursInFigures(enrolment: DetailedEnrolment) {
  const { attended, planned, course } = enrolment
  if (!planned || !hasLessonHours(enrolment)) return null
  return (
    <>
      {formatNumber(hoursOf(attended))} di {formatNumber(hoursOf(planned))}
      <Gauge part={Math.min(1, attended / planned)} tick={course.attendanceThreshold / 100} />
    </>
  )
}

const dayInWords = (at: Date | null) => formatDate(at, 'd MMM yyyy').replaceAll(' ', '\u00a0')

/** Who decided, when and why; for a request since when it waits, its place on the waiting list and its open offer. */
function DecisionLine({ enrolment }: { enrolment: DetailedEnrolment }) {
  const { status, ending, requestedAt, waitingSince, position, offer } = enrolment
  if (!ending && status === 'pending')
    return (
      <small>
        {withArticle('dal', dayInWords(requestedAt))}
        {waitingSince && (
          <>
            , <Link to={waitingListPage(enrolment.course.id)}>in lista d’attesa</Link>
            {position !== null && `, ${withArticle('al', ordinal(position))} posto`}
          </>
        )}
        {offer && <b>, posto offerto fino a {formatMoment(new Date(offer.until))}</b>}
      </small>
    )
  const { by, at, reason } = ending
    ? { by: enrolment.endedBy, at: enrolment.endedAt, reason: enrolment.endReason }
    : status === 'rejected'
      ? { by: enrolment.rejectedBy, at: enrolment.rejectedAt, reason: enrolment.rejectReason }
      : { by: enrolment.approvedBy, at: enrolment.approvedAt, reason: null }
  return (
    <small>
      {!ending && (status === 'in_progress' || status === 'completed') && 'approvata '}
      {by && `da ${by}, `}
      {dayInWords(at)}
      {reason && <q>{reason}</q>}
    </small>
  )
}

/**
 * The most likely act about an enrolment as a button, and the further acts in a menu. A refund or payment to register
 * comes before the next step.
 */
function Acts({ enrolment, page, today }: RowProps) {
  const { id, status, course, ending, certificate, balance, refund, answerBy } = enrolment
  const steps = ending || course.archivedAt ? [] : stepsFrom(status, hasBegun(course, today))
  const hasPaymentButton = balance?.next && !ending && (status === 'approved' || status === 'in_progress')
  const paymentButton =
    refund && refund.open > 0 ? REGISTER_REFUND : hasPaymentButton ? 'Registra incasso' : undefined
  const mainStep =
    isYetToBegin(course, today) || hasPaymentButton ? undefined : steps.find((step) => !isStepBack(step))
  return (
    <div className="row-actions">
      {paymentButton && (
        <Link
          className="button button-small"
          to={paymentFormPage(id, page)}
          aria-label={`${paymentButton}: ${course.title}`}
        >
          {paymentButton}
        </Link>
      )}
      {!ending && <MainAct enrolment={enrolment} page={page} step={mainStep} />}
      <More of={course.title}>
        {!ending && status === 'pending' && <RequestActs enrolment={enrolment} page={page} today={today} />}
        {steps
          .filter((step) => step !== mainStep)
          .map((step) => (
            <Step key={step} page={page} enrolment={enrolment} intent={step} label={stepButtonLabel(step)} />
          ))}
        {answerBy && <Link to={answerPage(id, page)}>Registra la risposta al rinvio…</Link>}
        {!ending && isSeated(status) && <Link to={giveDocumentPage(id, page)}>Dai un documento…</Link>}
        {certificate?.documentId && <Link to={certificatesPage(course)}>Attestati dell’edizione</Link>}
        {isSeated(status) && ending !== 'transferred' && !hasPaymentButton && (
          <Link to={paymentFormPage(id, page)}>Registra un incasso…</Link>
        )}
        {!ending && isSeated(status) && <Link to={planPage(id, page)}>Rate…</Link>}
        {!ending && status === 'pending' && <Link to={planPage(id, page)}>Concorda un prezzo…</Link>}
        {!course.archivedAt && <Link to={rosterPage(course.id)}>Apri l’edizione</Link>}
        {!ending && !course.archivedAt && mayCancel(status).ok && (
          <>
            <Link to={`${href('/admin/iscrizioni/:enrolment/sposta', { enrolment: id })}${backTo(page)}`}>
              Sposta in un’altra edizione…
            </Link>
            <hr />
            <Link
              className="more-grave"
              to={`${href('/admin/iscrizioni/:enrolment/disdici', { enrolment: id })}${backTo(page)}`}
            >
              Disdici l’iscrizione…
            </Link>
          </>
        )}
      </More>
    </div>
  )
}

const backTo = (page: string) => `?torna=${encodeURIComponent(page)}`
const answerPage = (enrolment: string, page: string) =>
  href('/admin/iscrizioni/:enrolment/rinvio', { enrolment }) + backTo(page)
const planPage = (enrolment: string, page: string) =>
  href('/admin/iscrizioni/:enrolment/rate', { enrolment }) + backTo(page)
const giveDocumentPage = (enrolment: string, page: string) =>
  href('/admin/iscrizioni/:enrolment/documento', { enrolment }) + backTo(page)

const certificatesPage = (course: { id: string }) =>
  href('/admin/courses/:course/attestati', { course: course.id })

/**
 * The main button for the state of an enrolment: approve, reopen, the attestato, or `step`, the next step of an
 * approved or running one, undefined if there is none now.
 */
function MainAct({
  enrolment,
  page,
  step,
}: Pick<RowProps, 'enrolment' | 'page'> & { step: RosterStep | undefined }) {
  const { status, course, certificate } = enrolment
  if (status === 'pending')
    return <Step page={page} enrolment={enrolment} intent="approve" main label="Approva" />
  if (mayReopen(status, course).ok)
    return <Step page={page} enrolment={enrolment} intent="reopen" main label="Riapri richiesta" />
  if (status === 'completed')
    return certificate?.documentId ? (
      <a
        className="button button-small"
        href={personalDocumentAddress(certificate.documentId)}
        aria-label={`Apri l’attestato: ${course.title}`}
      >
        Attestato
      </a>
    ) : (
      <Link
        className="button button-small"
        to={certificatesPage(course)}
        aria-label={`Attestato: ${course.title}`}
      >
        Attestato
      </Link>
    )
  return step && <Step page={page} enrolment={enrolment} intent={step} main label={stepButtonLabel(step)} />
}

/** Acts about a request for the menu: admitting it to the waiting list, and rejecting it. */
function RequestActs({ enrolment, page, today }: RowProps) {
  const { id, course, seatsTaken } = enrolment
  return (
    <>
      {mayAdmit(enrolment, { ...course, seatsTaken }, today).ok && (
        <Step page={page} enrolment={enrolment} intent="admit" label="Metti in lista d’attesa" />
      )}
      <Link id={openerId('reject', id)} to={questionAddress(page, 'reject', id)} preventScrollReset>
        Rifiuta…
      </Link>
    </>
  )
}

function Step({
  page,
  enrolment: { id, course },
  intent,
  label,
  main = false,
}: Pick<RowProps, 'enrolment' | 'page'> & { intent: Intent; label: string; main?: boolean }) {
  return (
    <Form method="post" action={questionAddress(page, intent, id)} preventScrollReset>
      <input type="hidden" name="intent" value={intent} />
      <Submit
        id={openerId(intent, id)}
        className={main ? 'button button-small' : ''}
        name="enrolment"
        value={id}
        busy="Salvo..."
        aria-label={main ? `${label}: ${course.title}` : undefined}
      >
        {label}
      </Submit>
    </Form>
  )
}
