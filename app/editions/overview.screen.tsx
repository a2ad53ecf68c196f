import { data, useRouteLoaderData } from 'react-router'
import type { Staff } from '../accounts/rules'
import { staffFrom } from '../accounts/session/session.server'
import { isBelowMinimum, proposalOf } from '../courses/minimum.rules'
import { courseByKey, courseFrom, courseOrRedirect } from '../courses/office.queries.server'
import { lessonProgress, nextLesson, phaseOf } from '../courses/phase.rules'
import type { StoredCourse } from '../courses/queries.server'
import { earlyBirdPrice, isAtOwnPace, SEARCH_LIMIT } from '../courses/rules'
import { courseTablePage, courseTableQuery } from '../courses/table/rules'
import { lastPostponementOf } from '../enrolments/mine/postponement.queries.server'
import { editionPage } from '../enrolments/pages.rules'
import { readForm } from '../http/form.server'
import { loadSections, redirectWith, withErrorToast } from '../http/toasts.server'
import { today } from '../runtime/clock'
import { hasErrors } from '../ui/forms/error-summary'
import { Toasts } from '../ui/overlays/toasts'
import { PageHead } from '../ui/page-head'
import { errorToast, type Toast } from '../ui/toast'
import type { Route } from './+types/overview.screen'
import { ConfirmedOrCancelled } from './confirmed-or-cancelled'
import type { loader as frameLoader } from './edition'
import { openMatters } from './edition.queries.server'
import { EditionTable } from './edition-table'
import { GraveActs } from './grave-acts'
import { JoinSeries } from './join-series'
import { Conditions, EditionTeachers, NextLesson } from './overview-facts'
import { KeyFigures } from './overview-figures'
import { refundsIfEditionCancelled } from './queries.server'
import { RemindersSection, type SentReminders } from './reminders-form'
import { joinSeries, leaveSeries } from './series.commands.server'
import { coursesToJoin } from './series.queries.server'
import { explainSeriesRefusal } from './series.rules'
import { changeTerms, setReminders } from './terms.commands.server'
import { explainTermsRefusal, findContradictions, readTerms, writeTerms } from './terms.rules'
import { TermsFold, type TermsResult } from './terms-form'
import { ToDo } from './to-do'
import './overview.css'
import './series.css'

export async function loader({ params, context, url }: Route.LoaderArgs) {
  const staff = staffFrom(context)
  const edition = await courseOrRedirect(courseFrom(context, params.course), courseTablePage(url.search))
  const { id, slug, title, seriesId, sessions } = edition
  const { loadSection, respond } = loadSections()
  const searchText = (url.searchParams.get('cerca') ?? '').replaceAll('\0', '').trim().slice(0, SEARCH_LIMIT)
  const day = today()
  const [matters, postponement, joinableCourses, refunds] = await Promise.all([
    loadSection('Impossibile caricare i dati', openMatters(staff, id), undefined),
    loadSection('Impossibile caricare i dati', lastPostponementOf(staff, id), undefined),
    loadSection('Impossibile caricare i corsi', coursesToJoin(staff, seriesId, searchText), []),
    loadSection('Impossibile caricare i dati', refundsIfEditionCancelled(staff, id), []),
  ])
  const { done, all } = lessonProgress(sessions, day)
  return respond({
    course: {
      id,
      slug,
      title,
      startDate: edition.startDate,
      endDate: edition.endDate,
      location: edition.location,
      maxPartecipanti: edition.maxPartecipanti,
    },
    seats: {
      people: edition.peopleEnrolled,
      isCancelled: edition.cancelledAt !== null,
      offered: edition.seatsTaken - edition.peopleEnrolled,
      most: edition.maxPartecipanti,
      least: edition.minParticipants,
    },
    lessons: { done, all, next: nextLesson(sessions, day) ?? null },
    needsDates: all === 0 && !isAtOwnPace(edition),
    prices: {
      price: edition.price,
      early: earlyBirdPrice(edition, day),
      instalments: edition.paymentInstallments,
    },
    teachers: edition.teachers,
    status: {
      phase: phaseOf(edition, day),
      confirmedAt: edition.confirmedAt,
      cancelledAt: edition.cancelledAt,
      cancelReason: edition.cancelReason,
      proposal: proposalOf(edition, day),
      awaitsMinimum: isBelowMinimum(edition),
    },
    terms: { minParticipants: edition.minParticipants, confirmBy: edition.confirmBy },
    reminders: { joiningEmail: edition.joiningEmail, thanksEmail: edition.thanksEmail },
    matters,
    postponement,
    joinableCourses,
    refundCents: refunds.reduce((sum, { total }) => sum + total, 0),
    searchText,
    today: day,
  })
}

const FAILED = 'Si è verificato un errore'

export async function action({ request, params, context, url }: Route.ActionArgs) {
  const staff = staffFrom(context)
  const form = await readForm(request)
  const typed = form.get('intent') === 'terms' ? typedTerms(form) : undefined
  const sentReminders = {
    wanted: { joiningEmail: form.has('joiningEmail'), thanksEmail: form.has('thanksEmail') },
    before: { joiningEmail: form.has('joiningEmailBefore'), thanksEmail: form.has('thanksEmailBefore') },
  }
  const answer = async () => {
    const course = await courseByKey(staff, params.course)
    if (!course) throw data(null, { status: 404 })
    const redirectBack = (toast: Toast) =>
      redirectWith(editionPage(course.id) + courseTableQuery(url.search), toast)
    if (typed) return answerTerms(staff, course, typed, redirectBack)
    switch (form.get('intent')) {
      case 'reminders': {
        const { wanted, before } = sentReminders
        const set = await setReminders(staff, course.id, wanted, before)
        return redirectBack(
          set.ok ? { tone: 'success', title: 'Edizione aggiornata' } : failureToast(explainTermsRefusal(set)),
        )
      }
      case 'join':
        return redirectBack(await joinToast(staff, course.id, String(form.get('course'))))
      case 'leave': {
        const left = await leaveSeries(staff, course.id)
        return redirectBack(
          left.ok
            ? { tone: 'success', title: 'Edizione separata' }
            : failureToast(explainSeriesRefusal(left)),
        )
      }
      default:
        throw data(null, { status: 400 })
    }
  }
  return withErrorToast(FAILED, answer, form.get('intent') === 'reminders' ? { sentReminders } : typed)
}

const failureToast = (sentence: string) => errorToast(`${FAILED}: ${sentence}`)

/** Returns a sent form of the terms as it is shown again. */
function typedTerms(form: FormData): TermsResult {
  const field = (name: string) => String(form.get(name) ?? '').slice(0, 200)
  return {
    text: { minParticipants: field('minParticipants'), confirmBy: field('confirmBy') },
    before: { minParticipants: field('minParticipantsBefore'), confirmBy: field('confirmByBefore') },
  }
}

/** Answers the form of the terms. `redirectBack`: redirects to the page with a toast. */
async function answerTerms(
  staff: Staff,
  course: StoredCourse,
  { text, before }: TermsResult,
  redirectBack: (toast: Toast) => Promise<Response>,
) {
  const { terms, errors } = readTerms(text)
  const allErrors = { ...findContradictions(terms, course, today()), ...errors }
  if (Object.keys(allErrors).length > 0)
    return data<TermsResult>({ text, before, errors: allErrors }, { status: 400 })
  const changed = await changeTerms(staff, course.id, terms, readTerms(before).terms)
  if (changed.ok) return redirectBack({ tone: 'success', title: 'Edizione aggiornata' })
  const stored = await courseByKey(staff, course.id)
  const problem = `Impossibile salvare: ${explainTermsRefusal(changed)}`
  return data<TermsResult>({ text, before: stored ? writeTerms(stored) : before, problem }, { status: 409 })
}

/** How many people the toast names. */
const MOST_NAMED = 5

/** Joins the course to another one and returns the toast that says so, with the people who are in both. */
async function joinToast(staff: Staff, courseId: string, otherId: string): Promise<Toast> {
  const joined = await joinSeries(staff, courseId, otherId)
  if (!joined.ok) return failureToast(explainSeriesRefusal(joined))
  const { title, peopleInBoth } = joined
  const unnamed = peopleInBoth.length - MOST_NAMED
  const others = unnamed > 0 ? ` e ${unnamed === 1 ? 'un’altra persona' : `altre ${unnamed}`}` : ''
  const peopleSentence =
    peopleInBoth.length > 0 &&
    `In più di un’edizione: ${peopleInBoth.slice(0, MOST_NAMED).join(', ')}${others}.`
  const description = [`Ora è un’edizione di «${title}».`, peopleSentence].filter(Boolean).join(' ')
  return { tone: 'success', title: 'Corso unito', description }
}

type OverviewResult = Partial<TermsResult> & { sentReminders?: SentReminders; toasts?: Toast[] }

export default function OverviewScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { course, seats, lessons, status, terms, reminders, today } = loaderData
  const editions = useRouteLoaderData<typeof frameLoader>('editions/edition')?.editions
  const result: OverviewResult | undefined = actionData
  const isCancelled = status.phase === 'cancelled'
  return (
    <>
      {result?.toasts && <Toasts toasts={result.toasts} />}
      <PageHead title={`Panoramica: ${course.title}`} noindex error={hasErrors(result)} />
      <ConfirmedOrCancelled course={course.id} status={status} />
      <div className="overview">
        <div>
          <KeyFigures course={course.id} seats={seats} lessons={lessons} matters={loaderData.matters} />
          {!isCancelled && (
            <ToDo
              course={course.id}
              proposal={status.proposal}
              phase={status.phase}
              matters={loaderData.matters}
              people={seats.people}
              postponement={loaderData.postponement}
              needsDates={loaderData.needsDates}
              today={today}
            />
          )}
          {!isCancelled && <NextLesson course={course} lesson={lessons.next} today={today} />}
          {editions && editions.length > 1 && (
            <EditionTable editions={editions} current={course} today={today} />
          )}
        </div>
        <aside>
          <Conditions course={course.id} prices={loaderData.prices} terms={terms}>
            {!isCancelled && (
              <TermsFold
                course={course}
                stored={writeTerms(terms)}
                result={
                  result?.text && result.before
                    ? { ...result, text: result.text, before: result.before }
                    : undefined
                }
              />
            )}
          </Conditions>
          <EditionTeachers teachers={loaderData.teachers} />
          {!isCancelled && (
            <RemindersSection
              switches={reminders}
              sent={result?.sentReminders}
              edition={course}
              awaitsMinimum={status.awaitsMinimum}
            />
          )}
        </aside>
      </div>
      <GraveActs
        course={course.id}
        phase={status.phase}
        matters={loaderData.matters}
        refundCents={loaderData.refundCents}
      >
        <JoinSeries
          joinableCourses={loaderData.joinableCourses}
          searchText={loaderData.searchText}
          isOnlyEdition={editions?.length === 1}
        />
      </GraveActs>
    </>
  )
}
