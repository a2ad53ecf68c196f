import { data, Link, redirect, useLocation, useOutlet } from 'react-router'
import type { Admin } from '../accounts/rules'
import { adminFrom } from '../accounts/session.server'
import { CourseFilters } from '../desk/course-filters'
import { CourseButtons, CourseTable } from '../desk/course-table'
import { coursesAtAGlance, managedCourses, nextToFill } from '../desk/queries.server'
import { pageBelow, pageQuery, tableView } from '../desk/rules'
import { SeatsChart } from '../desk/seats-chart'
import { type Decision, explain, mayStep, refuse } from '../enrolments/rules'
import { today } from '../platform/clock'
import { redirectWith } from '../platform/flash.server'
import { readForm } from '../platform/form.server'
import { log } from '../platform/log.server'
import { approveRequest, rejectRequest, reopenRequest } from '../requests/commands.server'
import { OverCapacityDialog } from '../requests/over-capacity-dialog'
import { PendingList } from '../requests/pending-list'
import { pendingRequests, recentlyRejected, requestById, requestsPerWeek } from '../requests/queries.server'
import { RejectDialog } from '../requests/reject-dialog'
import { RejectedList } from '../requests/rejected-list'
import { WeeklyChart } from '../requests/weekly-chart'
import { PageHead } from '../ui/page-head'
import type { Toast } from '../ui/toast'
import type { Route } from './+types/overview.screen'
import { NewestContacts, Today } from './today'
import { newestContacts, undeliveredMail } from './today.queries.server'
import './overview.css'

export async function loader({ context, url }: Route.LoaderArgs) {
  const admin = adminFrom(context)
  if (url.pathname === '/admin' && [...url.searchParams.values()].includes('')) {
    throw redirect(pageBelow(url.search)) // what a form without a script leaves empty
  }
  const toasts: Toast[] = []
  const orTell = async <T,>(work: Promise<T>, instead: T, sentence: string): Promise<T> => {
    try {
      return await work
    } catch (fault) {
      log.error({ err: fault }, 'overview failed')
      toasts.push({
        tone: 'destructive',
        title: 'Errore',
        description: `${sentence}: il database non risponde`,
      })
      return instead
    }
  }
  const view = tableView(url.searchParams)
  const onlyLate = url.searchParams.get('richieste') === 'in-ritardo'
  const requestsFailed = 'Impossibile caricare le richieste di iscrizione'
  const coursesFailed = 'Impossibile caricare i corsi'
  const dataFailed = 'Impossibile caricare i dati'
  const [pending, rejected, weeks, courses, glance, filling, contacts, undelivered] = await Promise.all([
    orTell(pendingRequests(admin, { onlyLate }), { total: 0, late: 0, requests: [] }, requestsFailed),
    orTell(recentlyRejected(admin), [], requestsFailed),
    orTell(requestsPerWeek(admin), [], dataFailed),
    orTell(managedCourses(admin, view), { total: 0, page: 1, pages: 1, courses: [] }, coursesFailed),
    orTell(coursesAtAGlance(admin), { full: 0, undated: 0, starting: 0 }, coursesFailed),
    orTell(nextToFill(admin), [], coursesFailed),
    orTell(newestContacts(admin), [], dataFailed),
    orTell(undeliveredMail(admin), 0, dataFailed),
  ])
  const counts = { ...glance, pending: pending.total, late: pending.late, undelivered }
  const wanted = url.searchParams.get('rifiuta')
  const request = wanted ? await orTell(requestById(admin, wanted), null, requestsFailed) : null
  const mayReject = request ? mayStep('reject', request.status) : refuse('unknown-request')
  if (request !== null && !mayReject.ok) toasts.push(refused(explain(mayReject)))
  const toReject = mayReject.ok ? request : null
  return {
    pending: { ...pending, onlyLate },
    ...{ rejected, weeks, courses, view, counts, filling, contacts, toReject },
    now: new Date(),
    today: today(),
    toasts: toasts.filter(
      ({ description }, i) => toasts.findIndex((t) => t.description === description) === i,
    ),
  }
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const admin = adminFrom(context)
  const form = await readForm(request)
  const enrolment = String(form.get('enrolment') ?? '')
  const page = pageBelow(url.search)
  switch (form.get('intent')) {
    case 'approve': {
      const decision = await approveRequest(admin, enrolment, {
        overCapacity: form.get('overCapacity') === '1',
      })
      if (!decision.ok && decision.refusal === 'full')
        return data({ full: await requestById(admin, enrolment), problem: undefined }, { status: 409 })
      return told(page, decision, { tone: 'success', title: 'Iscrizione approvata' })
    }
    case 'reject':
      return reject(page, admin, enrolment, String(form.get('reason') ?? ''))
    case 'reopen':
      return told(page, await reopenRequest(admin, enrolment), {
        tone: 'success',
        title: 'Richiesta riaperta',
      })
    default:
      throw data(null, { status: 400 })
  }
}

async function reject(page: string, admin: Admin, enrolment: string, reason: string) {
  const decision = await rejectRequest(admin, enrolment, reason)
  if (!decision.ok && decision.refusal === 'long-reason') {
    return data({ full: undefined, problem: explain(decision) }, { status: 400 })
  }
  const fields = { intent: 'reopen', enrolment }
  return told(page, decision, {
    tone: 'success',
    title: 'Iscrizione rifiutata',
    undo: { label: 'Riapri richiesta', action: page, fields },
  })
}

function refused(sentence: string): Toast {
  return { tone: 'destructive', title: 'Errore', description: `Si è verificato un errore: ${sentence}` }
}

/** Back to the list, with what happened; a refused decision says why in the office's words. */
function told(page: string, decision: Decision, success: Toast) {
  return redirectWith(page, decision.ok ? success : refused(explain(decision)))
}

export default function Overview({ loaderData, actionData }: Route.ComponentProps) {
  const { pending, rejected, weeks, courses, view, counts, filling, contacts, toReject, now } = loaderData
  const over = useOutlet()
  const query = pageQuery(useLocation().search)
  return (
    <>
      {over ?? (
        <PageHead
          title="Pannello di Amministrazione"
          path="/admin"
          noindex
          error={actionData?.problem !== undefined}
        />
      )}
      <Today counts={counts} />
      <div className="admin-grid admin-row">
        <div>
          <PendingList pending={pending} now={now} />
          <RejectedList rejected={rejected} />
        </div>
        <div className="admin-side">
          <WeeklyChart weeks={weeks} />
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
        <CourseFilters view={view} total={courses.total} />
        <CourseTable found={courses} view={view} today={loaderData.today} />
        <p className="admin-foot">
          <Link className="link" to="/admin/mail">
            Email del sito
          </Link>
        </p>
      </section>
      {toReject && <RejectDialog request={toReject} problem={actionData?.problem} />}
      {actionData?.full && <OverCapacityDialog request={actionData.full} />}
    </>
  )
}
