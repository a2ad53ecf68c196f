import { data, useRouteLoaderData } from 'react-router'
import type { Staff } from '../accounts/rules'
import { staffFrom } from '../accounts/session/session.server'
import { courseByKey, courseFrom, courseOrRedirect } from '../courses/office.queries.server'
import { phaseOf } from '../courses/phase.rules'
import type { StoredCourse } from '../courses/queries.server'
import { type CourseOutcome, explainCourseRefusal } from '../courses/refusals.rules'
import { SEARCH_LIMIT } from '../courses/rules'
import { courseTablePage, courseTableQuery } from '../courses/table/rules'
import { lastPostponementOf } from '../enrolments/mine/postponement.queries.server'
import { editionPage } from '../enrolments/pages.rules'
import { readForm } from '../http/form.server'
import { loadSections, readOrRedirect, redirectWith, withErrorToast } from '../http/toasts.server'
import { today } from '../runtime/clock'
import { OK } from '../runtime/outcome.rules'
import { hasErrors } from '../ui/forms/error-summary'
import { Toasts } from '../ui/overlays/toasts'
import { PageHead } from '../ui/page-head'
import { errorToast, type Toast } from '../ui/toast'
import type { Route } from './+types/overview.screen'
import { ConfirmedOrCancelled } from './confirmed-or-cancelled'
import type { loader as frameLoader } from './edition'
import { openMatters } from './edition.queries.server'
import { GraveActs } from './grave-acts'
import { JoinSeries } from './join-series'
import { Conditions, EditionTeachers, NextLesson } from './overview-facts'
import { KeyFigures } from './overview-figures'
import { refundsIfEditionCancelled } from './queries.server'
import { REMINDER_SWITCHES, type ReminderSwitch } from './reminders.rules'
import { RemindersSection } from './reminders-section'
import { joinSeries, leaveSeries } from './series.commands.server'
import { coursesToJoin } from './series.queries.server'
import { changeTerms, setReminders } from './terms.commands.server'
import { findContradictions, readTerms, writeTerms } from './terms.rules'
import { TermsForm, type TermsResult } from './terms-form'
import { ToDo } from './to-do'
import './overview.css'
import './series.css'

/** Loads the overview. `?cerca`: words in the title of a course to join. */
export async function loader({ params, context, url }: Route.LoaderArgs) {
  const staff = staffFrom(context)
  const page = courseTablePage(url.search)
  const edition = await courseOrRedirect(courseFrom(context, params.course), page)
  const { id, seriesId } = edition
  const searchText = (url.searchParams.get('cerca') ?? '').replaceAll('\0', '').trim().slice(0, SEARCH_LIMIT)
  const { loadSection, respond } = loadSections()
  const failed = 'Impossibile caricare i dati'
  const [matters, postponement, joinableCourses, refunds] = await Promise.all([
    readOrRedirect(page, failed, openMatters(staff, id)),
    loadSection(failed, lastPostponementOf(staff, id), undefined),
    loadSection(failed, coursesToJoin(staff, seriesId, searchText), []),
    loadSection(failed, refundsIfEditionCancelled(staff, id), []),
  ])
  const refundCents = refunds.reduce((sum, { total }) => sum + total, 0)
  return respond({
    edition,
    matters,
    postponement,
    joinableCourses,
    searchText,
    refundCents,
    today: today(),
  })
}

const FAILED = 'Si è verificato un errore'

export async function action({ request, params, context, url }: Route.ActionArgs) {
  const staff = staffFrom(context)
  const form = await readForm(request)
  const intent = form.get('intent')
  const terms = termsFrom(form)
  const answer = async () => {
    const course = await courseByKey(staff, params.course)
    if (!course) throw data(null, { status: 404 })
    const back = editionPage(course.id) + courseTableQuery(url.search)
    const redirectBack = (outcome: CourseOutcome, title: string, description?: string) =>
      redirectWith(
        back,
        outcome.ok
          ? { tone: 'success', title, description }
          : errorToast(`${FAILED}: ${explainCourseRefusal(outcome)}`),
      )
    switch (intent) {
      case 'terms':
        return (await refusedTerms(staff, course, terms)) ?? redirectBack(OK, 'Edizione aggiornata')
      case 'reminders': {
        // A colleague may have switched the other e-mail meanwhile.
        const isChanged = (column: ReminderSwitch) => form.has(column) !== form.has(`${column}Before`)
        const reminders = Object.fromEntries(
          REMINDER_SWITCHES.filter(isChanged).map((column) => [column, form.has(column)]),
        )
        return redirectBack(await setReminders(staff, course.id, reminders), 'Edizione aggiornata')
      }
      case 'join': {
        const joined = await joinSeries(staff, course.id, String(form.get('course')))
        return redirectBack(
          joined,
          'Corso unito',
          joined.ok ? `Ora è un’edizione di «${joined.title}».` : undefined,
        )
      }
      case 'leave':
        return redirectBack(await leaveSeries(staff, course.id), 'Edizione separata')
      default:
        throw data(null, { status: 400 })
    }
  }
  return withErrorToast(FAILED, answer, intent === 'terms' ? terms : undefined)
}

/** Returns a sent form of the terms as it is shown again. */
function termsFrom(form: FormData): TermsResult {
  const field = (name: string) => String(form.get(name) ?? '').slice(0, 200)
  return {
    text: { minParticipants: field('minParticipants'), confirmBy: field('confirmBy') },
    before: { minParticipants: field('minParticipantsBefore'), confirmBy: field('confirmByBefore') },
  }
}

/** Changes the terms; returns the form to be shown again if they are refused. */
async function refusedTerms(staff: Staff, course: StoredCourse, { text, before }: TermsResult) {
  const { terms, errors } = readTerms(text)
  const allErrors = { ...findContradictions(terms, course, today()), ...errors }
  if (Object.keys(allErrors).length > 0)
    return data<TermsResult>({ text, before, errors: allErrors }, { status: 400 })
  const changed = await changeTerms(staff, course.id, terms, readTerms(before).terms)
  if (changed.ok) return undefined
  const stored = await courseByKey(staff, course.id)
  const problem = `Impossibile salvare: ${explainCourseRefusal(changed)}`
  return data<TermsResult>({ text, before: stored ? writeTerms(stored) : before, problem }, { status: 409 })
}

export default function OverviewScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { edition, matters, today } = loaderData
  const editions = useRouteLoaderData<typeof frameLoader>('editions/edition')?.editions
  const result: (Partial<TermsResult> & { toasts?: Toast[] }) | undefined = actionData
  const phase = phaseOf(edition, today)
  const isCancelled = phase === 'cancelled'
  return (
    <>
      {result?.toasts && <Toasts toasts={result.toasts} />}
      <PageHead title={`Panoramica: ${edition.title}`} noindex error={hasErrors(result)} />
      <ConfirmedOrCancelled edition={edition} today={today} />
      <div className="overview">
        <div>
          <KeyFigures edition={edition} matters={matters} today={today} />
          {!isCancelled && (
            <>
              <ToDo
                edition={edition}
                matters={matters}
                postponement={loaderData.postponement}
                today={today}
              />
              <NextLesson edition={edition} today={today} />
            </>
          )}
        </div>
        <aside>
          <Conditions edition={edition} today={today}>
            {!isCancelled && (
              <TermsForm edition={edition} result={result?.text ? (result as TermsResult) : undefined} />
            )}
          </Conditions>
          <EditionTeachers teachers={edition.teachers} />
          {!isCancelled && <RemindersSection edition={edition} />}
        </aside>
      </div>
      <GraveActs course={edition.id} phase={phase} matters={matters} refundCents={loaderData.refundCents}>
        <JoinSeries
          joinableCourses={loaderData.joinableCourses}
          searchText={loaderData.searchText}
          isOnlyEdition={editions?.length === 1}
        />
      </GraveActs>
    </>
  )
}
