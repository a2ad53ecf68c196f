import { data, Link, useOutlet } from 'react-router'
import type { Admin } from '../accounts/rules'
import { adminFrom } from '../accounts/session.server'
import { type Decision, explain } from '../enrolments/rules'
import { redirectWith } from '../platform/flash.server'
import { readForm } from '../platform/form.server'
import { log } from '../platform/log.server'
import { CourseTable } from '../publishing/course-table'
import { managedCourses } from '../publishing/queries.server'
import { approveRequest, rejectRequest, reopenRequest } from '../requests/commands.server'
import { OverCapacityDialog } from '../requests/over-capacity-dialog'
import { PendingList } from '../requests/pending-list'
import { pendingRequests, recentlyRejected, requestsPerWeek } from '../requests/queries.server'
import { RejectDialog } from '../requests/reject-dialog'
import { RejectedList } from '../requests/rejected-list'
import { WeeklyChart } from '../requests/weekly-chart'
import { PageHead } from '../ui/page-head'
import type { Toast } from '../ui/toast'
import type { Route } from './+types/overview.screen'

export async function loader({ context, url }: Route.LoaderArgs) {
  const admin = adminFrom(context)
  const nothing = { total: 0, requests: [] }
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
  const requestsFailed = 'Impossibile caricare le richieste di iscrizione'
  const [pending, rejected, weeks, courses] = await Promise.all([
    orTell(pendingRequests(admin), nothing, requestsFailed),
    orTell(recentlyRejected(admin), [], requestsFailed),
    orTell(requestsPerWeek(admin), [], 'Impossibile caricare i dati'),
    orTell(managedCourses(admin), [], 'Impossibile caricare i corsi'),
  ])
  const wanted = url.searchParams.get('rifiuta')
  const toReject = pending.requests.find(({ id }) => id === wanted)
  if (wanted && !toReject) toasts.push(refused(explain({ ok: false, refusal: 'already-decided' })))
  return { pending, rejected, weeks, courses, toReject, now: new Date(), toasts }
}

export async function action({ request, context }: Route.ActionArgs) {
  const admin = adminFrom(context)
  const form = await readForm(request)
  const enrolment = String(form.get('enrolment') ?? '')
  switch (form.get('intent')) {
    case 'approve': {
      const decision = await approveRequest(admin, enrolment, {
        overCapacity: form.get('overCapacity') === '1',
      })
      if (!decision.ok && decision.refusal === 'full')
        return data({ full: enrolment, problem: undefined }, { status: 409 })
      return told(decision, { tone: 'success', title: 'Iscrizione approvata' })
    }
    case 'reject':
      return reject(admin, enrolment, String(form.get('reason') ?? ''))
    case 'reopen':
      return told(await reopenRequest(admin, enrolment), { tone: 'success', title: 'Richiesta riaperta' })
    default:
      throw data(null, { status: 400 })
  }
}

async function reject(admin: Admin, enrolment: string, reason: string) {
  const decision = await rejectRequest(admin, enrolment, reason)
  if (!decision.ok && decision.refusal === 'long-reason') {
    return data({ full: undefined, problem: explain(decision) }, { status: 400 })
  }
  const fields = { intent: 'reopen', enrolment }
  return told(decision, {
    tone: 'success',
    title: 'Iscrizione rifiutata',
    undo: { label: 'Riapri richiesta', action: '/admin', fields },
  })
}

function refused(sentence: string): Toast {
  return { tone: 'destructive', title: 'Errore', description: `Si è verificato un errore: ${sentence}` }
}

/** Back to the list, with what happened; a refused decision says why in the office's words. */
function told(decision: Decision, success: Toast) {
  return redirectWith('/admin', decision.ok ? success : refused(explain(decision)))
}

export default function Overview({ loaderData, actionData }: Route.ComponentProps) {
  const { pending, rejected, weeks, courses, toReject, now } = loaderData
  const full = pending.requests.find(({ id }) => id === actionData?.full)
  const dialog = useOutlet()
  return (
    <>
      {dialog ?? (
        <PageHead
          title="Pannello di Amministrazione"
          path="/admin"
          noindex
          error={actionData?.problem !== undefined}
        />
      )}
      <div className="admin-grid admin-row">
        <div>
          <PendingList pending={pending} now={now} />
          <RejectedList rejected={rejected} />
        </div>
        <WeeklyChart weeks={weeks} />
      </div>
      <section className="admin-row" aria-labelledby="gestione">
        <div className="admin-head">
          <h2 id="gestione">Gestione Corsi</h2>
          <Link className="link" to="/admin/mail">
            Email del sito
          </Link>
        </div>
        <CourseTable courses={courses} />
      </section>
      {toReject && <RejectDialog request={toReject} problem={actionData?.problem} />}
      {full && <OverCapacityDialog request={full} />}
    </>
  )
}
