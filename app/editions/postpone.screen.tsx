import { data, Link } from 'react-router'
import { staffFrom } from '../accounts/session/session.server'
import { HolidaysNote } from '../courses/holidays-note'
import { hasBegun } from '../courses/rules'
import { SessionReadings } from '../courses/session-readings'
import { postponementWarnings } from '../courses/session-warnings.rules'
import { undoPeriodInWords } from '../enrolments/decision.rules'
import { lastPostponementOf } from '../enrolments/mine/postponement.queries.server'
import { editionPage } from '../enrolments/pages.rules'
import { AnswersLine } from '../enrolments/roster/answers-line'
import { editionToast } from '../enrolments/undo-toast.server'
import { readForm } from '../http/form.server'
import { redirectWith, withErrorToast } from '../http/toasts.server'
import { formatCount } from '../italian/numbers'
import { readSessions } from '../parsing/session-lines.rules'
import { type SessionFacts, spanOf, writeSessions } from '../parsing/sessions.rules'
import { today } from '../runtime/clock'
import { holidaySentences } from '../site/opening.server'
import { ErrorSummary, type FieldErrors } from '../ui/forms/error-summary'
import { Field, TextArea } from '../ui/forms/field'
import { Form } from '../ui/forms/form'
import { loadAfterConflict } from '../ui/forms/load-after-conflict'
import { QuestionActions, QuestionPage } from '../ui/overlays/question-page'
import type { Route } from './+types/postpone.screen'
import { postponeEdition } from './commands.server'
import { editionToDecide } from './edition.queries.server'
import { EditionPeople } from './edition-people'
import { SessionsBeforeAfter } from './moved-sessions'
import { type EditionRefusal, explainEditionRefusal, moveSessionsToCome, proposedAnswerBy } from './rules'

const TITLE = 'Rinvia l’edizione'

/** Loads the form. `?giorni`: it begins with the sessions so many days later (one of `DAYS_LATER`). */
export async function loader({ params, context, url }: Route.LoaderArgs) {
  const staff = staffFrom(context)
  const edition = await editionToDecide(staff, params.course)
  const { id, sessions } = edition.course
  const days = DAYS_LATER.find((choice) => String(choice) === url.searchParams.get('giorni'))
  return {
    ...edition,
    before: writeSessions(sessions),
    moved: days === undefined ? undefined : { days, ...movedLater(sessions, days) },
    lastPostponement: await lastPostponementOf(staff, id),
    today: today(),
  }
}

/** By how many days the buttons of the form move the sessions that have not begun. */
const DAYS_LATER = [7, 14]

/** Sentences about public holidays on which sessions fall; those on which one fell before are left out. */
function holidayWarnings(sessions: readonly SessionFacts[], before: readonly SessionFacts[]): string[] {
  const knownSentences = holidaySentences(before)
  return holidaySentences(sessions).filter((sentence) => !knownSentences.includes(sentence))
}

/** What the form shows if the sessions that have not begun are moved by so many days. */
function movedLater(before: readonly SessionFacts[], days: number) {
  const day = today()
  const moved = moveSessionsToCome(before, days, new Date())
  const first = spanOf(moved.filter(({ startDate }) => startDate > day)).startDate
  return {
    sessions: writeSessions(moved),
    answerBy: first ? proposedAnswerBy(first, day) : '',
    holidays: holidayWarnings(moved, before),
  }
}

/**
 * Stands above the warnings of a refused form. The form then sends the warnings as `confirmed`, and the next attempt is
 * not refused for them again.
 */
const CONFIRM_WARNINGS = 'Controlla le date, oppure rinvia comunque'

/** The field at which a refusal is shown; others concern the whole form. */
const FIELD_OF_REFUSAL: Partial<Record<EditionRefusal, 'sessions' | 'answerBy'>> = {
  'no-sessions': 'sessions',
  unreadable: 'sessions',
  unchanged: 'sessions',
  past: 'sessions',
  'answer-late': 'answerBy',
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const staff = staffFrom(context)
  const form = await readForm(request)
  const typed = {
    sessions: String(form.get('sessions') ?? ''),
    answerBy: form.has('answerBy') ? String(form.get('answerBy')) : undefined,
    /** The sessions with which the form began. */
    before: String(form.get('before') ?? ''),
  }
  const { course } = await editionToDecide(staff, params.course)
  const before = course.sessions
  const back = editionPage(course.id)
  const confirmed = form.getAll('confirmed').map(String)
  const readings = readSessions(typed.sessions)
  const sessions = readings.flatMap(({ session }) => session ?? [])
  const isReadable = sessions.length === readings.length
  // With an unreadable line there are no warnings, since `postponeEdition` refuses the form.
  const warnings = isReadable
    ? [...postponementWarnings(sessions, today(), before), ...holidayWarnings(sessions, before)]
    : []
  if (warnings.some((sentence) => !confirmed.includes(sentence))) {
    const errors: Record<string, string> = { sessions: warnings.join('. ') }
    return data({ typed, errors, problem: CONFIRM_WARNINGS, confirmed: warnings }, { status: 400 })
  }
  const answer = async () => {
    const decided = await postponeEdition(staff, course.id, typed)
    if (!decided.ok) {
      const field = FIELD_OF_REFUSAL[decided.refusal]
      const sentence = explainEditionRefusal(decided.refusal)
      const errors: Record<string, string> = field ? { [field]: sentence } : {}
      const isStale = decided.refusal === 'stale'
      // The next attempt begins with the sessions that this page now shows.
      const shown = isStale ? { ...typed, before: writeSessions(before) } : typed
      return data(
        { typed: shown, isStale, errors, problem: sentence, confirmed },
        { status: field ? 400 : 409 },
      )
    }
    return redirectWith(back, editionToast('Edizione rinviata', course, decided, back))
  }
  return withErrorToast('Impossibile rinviare l’edizione', answer, { typed, confirmed })
}

/**
 * A form that was not saved. `confirmed`: the warnings that the next attempt is not refused for; `isStale`: somebody
 * has changed the sessions since the form began, and `typed.before` has the new ones.
 */
type PostponementResult = {
  typed: { sessions: string; answerBy: string | undefined; before: string }
  confirmed: string[]
  isStale?: boolean
  errors?: FieldErrors
  problem?: string
}

export const shouldRevalidate = loadAfterConflict

export default function PostponeScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { course, participants, involved, undoMinutes, before, moved, lastPostponement, refusal, today } =
    loaderData
  const result: PostponementResult | undefined = actionData
  const sessions = result?.typed.sessions ?? moved?.sessions ?? before
  const sessionsBefore = result?.typed.before ?? before
  return (
    <QuestionPage
      title={TITLE}
      back={editionPage(course.id)}
      about={
        <>
          <EditionPeople edition={loaderData} />
          {lastPostponement && <AnswersLine course={course.id} postponement={lastPostponement} />}
        </>
      }
      result={actionData}
      refusal={refusal}
    >
      <Form method="post" className="form">
        <ErrorSummary result={result} errors={result?.errors} problem={result?.problem} />
        <input type="hidden" name="before" value={sessionsBefore} />
        {(result?.confirmed ?? moved?.holidays)?.map((sentence) => (
          <input key={sentence} type="hidden" name="confirmed" value={sentence} />
        ))}
        <p>
          {participants === 0
            ? 'Nessuno partecipa ancora: cambiano solo le date.'
            : `${formatCount(participants, 'persona riceve', 'persone ricevono')} un’email che chiede se le nuove date vanno bene${undoPeriodInWords(undoMinutes)}.`}
          {involved > participants && ' Chi aspetta una risposta riceve le nuove date.'}
          {hasBegun(course, today) && ' Le sessioni già tenute possono restare.'}
        </p>
        <TextArea
          label="Nuove sessioni"
          name="sessions"
          rows={6}
          hint="Una sessione per riga: 10/03/2027 9:00-18:00 (8 ore)."
          key={sessions}
          defaultValue={sessions}
          error={result?.errors?.sessions}
        />
        <div className="actions">
          {DAYS_LATER.map((days) => (
            <Link
              key={days}
              className="button button-small"
              to={`?giorni=${days}`}
              aria-current={(moved && !result && days === moved.days) || undefined}
              preventScrollReset
            >
              +{days} giorni
            </Link>
          ))}
          <span className="hint">
            {hasBegun(course, today)
              ? 'Sposta insieme le sessioni da tenere'
              : 'Sposta insieme tutte le sessioni'}
            , alla stessa ora. Prima di salvare vedi le nuove date.
          </span>
        </div>
        {/* A screen reader announces only what changes in a region that is there before. */}
        <div aria-live="polite" className={moved && !result ? undefined : 'visually-hidden'}>
          {moved && !result && (
            <>
              <p>
                <b>Le nuove date, non ancora salvate:</b>
              </p>
              <HolidaysNote holidays={moved.holidays} />
              <SessionsBeforeAfter before={before} after={sessions} />
            </>
          )}
        </div>
        {result &&
          (result.isStale ? (
            <SessionsBeforeAfter before={sessionsBefore} after={sessions} />
          ) : (
            <div className="understood">
              <SessionReadings text={sessions} />
            </div>
          ))}
        {participants > 0 && (
          <Field
            label="Risposta entro"
            name="answerBy"
            type="date"
            key={moved?.answerBy}
            defaultValue={result?.typed.answerBy ?? moved?.answerBy}
            error={result?.errors?.answerBy}
          />
        )}
        <QuestionActions back={editionPage(course.id)} busy="Rinvio...">
          {result?.problem === CONFIRM_WARNINGS ? 'Rinvia comunque' : TITLE}
        </QuestionActions>
      </Form>
    </QuestionPage>
  )
}
