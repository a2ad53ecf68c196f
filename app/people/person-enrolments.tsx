import { href, Link } from 'react-router'
import { hasBegun, NO_DATE, seatsLeft, seatsSentence } from '../courses/rules'
import { isSeated } from '../courses/seats.rules'
import type { GivenDocument } from '../documents/personal/queries.server'
import { kindLabel, personalAddress } from '../documents/personal/rules'
import { mayCancel } from '../enrolments/end.rules'
import { StandingLabel } from '../enrolments/mine/state-label'
import { type Intent, openerOf, questionAddress } from '../enrolments/review/buttons.rules'
import { type RosterStep, stepAct, stepsFrom } from '../enrolments/steps.rules'
import { waitingListPage } from '../enrolments/waiting-list.rules'
import { withArticle } from '../italian/articles'
import { formatDate } from '../italian/dates'
import { formatMoment } from '../italian/times'
import { Form, Submit } from '../ui/forms/form'
import { More } from '../ui/overlays/more'
import { TableHead } from '../ui/tables/table-head'
import type { EnrolmentAbout } from './enrolments.queries.server'

type Props = {
  enrolments: EnrolmentAbout[]
  givenDocuments: GivenDocument[]
  asked: string[]
  page: string
  today: string
}

/**
 * The enrolments of a person with what the office has given and may do. `asked`: those whose new dates they have not
 * answered; `page`: the address of the person.
 */
export function PersonEnrolments({ enrolments, givenDocuments, asked, page, today }: Props) {
  if (enrolments.length === 0) return <p className="quiet">Nessuna iscrizione.</p>
  const isShown = ({ enrolmentId }: GivenDocument) => enrolments.some(({ id }) => id === enrolmentId)
  return (
    <>
      <table className="table dense who-lines">
        <TableHead columns={['Corso ed edizione', 'Stato']} hidden="Azioni" />
        <tbody>
          {enrolments.map((enrolment) => (
            <tr key={enrolment.id}>
              <td>
                <Course enrolment={enrolment} />
                <Given
                  documents={givenDocuments.filter(({ enrolmentId }) => enrolmentId === enrolment.id)}
                  page={page}
                />
              </td>
              <td>
                <StandingLabel status={enrolment.status} ending={enrolment.ending} />
                <Decided enrolment={enrolment} />
              </td>
              <td className="who-do">
                <Acts
                  enrolment={enrolment}
                  isAsked={asked.includes(enrolment.id)}
                  page={page}
                  today={today}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Given documents={givenDocuments.filter((document) => !isShown(document))} page={page} />
    </>
  )
}

const isBack = (step: RosterStep) => step === 'uncomplete' || step === 'unstart'

function Course({ enrolment: { course, seatsTaken, status } }: { enrolment: EnrolmentAbout }) {
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
        {[when, course.location].filter(Boolean).join(', ')}
        {seats && ` · ${seats.text}`}
      </small>
    </>
  )
}

function Given({ documents, page }: { documents: GivenDocument[]; page: string }) {
  if (documents.length === 0) return null
  return (
    <ul className="who-given">
      {documents.map(({ id, kind, fileName, createdAt, by, isIssued }) => (
        <li key={id}>
          {kindLabel(kind)}: <a href={personalAddress(id)}>{fileName}</a>{' '}
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

/** Who decided, when and why. */
function Decided({ enrolment }: { enrolment: EnrolmentAbout }) {
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
          </>
        )}
        {enrolment.offered && <b>, posto offerto fino a {formatMoment(new Date(enrolment.offered.until))}</b>}
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

/** The act of the state, and the others in words. */
function Acts({
  enrolment,
  isAsked,
  page,
  today,
}: {
  enrolment: EnrolmentAbout
  isAsked: boolean
  page: string
  today: string
}) {
  const { id, status, course, ending } = enrolment
  const begun = hasBegun(course, today)
  const steps = ending || course.archivedAt ? [] : stepsFrom(status, begun)
  const main = begun ? steps.find((step) => !isBack(step)) : undefined
  return (
    <div className="row-actions">
      {!ending && <MainAct enrolment={enrolment} page={page} step={main} />}
      <More of={course.title}>
        {!ending && status === 'pending' && <RequestActs enrolment={enrolment} page={page} />}
        {steps
          .filter((step) => step !== main)
          .map((step) => (
            <Step key={step} page={page} enrolment={enrolment} intent={step} label={stepAct(step)} />
          ))}
        {isAsked && <Link to={answering(id, page)}>Registra la risposta al rinvio…</Link>}
        {!ending && isSeated(status) && status !== 'completed' && (
          <Link to={giving(id, page)}>Dai un documento…</Link>
        )}
        {!ending && status === 'completed' && (
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
const answering = (enrolment: string, page: string) =>
  href('/admin/iscrizioni/:enrolment/rinvio', { enrolment }) + backTo(page)
const giving = (enrolment: string, page: string) =>
  href('/admin/iscrizioni/:enrolment/documento', { enrolment }) + backTo(page)

function MainAct({
  enrolment,
  page,
  step,
}: {
  enrolment: EnrolmentAbout
  page: string
  step: RosterStep | undefined
}) {
  const { id, status, course } = enrolment
  if (status === 'pending')
    return <Step page={page} enrolment={enrolment} intent="approve" main label="Approva" />
  if (status === 'rejected')
    return <Step page={page} enrolment={enrolment} intent="reopen" main label="Riapri richiesta" />
  if (status === 'completed')
    return (
      <Link
        className="button button-small"
        to={giving(id, page)}
        aria-label={`Dai un documento: ${course.title}`}
      >
        Dai un documento
      </Link>
    )
  return step && <Step page={page} enrolment={enrolment} intent={step} main label={stepAct(step)} />
}

/** What one may do with a request besides approving it. */
function RequestActs({ enrolment, page }: { enrolment: EnrolmentAbout; page: string }) {
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
  enrolment: EnrolmentAbout
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
