import { href, Link, redirect, useLocation, useOutlet } from 'react-router'
import { adminFrom } from '../accounts/session/session.server'
import { contactsToHandle, newestContacts } from '../contacts/admin/queries.server'
import { CourseFilters } from '../courses/table/course-filters'
import { CourseButtons, CourseTable } from '../courses/table/course-table'
import { coursesAtAGlance, managedCourses, nextToFill } from '../courses/table/queries.server'
import { pageBelow, pageQuery, tableView } from '../courses/table/rules'
import { SeatsChart } from '../courses/table/seats-chart'
import { answerButton, type ButtonResult, requestToReject } from '../enrolments/review/form-actions.server'
import { OpenQuestion } from '../enrolments/review/open-question'
import { PendingList } from '../enrolments/review/pending-list'
import { recentlyRejected, requestsPerWeek } from '../enrolments/review/queries.server'
import { pendingRequests } from '../enrolments/review/queue.queries.server'
import { decidedIds, listAfter, withDecided } from '../enrolments/review/queue.rules'
import { RejectedList } from '../enrolments/review/rejected-list'
import { WeeklyChart } from '../enrolments/review/weekly-chart'
import { peopleToCall } from '../enrolments/waiting-list/list.queries.server'
import { readForm } from '../http/form.server'
import { loadSections } from '../http/toasts.server'
import { InterestList } from '../interests/interest-list'
import { interestsByCourse } from '../interests/queries.server'
import { today } from '../runtime/clock'
import { Toasts } from '../ui/overlays/toasts'
import { PageHead } from '../ui/page-head'
import { LatestDecisions } from '../undo/latest'
import { latestDecisions } from '../undo/queries.server'
import type { Route } from './+types/overview.screen'
import { NewestContacts, Today } from './today'
import { undeliveredEmails } from './today.queries.server'
import './overview.css'

export async function loader({ context, url }: Route.LoaderArgs) {
  const admin = adminFrom(context)
  if (url.pathname === href('/admin') && [...url.searchParams.values()].includes('')) {
    throw redirect(pageBelow(url.search)) // what a form without a script leaves empty
  }
  const { loadSection, respond } = loadSections()
  const view = tableView(url.searchParams)
  const requestsFailed = 'Impossibile caricare le richieste di iscrizione'
  const coursesFailed = 'Impossibile caricare i corsi'
  const dataFailed = 'Impossibile caricare i dati'
  const [
    decisions,
    pending,
    calls,
    rejected,
    weeks,
    courses,
    glance,
    filling,
    waited,
    contacts,
    written,
    unsent,
  ] = await Promise.all([
    loadSection(dataFailed, latestDecisions(admin), []),
    loadSection(requestsFailed, pendingRequests(admin, decidedIds(url.searchParams)), null),
    loadSection(dataFailed, peopleToCall(admin), []),
    loadSection(requestsFailed, recentlyRejected(admin), []),
    loadSection(dataFailed, requestsPerWeek(admin), null),
    loadSection(coursesFailed, managedCourses(admin, view), null),
    loadSection(coursesFailed, coursesAtAGlance(admin), null),
    loadSection(coursesFailed, nextToFill(admin), []),
    loadSection(dataFailed, interestsByCourse(admin), []),
    loadSection(dataFailed, newestContacts(admin), []),
    loadSection(dataFailed, contactsToHandle(admin), null),
    loadSection(dataFailed, undeliveredEmails(admin), null),
  ])
  const isCounted = pending !== null && glance !== null && written !== null && unsent !== null
  const counts = isCounted && {
    ...glance,
    pending: pending.total,
    late: pending.late,
    written,
    undelivered: unsent,
  }
  const question = requestToReject(admin, url.searchParams.get('rifiuta'))
  const { toReject, toast } = await loadSection(requestsFailed, question, {})
  const lists = { decisions, pending, calls, rejected, weeks, courses, filling, waited, contacts }
  const shown = { ...lists, view, counts, toReject }
  return respond({ ...shown, now: new Date(), today: today() }, ...(toast ? [toast] : []))
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const page = listAddress(url.search)
  return answerButton(adminFrom(context), request, await readForm(request), (intent, id) =>
    listAfter(page, intent, id),
  )
}

/** The address of the overview, with the requests that were decided on it. */
function listAddress(search: string): string {
  return withDecided(pageBelow(search), decidedIds(new URLSearchParams(search)))
}

export default function Overview({ loaderData, actionData }: Route.ComponentProps) {
  const { decisions, pending, rejected, weeks, courses, filling, waited, contacts } = loaderData
  const { view, counts, toReject, now } = loaderData
  const result: ButtonResult = actionData ?? {}
  const over = useOutlet()
  const { search } = useLocation()
  const [page, query] = [listAddress(search), pageQuery(search)]
  return (
    <>
      {result.toasts && <Toasts toasts={result.toasts} />}
      {over ?? (
        <PageHead
          title="Pannello di Amministrazione"
          path={href('/admin')}
          noindex
          error={result.problem !== undefined}
        />
      )}
      {counts && <Today counts={counts} calls={loaderData.calls} />}
      <LatestDecisions decisions={decisions} now={now} />
      <div className="admin-parts admin-row">
        <div className="admin-grid">
          <div>
            {pending && <PendingList pending={pending} now={now} page={page} />}
            <RejectedList rejected={rejected} page={page} />
          </div>
          <div className="admin-side">
            {weeks && <WeeklyChart weeks={weeks} />}
            <SeatsChart courses={filling} />
            <InterestList courses={waited} />
            <NewestContacts contacts={contacts} />
          </div>
        </div>
      </div>
      <section className="admin-row" aria-labelledby="gestione">
        <div className="admin-head">
          <h2 id="gestione">Gestione Corsi</h2>
          <div className="actions">
            <Link className="button" to={`${href('/admin/iscrivi')}${query}`} preventScrollReset>
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
      </section>
      <OpenQuestion toReject={toReject} result={result} page={page} />
    </>
  )
}
