import type { ReactNode } from 'react'
import { data, href, Link, useOutlet } from 'react-router'
import { memberFrom } from '../accounts/session/session.server'
import { revokedCertificates } from '../certificates/queries.server'
import { RevokedCertificates } from '../certificates/revoked-certificates'
import { CalendarLink } from '../courses/calendar-link'
import { courseById } from '../courses/queries.server'
import { isAtOwnPace } from '../courses/rules'
import { DocumentList } from '../documents/course/document-list'
import { readableDocuments } from '../documents/course/queries.server'
import { OwnDocuments } from '../documents/personal/own-documents'
import { ownDocuments } from '../documents/personal/queries.server'
import { ownAttendance } from '../enrolments/attendance/queries.server'
import { mayCancelOwn } from '../enrolments/end.rules'
import { editionsForOwnMove, refundIfCancelledInWords } from '../enrolments/leave/queries.server'
import { Appointment, Directions, LessonsLink } from '../enrolments/mine/appointment'
import { enrolmentStatus, underWayInWords } from '../enrolments/mine/enrolment-status'
import { NextStep } from '../enrolments/mine/next-step'
import { OwnDues } from '../enrolments/mine/own-dues'
import { OwnHistory } from '../enrolments/mine/own-history'
import { OwnHours, OwnLessons } from '../enrolments/mine/own-lessons'
import { OwnPrice } from '../enrolments/mine/own-price'
import { OwnRefund } from '../enrolments/mine/own-refund'
import { pastPostponements } from '../enrolments/mine/postponement.queries.server'
import { type Enrolment, enrolmentOf } from '../enrolments/mine/queries.server'
import { StatusLabel } from '../enrolments/mine/status-label'
import { placePage } from '../enrolments/pages.rules'
import { WithdrawForm } from '../enrolments/withdraw-form'
import { redirectWith } from '../http/toasts.server'
import { formatDate } from '../italian/dates'
import { formatTime } from '../italian/times'
import { OpeningState } from '../public/opening-state'
import { today } from '../runtime/clock'
import { bankAccount } from '../site/bank-account.server'
import { OfficePhone } from '../site/office-phone'
import { openingAt } from '../site/opening.server'
import { siteSettings } from '../site/settings'
import { Icon } from '../ui/icon'
import { MailLink } from '../ui/mail-link'
import { PageHead } from '../ui/page-head'
import type { Route } from './+types/enrolment.screen'
import './enrolment.css'
import '../enrolments/mine/my-courses.css'

/** The answer for an enrolment that was withdrawn, and for one of somebody else, which it does not reveal. */
const UNKNOWN_ENROLMENT = { tone: 'neutral', title: 'Questa richiesta non c’è più' } as const

/**
 * Loads one enrolment of the member: its state, lessons, documents and history, and whether the member may leave it.
 */
export async function loader({ params, context }: Route.LoaderArgs) {
  const member = memberFrom(context)
  const enrolment = await enrolmentOf(member, params.enrolment)
  if (!enrolment) throw await redirectWith(href('/dashboard'), UNKNOWN_ENROLMENT)
  const { course, status, ending, group, hasOpenPostponement } = enrolment
  const mayChange = status === 'approved' && !ending && !enrolment.isLastDecisionOpen
  // The refund depends on the dates.
  const mayCancel = mayChange && !hasOpenPostponement && mayCancelOwn(status, course, today()).ok
  const [
    courseDetails,
    documents,
    personalDocuments,
    revoked,
    editions,
    postponements,
    attendance,
    refundSentences,
  ] = await Promise.all([
    courseById(course.id),
    readableDocuments(member, [course.id]),
    ownDocuments(member),
    revokedCertificates(member, enrolment.id),
    mayChange ? editionsForOwnMove(member, enrolment) : [],
    pastPostponements(member, enrolment.id),
    ownAttendance(member, enrolment.id),
    mayCancel ? refundIfCancelledInWords(member, enrolment) : null,
  ])
  const day = today()
  return {
    enrolment,
    postponements,
    attendance,
    day,
    sessions: group === 'now' && !hasOpenPostponement ? (courseDetails?.sessions ?? []) : [],
    teachers: group === 'now' ? (courseDetails?.teachers.map(({ name }) => name) ?? []) : [],
    person: { firstName: member.firstName, lastName: member.lastName },
    bankAccount: enrolment.balance && bankAccount(),
    opening: openingAt(new Date()),
    documents: ending ? [] : documents,
    personalDocuments: personalDocuments.filter(({ enrolmentId }) => enrolmentId === enrolment.id),
    revokedCertificates: revoked,
    refundSentences,
    mayCancel,
    mayMove: editions.length > 0,
  }
}

/** Refuses every post: the forms of this page post to addresses of their own. */
export function action() {
  return data(null, { status: 400 })
}

export default function EnrolmentScreen({ loaderData }: Route.ComponentProps) {
  const {
    enrolment,
    postponements,
    attendance,
    day,
    sessions,
    teachers,
    opening,
    documents,
    personalDocuments,
  } = loaderData
  const { course, group, ending } = enrolment
  const status = enrolmentStatus(enrolment)
  const isPriceShown = !ending && status.kind !== 'gone' && status.kind !== 'rejected'
  const dialog = useOutlet()
  return (
    <>
      {dialog ?? <PageHead title={`La tua iscrizione: ${course.title}`} noindex />}
      <div className="page own-course">
        <div>
          <Link className="link" to={href('/dashboard')}>
            <Icon name="left" /> Dashboard
          </Link>
          <h1>{course.title}</h1>
          <p className="own-state">
            <StatusLabel status={status} />
            <NextLesson enrolment={enrolment} />
          </p>
        </div>
        <section className="own-step" aria-labelledby="adesso">
          <div className="own-now">
            <h2 id="adesso">A che punto sei</h2>
            <NextStep enrolment={enrolment} />
            {group === 'now' && isAtOwnPace(course) && <Appointment enrolment={enrolment} />}
          </div>
          {isPriceShown && !enrolment.balance && <OwnPrice enrolment={enrolment} />}
        </section>
        <OwnRefund enrolment={enrolment} />
        {status.kind !== 'gone' && (
          <OwnDues
            enrolment={enrolment}
            person={loaderData.person}
            account={loaderData.bankAccount}
            day={day}
          />
        )}
        <div className="own-columns">
          <div>
            {(group === 'now' || attendance.length > 0) && (
              <TitledSection id="lezioni" title="Lezioni">
                <OwnHours attendance={attendance} />
                {sessions.length > 0 && <OwnLessons sessions={sessions} day={day} attendance={attendance} />}
                {group === 'now' && <LessonLinks enrolment={enrolment} />}
              </TitledSection>
            )}
            {(personalDocuments.length > 0 || loaderData.revokedCertificates.length > 0) && (
              <TitledSection id="per-te" title="Documenti per te">
                <OwnDocuments documents={personalDocuments} />
                <RevokedCertificates certificates={loaderData.revokedCertificates} />
              </TitledSection>
            )}
            {documents.length > 0 && (
              <TitledSection id="documenti" title="Documenti">
                <DocumentList documents={documents} />
              </TitledSection>
            )}
          </div>
          <div>
            <TitledSection id="contatti" title="Chi chiamare">
              <dl className="own-facts">
                <div>
                  <dt>Segreteria</dt>
                  <dd>
                    <OpeningState opening={opening} />
                    <OfficePhone />
                    <MailLink address={siteSettings().company.email} />
                  </dd>
                </div>
                {teachers.length > 0 && (
                  <div>
                    <dt>{teachers.length === 1 ? 'Docente' : 'Docenti'}</dt>
                    {teachers.map((name) => (
                      <dd key={name}>{name}</dd>
                    ))}
                  </div>
                )}
                {!course.archivedAt && (
                  <div>
                    <dt>Programma e certificazioni</dt>
                    <dd>
                      <Link to={href('/corsi/:slug', { slug: course.slug })}>Pagina del corso</Link>
                    </dd>
                  </div>
                )}
              </dl>
            </TitledSection>
            <TitledSection id="storia" title="Che cosa è successo">
              <OwnHistory enrolment={enrolment} postponements={postponements} />
            </TitledSection>
          </div>
        </div>
        <LeaveSection {...loaderData} />
      </div>
    </>
  )
}

function TitledSection({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

/**
 * 'prossima lezione sabato 20 febbraio, 9:00, Sala Rossa', or 'lezione in corso fino a' and its last day; nothing
 * without one, or while its date may change.
 */
function NextLesson({ enrolment: { course, nextSession, hasOpenPostponement } }: { enrolment: Enrolment }) {
  if (!nextSession || hasOpenPostponement || isAtOwnPace(course)) return null
  const { date, startTime, place, ahead } = nextSession
  if (ahead < 0) return <span>lezione {underWayInWords(nextSession)}</span>
  const when = [formatDate(date, 'EEEE d MMMM'), formatTime(startTime), place ?? course.location]
  return (
    <span>
      prossima lezione <b className="num">{when.filter(Boolean).join(', ')}</b>
    </span>
  )
}

function LessonLinks({ enrolment }: { enrolment: Enrolment }) {
  const { course, hasOpenPostponement } = enrolment
  if (hasOpenPostponement) return <p>La segreteria sta aggiornando le date.</p>
  return (
    <div className="own-links">
      <LessonsLink enrolment={enrolment} />
      {course.startDate && <CalendarLink course={course} className="button" />}
      <Directions course={course} className="button" />
    </div>
  )
}

/**
 * How to withdraw a request, or to cancel or move a seat; a place on the waiting list is left on its own page. Nothing
 * for an open offer, which `NextStep` asks about, and for an enrolment that has ended.
 */
function LeaveSection({
  enrolment,
  refundSentences,
  mayCancel,
  mayMove,
}: Route.ComponentProps['loaderData']) {
  const { id, course, status, ending, group, waitingPlace, isLastDecisionOpen, hasOpenPostponement } =
    enrolment
  if (ending || isLastDecisionOpen) return null
  if (waitingPlace?.offer) return null
  if (status === 'pending')
    return (
      <section className="own-leave" aria-labelledby="lascia">
        <h2 id="lascia">Hai cambiato idea?</h2>
        <p>Puoi ritirare la richiesta, senza costi.</p>
        {/* Without `ahead`, an expired offer has cost them their place on the list. */}
        {waitingPlace?.ahead ? (
          <Link className="button" to={placePage(id)} preventScrollReset>
            Esci dalla lista…
          </Link>
        ) : (
          <WithdrawForm id={id} course={course} />
        )}
      </section>
    )
  if (group !== 'now') return null
  return (
    <section className="own-leave" aria-labelledby="lascia">
      <h2 id="lascia">Non puoi partecipare?</h2>
      <p>
        {mayCancel ? (
          <>
            {refundSentences} <Link to={`${href('/note-legali')}#recesso`}>Condizioni di disdetta</Link>
          </>
        ) : hasOpenPostponement ? (
          'La segreteria sta aggiornando le date: tra qualche minuto leggi qui come disdire.'
        ) : (
          <>
            Per disdire o spostare chiama la segreteria al <OfficePhone />.{' '}
            <Link to={`${href('/note-legali')}#recesso`}>Condizioni di disdetta</Link>
          </>
        )}
      </p>
      {(mayMove || mayCancel) && (
        <div className="actions">
          {mayMove && (
            <Link
              className="button"
              to={href('/dashboard/iscrizioni/:enrolment/sposta', { enrolment: id })}
              preventScrollReset
            >
              Sposta in un’altra edizione
            </Link>
          )}
          {mayCancel && (
            <Link
              className="button"
              to={href('/dashboard/iscrizioni/:enrolment/disdici', { enrolment: id })}
              preventScrollReset
            >
              Disdici l’iscrizione…
            </Link>
          )}
        </div>
      )}
    </section>
  )
}
