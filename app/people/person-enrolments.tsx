import type { ReactNode } from 'react'
import { href, Link } from 'react-router'
import type { IssuedCertificate } from '../certificates/queries.server'
import { hasBegun, NO_DATE, seatsLeft, seatsSentence } from '../courses/rules'
import { isSeated } from '../courses/seats.rules'
import type { GivenDocument } from '../documents/personal/queries.server'
import { kindLabel, personalDocumentAddress } from '../documents/personal/rules'
import { hoursOf } from '../enrolments/attendance/rules'
import { type Balance, paidOfOwed, toEuros } from '../enrolments/dues/rules'
import { mayCancel } from '../enrolments/end.rules'
import { StateOrEndingLabel } from '../enrolments/mine/state-label'
import { paymentFormPage } from '../enrolments/pages.rules'
import { REGISTER_REFUND, type Refund, refundInFigures } from '../enrolments/refund.rules'
import { type Intent, openerOf, questionAddress } from '../enrolments/review/buttons.rules'
import { agreedPriceInWords } from '../enrolments/rules'
import { type RosterStep, stepButtonLabel, stepsFrom } from '../enrolments/steps.rules'
import { waitingListPage } from '../enrolments/waiting-list.rules'
import { withArticle } from '../italian/articles'
import { formatDate } from '../italian/dates'
import { formatNumber, ordinal } from '../italian/numbers'
import { formatPriceInBrief } from '../italian/prices'
import { formatMoment } from '../italian/times'
import { Form, Submit } from '../ui/forms/form'
import { Gauge } from '../ui/gauges'
import { More } from '../ui/overlays/more'
import { TableHead } from '../ui/tables/table-head'
import type { DetailedEnrolment } from './enrolments.queries.server'

type Props = {
  enrolments: DetailedEnrolment[]
  givenDocuments: GivenDocument[]
  certificates: IssuedCertificate[]
  /** What is paid and due, by the id of the enrolment. */
  balances: Record<string, Balance>
  /** What goes back to the person, by the id of the ended enrolment. */
  refunds: Record<string, Refund>
  unansweredIds: string[]
  page: string
  today: string
}

/**
 * The enrolments of a person with what the office has given and may do. `unansweredIds`: those whose new dates the
 * person has not answered; `page`: the address of the person.
 */
export function PersonEnrolments({
  enrolments,
  givenDocuments,
  certificates,
  balances,
  refunds,
  unansweredIds,
  page,
  today,
}: Props) {
  if (enrolments.length === 0) return <p className="quiet">Nessuna iscrizione.</p>
  const hasRow = ({ enrolmentId }: GivenDocument) => enrolments.some(({ id }) => id === enrolmentId)
  // A document that is an attestato of the site has a button of its own in the row.
  const documents = givenDocuments.filter(({ isIssued }) => !isIssued)
  const hasHours = enrolments.some(hasLessonHours)
  const columns = ['Corso ed edizione', 'Stato', ...(hasHours ? ['Ore'] : []), 'Versato']
  const certificateOf = (enrolment: DetailedEnrolment) =>
    certificates.find(({ enrolmentId, ending }) => enrolmentId === enrolment.id && !ending)
  return (
    <>
      <table className="table dense who-lines">
        <TableHead columns={columns} hidden="Azioni" />
        <tbody>
          {enrolments.map((enrolment) => (
            <tr key={enrolment.id}>
              <td>
                <Course enrolment={enrolment} />
                <AgreedPrice enrolment={enrolment} />
                <GivenDocuments
                  documents={documents.filter(({ enrolmentId }) => enrolmentId === enrolment.id)}
                  page={page}
                />
              </td>
              <td>
                <StateOrEndingLabel status={enrolment.status} ending={enrolment.ending} />
                <DecisionLine enrolment={enrolment} />
              </td>
              {hasHours && <Hours enrolment={enrolment} />}
              <PaidCell
                enrolment={enrolment}
                balance={balances[enrolment.id]}
                refund={refunds[enrolment.id]}
                page={page}
              />
              <td className="who-do">
                <Acts
                  enrolment={enrolment}
                  certificate={certificateOf(enrolment)}
                  hasOpenDue={Boolean(balances[enrolment.id]?.next)}
                  isAsked={unansweredIds.includes(enrolment.id)}
                  isRefunding={(refunds[enrolment.id]?.open ?? 0) > 0}
                  page={page}
                  today={today}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <GivenDocuments documents={documents.filter((document) => !hasRow(document))} page={page} />
    </>
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
        <Link className="person-name" to={href('/admin/courses/:course/iscritti', { course: course.id })}>
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
 * What is paid of what is owed, and what is late; for an ended enrolment what goes back; for a seat without dues a link
 * to the form that writes them.
 */
function PaidCell({
  enrolment: { id, status, ending, price },
  balance,
  refund,
  page,
}: {
  enrolment: DetailedEnrolment
  balance: Balance | undefined
  refund: Refund | undefined
  page: string
}) {
  if (refund)
    return (
      <Figure label="Versato">
        <small className={refund.open > 0 ? 'who-late' : undefined}>{refundInFigures(refund)}</small>
      </Figure>
    )
  if (!ending && isSeated(status) && price && !balance?.dues.length)
    return (
      <Figure label="Versato">
        {formatPriceInBrief(price)}
        <small>
          senza rate: <Link to={planPage(id, page)}>scrivile</Link>
        </small>
      </Figure>
    )
  if (ending || !balance) return <Figure label="Versato" />
  const { paid, owed, late, credit } = balance
  return (
    <Figure label="Versato">
      {paidOfOwed(balance)}
      {owed > 0 && <Gauge part={Math.max(0, Math.min(1, paid / owed))} />}
      {late > 0 && <small className="who-late">scaduti {formatPriceInBrief(toEuros(late))}</small>}
      {credit > 0 && <small>{formatPriceInBrief(toEuros(credit))} in più</small>}
    </Figure>
  )
}

/** A cell with a figure, or with a dash without one. */
function Figure({ label, children }: { label: string; children?: ReactNode }) {
  return (
    <td className={children ? 'who-figure' : 'who-figure who-none'} data-label={label}>
      {children ?? <span className="quiet">—</span>}
    </td>
  )
}

/** The documents that the office has given to the person. */
function GivenDocuments({ documents, page }: { documents: GivenDocument[]; page: string }) {
  if (documents.length === 0) return null
  return (
    <ul className="who-given">
      {documents.map(({ id, kind, fileName, createdAt, by, isIssued }) => (
        <li key={id}>
          {kindLabel(kind)}: <a href={personalDocumentAddress(id)}>{fileName}</a>{' '}
          <span className="quiet">
            {by && `da ${by}, `}
            {formatDate(createdAt, 'd MMM yyyy')}
          </span>{' '}
          {!isIssued && (
            <Link
              to={`${href('/admin/documenti-personali/:file/elimina', { file: id })}?torna=${encodeURIComponent(page)}`}
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

/** Whether lessons with hours have taken place. */
const hasLessonHours = ({ soFar, planned }: DetailedEnrolment) => Boolean(planned) && soFar !== 0

/** Hours attended of those planned, with the threshold of the attestato. */
function Hours({ enrolment }: { enrolment: DetailedEnrolment }) {
  const { attended, planned, course } = enrolment
  if (!planned || !hasLessonHours(enrolment)) return <Figure label="Ore" />
  return (
    <Figure label="Ore">
      {formatNumber(hoursOf(attended))} di {formatNumber(hoursOf(planned))}
      <Gauge part={Math.min(1, attended / planned)} tick={course.attendanceThreshold / 100} />
    </Figure>
  )
}

/** Who decided, when and why. */
function DecisionLine({ enrolment }: { enrolment: DetailedEnrolment }) {
  const { ending, endedAt, endedBy, endReason } = enrolment
  const { status, requestedAt, approvedAt, approvedBy, rejectedAt, rejectedBy, reason } = enrolment
  const day = (at: Date | null) => formatDate(at, 'd MMM yyyy').replaceAll(' ', '\u00a0')
  if (ending)
    return (
      <small>
        {endedBy && `da ${endedBy}, `}
        {day(endedAt)}
        {endReason && <q>{endReason}</q>}
      </small>
    )
  if (status === 'pending')
    return (
      <small>
        {withArticle('dal', day(requestedAt))}
        {enrolment.waitingSince && (
          <>
            , <Link to={waitingListPage(enrolment.course.id)}>in lista d’attesa</Link>
            {enrolment.position !== null && `, ${withArticle('al', ordinal(enrolment.position))} posto`}
          </>
        )}
        {enrolment.offer && <b>, posto offerto fino a {formatMoment(new Date(enrolment.offer.until))}</b>}
      </small>
    )
  if (status === 'rejected')
    return (
      <small>
        {rejectedBy && `da ${rejectedBy}, `}
        {day(rejectedAt)}
        {reason && <q>{reason}</q>}
      </small>
    )
  return (
    <small>
      {status === 'approved' ? '' : 'approvata '}
      {approvedBy && `da ${approvedBy}, `}
      {day(approvedAt)}
    </small>
  )
}

/** The main step from the state of an enrolment as a button, and the further steps in a menu. */
function Acts({
  enrolment,
  certificate,
  hasOpenDue,
  isAsked,
  isRefunding,
  page,
  today,
}: {
  enrolment: DetailedEnrolment
  certificate: IssuedCertificate | undefined
  hasOpenDue: boolean
  isAsked: boolean
  isRefunding: boolean
  page: string
  today: string
}) {
  const { id, status, course, ending } = enrolment
  const begun = hasBegun(course, today)
  const steps = ending || course.archivedAt ? [] : stepsFrom(status, begun)
  const isPaying = hasOpenDue && !ending && (status === 'approved' || status === 'in_progress')
  const main = begun && !isPaying ? steps.find((step) => !isStepBack(step)) : undefined
  return (
    <div className="row-actions">
      {isRefunding && (
        <Link
          className="button button-small"
          to={paymentFormPage(id, page)}
          aria-label={`${REGISTER_REFUND}: ${course.title}`}
        >
          {REGISTER_REFUND}
        </Link>
      )}
      {isPaying && (
        <Link
          className="button button-small"
          to={paymentFormPage(id, page)}
          aria-label={`Registra incasso: ${course.title}`}
        >
          Registra incasso
        </Link>
      )}
      {!ending && <MainAct enrolment={enrolment} certificate={certificate} page={page} step={main} />}
      <More of={course.title}>
        {!ending && status === 'pending' && <RequestActs enrolment={enrolment} page={page} />}
        {steps
          .filter((step) => step !== main)
          .map((step) => (
            <Step key={step} page={page} enrolment={enrolment} intent={step} label={stepButtonLabel(step)} />
          ))}
        {isAsked && <Link to={answerPage(id, page)}>Registra la risposta al rinvio…</Link>}
        {!ending && isSeated(status) && <Link to={givePage(id, page)}>Dai un documento…</Link>}
        {certificate?.documentId && <Link to={certificatesPage(course)}>Attestati dell’edizione</Link>}
        {isSeated(status) && ending !== 'transferred' && !isPaying && (
          <Link to={paymentFormPage(id, page)}>Registra un incasso…</Link>
        )}
        {!ending && isSeated(status) && <Link to={planPage(id, page)}>Rate…</Link>}
        {!ending && status === 'pending' && <Link to={planPage(id, page)}>Concorda un prezzo…</Link>}
        {!ending && status === 'completed' && !certificate?.documentId && (
          <Link to={href('/admin/courses/:course/attestati', { course: course.id })}>Attestati</Link>
        )}
        {!course.archivedAt && (
          <Link to={href('/admin/courses/:course/iscritti', { course: course.id })}>Apri l’edizione</Link>
        )}
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
const givePage = (enrolment: string, page: string) =>
  href('/admin/iscrizioni/:enrolment/documento', { enrolment }) + backTo(page)

const certificatesPage = (course: { id: string }) =>
  href('/admin/courses/:course/attestati', { course: course.id })

function MainAct({
  enrolment,
  certificate,
  page,
  step,
}: {
  enrolment: DetailedEnrolment
  certificate: IssuedCertificate | undefined
  page: string
  step: RosterStep | undefined
}) {
  const { status, course } = enrolment
  if (status === 'pending')
    return <Step page={page} enrolment={enrolment} intent="approve" main label="Approva" />
  if (status === 'rejected')
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

/** What the office may do with a request besides approving it. */
function RequestActs({ enrolment, page }: { enrolment: DetailedEnrolment; page: string }) {
  const { id, course, seatsTaken, admittedAt } = enrolment
  const isFull = seatsLeft(course, seatsTaken) === 0
  return (
    <>
      {isFull && !admittedAt && (
        <Step page={page} enrolment={enrolment} intent="admit" label="Metti in lista d’attesa" />
      )}
      <Link id={openerOf('reject', id)} to={questionAddress(page, 'reject', id)} preventScrollReset>
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
}: {
  page: string
  enrolment: DetailedEnrolment
  intent: Intent
  label: string
  main?: boolean
}) {
  return (
    <Form method="post" action={questionAddress(page, intent, id)} preventScrollReset>
      <input type="hidden" name="intent" value={intent} />
      <Submit
        id={openerOf(intent, id)}
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
