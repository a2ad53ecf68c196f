import { data, Link, redirect, useLocation, useOutlet } from 'react-router'
import type { Admin } from '../accounts/rules'
import { adminFrom } from '../accounts/session.server'
import { contactsToHandle, newestContacts } from '../contacts/admin/queries.server'
import { CourseFilters } from '../courses/admin/course-filters'
import { CourseButtons, CourseTable } from '../courses/admin/course-table'
import { coursesAtAGlance, managedCourses, nextToFill } from '../courses/admin/queries.server'
import { pageBelow, pageQuery, tableView } from '../courses/admin/rules'
import { SeatsChart } from '../courses/admin/seats-chart'
import { approveRequest, rejectRequest, reopenRequest } from '../enrolments/admin/commands.server'
import { OverCapacityDialog } from '../enrolments/admin/over-capacity-dialog'
import { PendingList } from '../enrolments/admin/pending-list'
import {
  hasJustDecided,
  pendingRequests,
  recentlyRejected,
  requestById,
  requestsPerWeek,
} from '../enrolments/admin/queries.server'
import { RejectDialog } from '../enrolments/admin/reject-dialog'
import { RejectedList } from '../enrolments/admin/rejected-list'
import { placeOf, requestAfter } from '../enrolments/admin/rules'
import { WeeklyChart } from '../enrolments/admin/weekly-chart'
import { type Decision, explain, mayStep, OK, refuse } from '../enrolments/rules'
import { loadSections, withErrorToast } from '../http/faults.server'
import { redirectWith } from '../http/flash.server'
import { asksForData, readForm } from '../http/form.server'
import { isId } from '../parsing/text.rules'
import { today } from '../runtime/clock'
import { PageHead } from '../ui/page-head'
import { errorToast, type Toast, Toasts } from '../ui/toast'
import type { Route } from './+types/overview.screen'
import { NewestContacts, Today } from './today'
import { undeliveredEmails } from './today.queries.server'
import './overview.css'

export async function loader({ context, url }: Route.LoaderArgs) {
  const admin = adminFrom(context)
  if (url.pathname === '/admin' && [...url.searchParams.values()].includes('')) {
    throw redirect(pageBelow(url.search)) // what a form without a script leaves empty
  }
  const { part, answer } = loadSections()
  const view = tableView(url.searchParams)
  const onlyLate = url.searchParams.get('richieste') === 'in-ritardo'
  const requestsFailed = 'Impossibile caricare le richieste di iscrizione'
  const coursesFailed = 'Impossibile caricare i corsi'
  const dataFailed = 'Impossibile caricare i dati'
  const [pending, rejected, weeks, courses, glance, filling, contacts, written, undelivered] =
    await Promise.all([
      part(requestsFailed, pendingRequests(admin, { onlyLate }), null),
      part(requestsFailed, recentlyRejected(admin), []),
      part(dataFailed, requestsPerWeek(admin), null),
      part(coursesFailed, managedCourses(admin, view), null),
      part(coursesFailed, coursesAtAGlance(admin), null),
      part(coursesFailed, nextToFill(admin), []),
      part(dataFailed, newestContacts(admin), []),
      part(dataFailed, contactsToHandle(admin), null),
      part(dataFailed, undeliveredEmails(admin), null),
    ])
  const isCounted = pending !== null && glance !== null && written !== null && undelivered !== null
  const counts = isCounted && { ...glance, pending: pending.total, late: pending.late, written, undelivered }
  const wanted = url.searchParams.get('rifiuta')
  const request = wanted ? await part(requestsFailed, requestById(admin, wanted), null) : null
  const mayReject = request ? mayStep('reject', request.status) : refuse('unknown-request')
  const toReject = mayReject.ok ? request : null
  const shown = {
    pending: pending && { ...pending, onlyLate },
    ...{ rejected, weeks, courses, view, counts, filling, contacts, toReject },
    now: new Date(),
    today: today(),
  }
  return answer(shown, ...(request !== null && !mayReject.ok ? [refused(explain(mayReject))] : []))
}

function idIn(form: FormData, field: string): string | undefined {
  const value = String(form.get(field) ?? '')
  return isId(value) ? value : undefined
}

type Answer = { full?: Awaited<ReturnType<typeof requestById>>; problem?: string; toasts?: Toast[] }

export async function action({ request, context, url }: Route.ActionArgs) {
  const admin = adminFrom(context)
  const form = await readForm(request)
  const enrolment = String(form.get('enrolment') ?? '')
  const page = pageBelow(url.search)
  const next = page + placeOf(idIn(form, 'next'))
  return withErrorToast(FAILED, async () => {
    switch (form.get('intent')) {
      case 'approve':
        return approve(request, next, admin, enrolment, form.get('overCapacity') === '1')
      case 'reject':
        return reject(request, { page, next }, admin, enrolment, String(form.get('reason') ?? ''))
      case 'reopen': {
        const decision = await reopenRequest(admin, enrolment)
        const repeated = !decision.ok && decision.state === 'pending'
        return told(page + placeOf(idIn(form, 'enrolment')), repeated ? OK : decision, {
          tone: 'success',
          title: 'Richiesta riaperta',
        })
      }
      default:
        throw data(null, { status: 400 })
    }
  })
}

async function approve(
  request: Request,
  next: string,
  admin: Admin,
  enrolment: string,
  overCapacity: boolean,
) {
  const decision = await approveRequest(admin, enrolment, { overCapacity })
  if (!decision.ok && decision.refusal === 'full') {
    return data({ full: await requestById(admin, enrolment) }, { status: 409 })
  }
  const repeated =
    !decision.ok && !asksForData(request) && (await hasJustDecided(admin, enrolment, 'approved'))
  return told(next, repeated ? OK : decision, { tone: 'success', title: 'Iscrizione approvata' })
}

async function reject(
  request: Request,
  { page, next }: { page: string; next: string },
  admin: Admin,
  enrolment: string,
  reason: string,
) {
  const decision = await rejectRequest(admin, enrolment, reason)
  if (!decision.ok && decision.refusal === 'long-reason') {
    return data({ problem: explain(decision) }, { status: 400 })
  }
  const fields = { intent: 'reopen', enrolment }
  const repeated =
    !decision.ok && !asksForData(request) && (await hasJustDecided(admin, enrolment, 'rejected'))
  return told(next, repeated ? OK : decision, {
    tone: 'success',
    title: 'Iscrizione rifiutata',
    undo: { label: 'Riapri richiesta', action: page, fields },
  })
}

const FAILED = 'Si è verificato un errore'
const refused = (sentence: string) => errorToast(`${FAILED}: ${sentence}`)

function told(page: string, decision: Decision, success: Toast) {
  return redirectWith(page, decision.ok ? success : refused(explain(decision)))
}

export default function Overview({ loaderData, actionData }: Route.ComponentProps) {
  const { pending, rejected, weeks, courses, view, counts, filling, contacts, toReject, now } = loaderData
  const answer: Answer = actionData ?? {}
  const over = useOutlet()
  const nextOf = ({ id }: { id: string }) => requestAfter(pending?.requests ?? [], id)
  const query = pageQuery(useLocation().search)
  return (
    <>
      {answer.toasts && <Toasts toasts={answer.toasts} />}
      {over ?? (
        <PageHead
          title="Pannello di Amministrazione"
          path="/admin"
          noindex
          error={answer.problem !== undefined}
        />
      )}
      {counts && <Today counts={counts} />}
      <div className="admin-grid admin-row">
        <div>
          {pending && <PendingList pending={pending} now={now} />}
          <RejectedList rejected={rejected} />
        </div>
        <div className="admin-side">
          {weeks && <WeeklyChart weeks={weeks} />}
          <SeatsChart courses={filling} />
          <NewestContacts contacts={contacts} />
        </div>
      </div>
      <section className="admin-row" aria-labelledby="gestione">
        <div className="admin-head">
          <h2 id="gestione">Gestione Corsi</h2>
          <div className="actions">
            <Link className="button" to={`/admin/iscrivi${query}`} preventScrollReset>
              Iscrivi Utente a Corso
            </Link>
            <CourseButtons />
          </div>
        </div>
        {courses && (
          <>
            <CourseFilters view={view} total={courses.total} />
            <CourseTable found={courses} view={view} today={loaderData.today} />
          </>
        )}
        <p className="admin-foot">
          <Link className="link" to="/admin/mail">
            Email del sito
          </Link>
        </p>
      </section>
      {toReject && <RejectDialog request={toReject} next={nextOf(toReject)} problem={answer.problem} />}
      {answer.full && <OverCapacityDialog request={answer.full} next={nextOf(answer.full)} />}
    </>
  )
}
