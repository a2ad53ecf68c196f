import { data, href, Link, useOutlet } from 'react-router'
import { memberFrom } from '../accounts/session/session.server'
import { Sessions } from '../catalogue/course-page/sessions'
import { company } from '../content/company'
import { courseById } from '../courses/queries.server'
import { DocumentList } from '../documents/course/document-list'
import { readableDocuments } from '../documents/course/queries.server'
import { OwnDocuments } from '../documents/personal/own-documents'
import { ownDocuments } from '../documents/personal/queries.server'
import { mayCancelOwn } from '../enrolments/end.rules'
import { ownEditions } from '../enrolments/leave/queries.server'
import { Appointment } from '../enrolments/mine/appointment'
import { courseStatus, whereMoved } from '../enrolments/mine/course-status'
import { NextStep } from '../enrolments/mine/next-step'
import { Payment } from '../enrolments/mine/payment'
import { type Move, movesOf } from '../enrolments/mine/postponement.queries.server'
import { type Enrolment, enrolmentOf } from '../enrolments/mine/queries.server'
import { StatusLabel } from '../enrolments/mine/status-label'
import { redirectWith } from '../http/toasts.server'
import { formatDate } from '../italian/dates'
import { telLink } from '../italian/phones'
import { today } from '../runtime/clock'
import { Icon } from '../ui/icon'
import { PageHead } from '../ui/page-head'
import type { Route } from './+types/enrolment.screen'
import './account.css'
import './enrolment.css'
import '../enrolments/mine/my-courses.css'

/** Withdrawn, or of somebody else: the same answer. */
const GONE = { tone: 'neutral', title: 'Questa richiesta non c’è più' } as const

/** One enrolment: where it stands, its sessions and files, its history, and what its person may change. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const member = memberFrom(context)
  const enrolment = await enrolmentOf(member, params.enrolment)
  if (!enrolment) throw await redirectWith(href('/dashboard'), GONE)
  const { course, status, ending, group, isMoving } = enrolment
  const mayChange = status === 'approved' && !ending && !enrolment.isUpdating
  const [facts, documents, personalDocuments, editions, moves] = await Promise.all([
    courseById(course.id),
    readableDocuments(member, [course.id]),
    ownDocuments(member),
    mayChange ? ownEditions(member, enrolment) : [],
    movesOf(member, enrolment.id),
  ])
  return {
    enrolment,
    moves,
    mayChange,
    sessions: group === 'now' && !isMoving ? (facts?.sessions ?? []) : [],
    documents: ending ? [] : documents,
    personalDocuments: personalDocuments.filter(({ enrolmentId }) => enrolmentId === enrolment.id),
    mayCancel: mayChange && mayCancelOwn(status, course, today()).ok,
    mayMove: editions.length > 0,
  }
}

/** Its forms post to their own addresses. */
export function action() {
  return data(null, { status: 400 })
}

export default function EnrolmentScreen({ loaderData }: Route.ComponentProps) {
  const { enrolment, moves, sessions, documents, personalDocuments, mayChange, mayCancel, mayMove } =
    loaderData
  const { id, course, group, ending } = enrolment
  const dialog = useOutlet()
  return (
    <>
      {dialog ?? <PageHead title={course.title} noindex />}
      <div className="page account">
        <div className="account-head">
          <Link className="link" to={href('/dashboard')}>
            <Icon name="left" /> Dashboard
          </Link>
          <h1>{course.title}</h1>
          <p>
            <StatusLabel status={courseStatus(enrolment)} />
          </p>
        </div>
        <section aria-labelledby="adesso">
          <h2 id="adesso">A che punto sei</h2>
          <div className="mine-text">
            <NextStep enrolment={enrolment} />
            {group === 'now' && <Appointment enrolment={enrolment} />}
            {!ending && <Payment enrolment={enrolment} />}
          </div>
        </section>
        {sessions.length > 0 && (
          <section aria-labelledby="sessioni">
            <h2 id="sessioni">Calendario sessioni</h2>
            <Sessions sessions={sessions} />
          </section>
        )}
        {personalDocuments.length > 0 && (
          <section aria-labelledby="per-te">
            <h2 id="per-te">Documenti per te</h2>
            <OwnDocuments documents={personalDocuments} />
          </section>
        )}
        {documents.length > 0 && (
          <section aria-labelledby="documenti">
            <h2 id="documenti">Documenti</h2>
            <DocumentList documents={documents} />
          </section>
        )}
        <section aria-labelledby="storia">
          <h2 id="storia">Che cosa è successo</h2>
          <dl className="deeds">
            {historyOf(enrolment, moves).map(([what, when]) => (
              <div key={what + when.getTime()}>
                <dt className="num">{formatDate(when, 'd MMMM yyyy')}</dt>
                <dd>{what}</dd>
              </div>
            ))}
          </dl>
        </section>
        {mayChange && (
          <section aria-labelledby="cambia">
            <h2 id="cambia">Cambio di programma</h2>
            <div>
              {!mayCancel && (
                <p>
                  Il corso è iniziato o inizia oggi: per disdire o spostare chiama la segreteria al{' '}
                  <a className="num" href={telLink(company.phone)}>
                    {company.phone}
                  </a>
                  .
                </p>
              )}
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
                    Disdici l’iscrizione
                  </Link>
                )}
              </div>
            </div>
          </section>
        )}
      </div>
    </>
  )
}

/** 'Corso rinviato: inizio 13 maggio 2027, prima 9 gennaio 2027' */
function movedWords(from: string | null, to: string | null): string {
  if (!from || !to || from === to) return 'Date del corso cambiate'
  return `Corso rinviato: inizio ${formatDate(to, 'd MMMM yyyy')}, prima ${formatDate(from, 'd MMMM yyyy')}`
}

/** Deeds with their dates, in their order. */
function historyOf(
  { requestedAt, waitingSince, admittedAt, approvedAt, rejectedAt, endedAt, ending, movedTo }: Enrolment,
  moves: Move[],
): [string, Date][] {
  const ENDED = {
    cancelled_by_person: 'Hai disdetto l’iscrizione',
    cancelled_by_office: 'La segreteria ha disdetto l’iscrizione',
    transferred: whereMoved(movedTo),
    edition_cancelled: 'Edizione annullata',
  }
  const deeds: [string, Date | null][] = [
    ['Richiesta', requestedAt],
    ['In lista d’attesa', waitingSince],
    ['Posto in lista confermato', admittedAt],
    ['Approvata', approvedAt],
    ['Rifiutata', rejectedAt],
    ...moves.flatMap(({ at, from, to, stays, answeredAt }): [string, Date | null][] => [
      [movedWords(from, to), at],
      [
        stays ? 'Hai risposto che le nuove date vanno bene' : 'Hai risposto che le nuove date non vanno bene',
        answeredAt,
      ],
    ]),
    [ending ? ENDED[ending] : '', endedAt],
  ]
  return deeds
    .flatMap(([what, when]) => (when ? [[what, when] as [string, Date]] : []))
    .sort(([, a], [, b]) => a.getTime() - b.getTime())
}
