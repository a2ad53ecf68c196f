import { href, Link, redirect, useLocation, useOutlet } from 'react-router'
import { staffFrom } from '../accounts/session/session.server'
import { CourseFilters } from '../courses/table/course-filters'
import { CourseButtons, CourseTable } from '../courses/table/course-table'
import { courseCounts, managedCourses } from '../courses/table/queries.server'
import { courseTablePage, courseTableQuery, tableView } from '../courses/table/rules'
import { answerButton, type ButtonResult, requestToReject } from '../enrolments/review/form-actions.server'
import { OpenQuestion } from '../enrolments/review/open-question'
import { PendingList } from '../enrolments/review/pending-list'
import { pendingRequests } from '../enrolments/review/queue.queries.server'
import { decidedIds, listAfter, withDecided } from '../enrolments/review/queue.rules'
import { readForm } from '../http/form.server'
import { loadSections } from '../http/toasts.server'
import { formatNumber } from '../italian/numbers'
import { formatPriceInBrief } from '../italian/prices'
import { lateSum } from '../payments/list.queries.server'
import { today } from '../runtime/clock'
import { hasErrors } from '../ui/forms/error-summary'
import { Icon } from '../ui/icon'
import { Toasts } from '../ui/overlays/toasts'
import { PageHead } from '../ui/page-head'
import type { Route } from './+types/overview.screen'

export async function loader({ context, url }: Route.LoaderArgs) {
  const staff = staffFrom(context)
  if (url.pathname === href('/admin') && [...url.searchParams.values()].includes('')) {
    throw redirect(courseTablePage(url.search)) // without a script a form sends its empty fields too
  }
  const { loadSection, respond } = loadSections()
  const view = tableView(url.searchParams)
  const requestsFailed = 'Impossibile caricare le richieste di iscrizione'
  const [pending, latePayments, courses, counts, question] = await Promise.all([
    loadSection(requestsFailed, pendingRequests(staff, decidedIds(url.searchParams)), null),
    loadSection('Impossibile caricare i pagamenti', lateSum(staff), null),
    loadSection('Impossibile caricare i corsi', managedCourses(staff, view), null),
    loadSection('Impossibile caricare i dati', courseCounts(staff, view.text), {}),
    loadSection(requestsFailed, requestToReject(staff, url.searchParams.get('rifiuta')), {}),
  ])
  const { toReject, toast } = question
  const pageData = {
    pending,
    latePayments,
    courses,
    counts,
    view,
    toReject,
    now: new Date(),
    today: today(),
  }
  return respond(pageData, ...(toast ? [toast] : []))
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const page = listAddress(url.search)
  return answerButton(staffFrom(context), request, await readForm(request), (intent, id) =>
    listAfter(page, intent, id),
  )
}

/** The address of the overview, with its filters and the requests that were decided there, which it still shows. */
function listAddress(search: string): string {
  return withDecided(courseTablePage(search), decidedIds(new URLSearchParams(search)))
}

export default function Overview({ loaderData, actionData }: Route.ComponentProps) {
  const { pending, latePayments, courses, counts, view, toReject, now } = loaderData
  const result: ButtonResult = actionData ?? {}
  const dialog = useOutlet()
  const { search } = useLocation()
  const [page, query] = [listAddress(search), courseTableQuery(search)]
  return (
    <>
      {result.toasts && <Toasts toasts={result.toasts} />}
      {dialog ?? (
        <PageHead
          title="Pannello di Amministrazione"
          path={href('/admin')}
          noindex
          error={hasErrors(result)}
        />
      )}
      <section className="admin-section" aria-labelledby="gestione">
        <div className="admin-head">
          <h2 id="gestione">Gestione Corsi</h2>
          <div className="actions course-acts">
            <Link className="button" to={`${href('/admin/iscrivi')}${query}`} preventScrollReset>
              Iscrivi Utente a Corso
            </Link>
            <CourseButtons />
          </div>
        </div>
        {pending && <PendingList pending={pending} now={now} page={page} isOpen={toReject !== undefined} />}
        {latePayments && latePayments.count > 0 && (
          <Link className="pending-strip" to={href('/admin/pagamenti')}>
            Pagamenti scaduti {formatNumber(latePayments.count)}
            <span className="few num">{formatPriceInBrief(latePayments.euros)}</span>
            <Icon name="right" />
          </Link>
        )}
        {courses && (
          <>
            <CourseFilters view={view} foundCount={courses.total} counts={counts} />
            <CourseTable found={courses} today={loaderData.today} />
          </>
        )}
      </section>
      <p>
        <Link className="link" to={href('/admin/decisioni')}>
          Ultime decisioni <Icon name="right" />
        </Link>
      </p>
      <OpenQuestion toReject={toReject} result={result} page={page} />
    </>
  )
}
