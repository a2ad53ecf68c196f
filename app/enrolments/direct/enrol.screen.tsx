import { data, href, redirect, useLocation } from 'react-router'
import { z } from 'zod'
import * as fields from '../../accounts/fields'
import { suggestPeople } from '../../accounts/queries.server'
import { EMAIL_MAX, type Staff } from '../../accounts/rules'
import { staffFrom } from '../../accounts/session/session.server'
import { SEARCH_LIMIT } from '../../courses/rules'
import { courseTablePage, courseTableQuery } from '../../courses/table/rules'
import { asksForData, readForm } from '../../http/form.server'
import { NO_RESPONSE, redirectWith } from '../../http/toasts.server'
import { formatCount } from '../../italian/numbers'
import { isId } from '../../parsing/text.rules'
import { log } from '../../runtime/log.server'
import { fieldErrors } from '../../ui/forms/error-summary'
import { Dialog } from '../../ui/overlays/dialog'
import { PageHead } from '../../ui/page-head'
import { queryWith } from '../../ui/query'
import type { Toast } from '../../ui/toast'
import { recentDecisions } from '../review/queries.server'
import { undoButton } from '../undo-toast.server'
import type { Route } from './+types/enrol.screen'
import { type DirectEnrolmentOutcome, enrolPerson } from './enrol.commands.server'
import {
  type CourseEnrolOutcome,
  chosenCourses,
  coursesToChoose,
  enrolOutcomesOf,
} from './enrol.queries.server'
import { DirectEnrolForm, type EnrolFormFacts } from './enrol-form'
import { EnrolOutcomePanel, EnrolOverCapacity } from './enrol-outcome'
import { ENROL_MOST } from './rules'
import './enrol.css'

const TITLE = 'Iscrivi Utente a Corso'
const FAILED = 'Errore iscrizione'

const EnrolForm = z.object({
  email: z
    .string('Scrivi l’email dell’utente')
    .trim()
    .min(1, 'Scrivi l’email dell’utente')
    .pipe(fields.email),
  course: z
    .array(z.string())
    .min(1, 'Seleziona almeno un corso')
    .max(ENROL_MOST, `Seleziona al massimo ${ENROL_MOST} corsi alla volta`),
})

/**
 * Parameters of the address: `corso` selected courses, `email` of the person. With `persona`, an id, the page shows the
 * result: `ora` are the courses in which the person has just been enrolled, `corso` the others; with `lascia` it does
 * not ask about the full ones.
 */
export async function loader({ context, url }: Route.LoaderArgs) {
  const staff = staffFrom(context)
  const ids = (name: string) => url.searchParams.getAll(name).filter(isId).slice(0, ENROL_MOST)
  const personId = url.searchParams.get('persona') ?? ''
  const justEnrolled = ids('ora')
  if (/^[\w-]{1,64}$/.test(personId)) {
    const enrolments = await enrolOutcomesOf(staff, personId, [
      ...new Set([...justEnrolled, ...ids('corso')]),
    ])
    if (!enrolments) throw data(null, { status: 404 })
    const results = enrolments.outcomes.map((outcome) => ({
      ...outcome,
      isNew: justEnrolled.includes(outcome.id),
    }))
    const asksAboutFull = !url.searchParams.has('lascia')
    return { person: enrolments.person, results, asksAboutFull, facts: undefined }
  }
  const email = (url.searchParams.get('email') ?? '').replaceAll('\0', '').slice(0, EMAIL_MAX)
  const facts = await formFacts(staff, { email, search: '', chosenIds: ids('corso') })
  return data({ facts }, { status: facts.courses ? 200 : 503 })
}

/**
 * The facts of the form: the chosen courses first, then those that the search suggests. Courses that cannot be chosen
 * are left out. After a fault the courses are null and no people are suggested, so that the form keeps what was typed.
 */
async function formFacts(
  staff: Staff,
  typed: { email: string; search: string; chosenIds: string[] },
): Promise<EnrolFormFacts> {
  const read = await withLoggedFault(() =>
    Promise.all([
      coursesToChoose(staff, typed.search),
      chosenCourses(staff, typed.chosenIds),
      typed.email ? suggestPeople(staff, typed.email.split('@')[0] ?? '') : [],
    ]),
  )
  if (!read) return { ...typed, courses: null, people: [] }
  const [found, chosen, people] = read
  const suggestions = found.filter(({ id }) => !chosen.some((course) => course.id === id))
  return { ...typed, chosenIds: chosen.map(({ id }) => id), courses: [...chosen, ...suggestions], people }
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const staff = staffFrom(context)
  const form = await readForm(request)
  const courseIds = form.getAll('course').map(String)
  const email = String(form.get('email') ?? '')
  const search = String(form.get('cerca') ?? '')
    .replaceAll('\0', '')
    .slice(0, SEARCH_LIMIT)
  const formAgain = async (
    result: { errors?: ReturnType<typeof fieldErrors>; problem?: string; newPersonPage?: string },
    status: number,
  ) => {
    const facts = await formFacts(staff, { email, search, chosenIds: courseIds.slice(0, ENROL_MOST) })
    return data({ ...result, facts }, { status: facts.courses ? status : 503 })
  }

  if (form.get('intent') === 'search') return formAgain({}, 200)
  const typed = EnrolForm.safeParse({ email, course: courseIds })
  if (!typed.success) return formAgain({ errors: fieldErrors(typed.error) }, 400)

  const enrolled = await withLoggedFault(() =>
    enrolPerson(staff, typed.data.email, typed.data.course, {
      overCapacity: form.get('overCapacity') === '1',
    }),
  )
  if (!enrolled) return formAgain({ problem: NO_RESPONSE }, 503)
  if (!enrolled.ok) {
    const typedFields = queryWith('', { email: typed.data.email, corso: typed.data.course })
    const newPersonPage = href('/admin/people/nuova') + typedFields
    return formAgain(
      { errors: { email: 'Utente non trovato' }, problem: 'Utente non trovato', newPersonPage },
      400,
    )
  }
  return redirectToResult(staff, enrolled, typed.data.email, url.searchParams, {
    mayRepeat: !asksForData(request),
  })
}

/** Runs `work`; a fault is logged and gives undefined. */
async function withLoggedFault<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (fault) {
    log.error({ err: fault }, 'direct enrolment failed')
  }
}

/**
 * Redirects to the result. If the form answered the question about full courses, the result also has the courses of the
 * form before. `query`: of the address to which the form was posted; `mayRepeat`: the form may come twice, which gets
 * the answer of the first time in a neutral tone.
 */
async function redirectToResult(
  staff: Staff,
  { personId, outcomes, decision }: Extract<DirectEnrolmentOutcome, { ok: true }>,
  email: string,
  query: URLSearchParams,
  { mayRepeat }: { mayRepeat: boolean },
) {
  const resultBefore = query.get('persona') === personId ? query : new URLSearchParams()
  const postedIds = outcomes.map(({ courseId }) => courseId)
  const chosenIds = new Set([...resultBefore.getAll('ora'), ...resultBefore.getAll('corso'), ...postedIds])
  // The enrolment is stored: a fault of these reads takes only the toast.
  const enrolments = await withLoggedFault(() => enrolOutcomesOf(staff, personId, [...chosenIds]))
  const posted = enrolments?.outcomes.filter(({ id }) => postedIds.includes(id)) ?? []
  const repeated =
    decision || !mayRepeat ? undefined : await withLoggedFault(() => recentEnrolment(staff, posted))
  const enrolledIds =
    repeated?.courseIds ??
    outcomes.filter(({ outcome }) => outcome === 'enrolled').map(({ courseId }) => courseId)
  const justEnrolled = [...resultBefore.getAll('ora'), ...enrolledIds]
  const corso = [...chosenIds].filter((id) => !justEnrolled.includes(id))
  const page = `${href('/admin/iscrivi')}${queryWith(courseTableQuery(`?${query}`), { persona: personId, ora: justEnrolled, corso })}`
  const toast = enrolments && enrolmentToast(enrolments.outcomes, enrolledIds.length > 0, email)
  if (!toast) return redirect(page)
  const undoable = decision ?? repeated?.decision
  return redirectWith(page, {
    ...toast,
    ...(repeated && { tone: 'neutral' }),
    ...(undoable && undoButton(undoable, page)),
  })
}

/**
 * The decision by which this member of staff has enrolled the person in some of these courses within the last ten
 * seconds, with their ids: without the script a browser sends a form as often as its button is pressed. Undefined
 * without one.
 */
async function recentEnrolment(staff: Staff, outcomes: CourseEnrolOutcome[]) {
  const enrolments = outcomes.flatMap(({ enrolment }) => enrolment ?? [])
  const recent = await recentDecisions(staff, 'enrol', { enrolments })
  const [first] = recent
  if (!first) return undefined
  const isRecent = ({ enrolment: id }: CourseEnrolOutcome) => recent.some(({ enrolment }) => enrolment === id)
  return { decision: first.decision, courseIds: outcomes.filter(isRecent).map(({ id }) => id) }
}

/**
 * The toast after an enrolment; undefined if it gave no seat and a question about full courses follows. `hasNewSeat`:
 * the person was enrolled in a course just now.
 */
function enrolmentToast(
  outcomes: CourseEnrolOutcome[],
  hasNewSeat: boolean,
  email: string,
): Toast | undefined {
  const enrolledCount = outcomes.filter(({ outcome }) => outcome === 'already').length
  const isInAll = enrolledCount > 0 && enrolledCount === outcomes.length
  if (hasNewSeat && isInAll) {
    const description = `Utente ${email} iscritto ai corsi selezionati`
    return { tone: 'success', title: 'Iscrizione completata!', description }
  }
  if (hasNewSeat) {
    const description = `Utente ${email} iscritto a ${formatCount(enrolledCount, 'corso', 'corsi')} su ${outcomes.length} selezionati`
    return { tone: 'success', title: 'Iscrizione completata in parte', description }
  }
  if (isInAll) {
    const description = `Utente ${email} già iscritto ai corsi selezionati`
    return { tone: 'neutral', title: 'Iscrizione già presente', description }
  }
  if (outcomes.some(({ outcome }) => outcome === 'full')) return undefined
  const reason =
    enrolledCount > 0 ? 'non tutti i corsi selezionati accettano' : 'nessun corso selezionato accetta'
  return { tone: 'destructive', title: FAILED, description: `Utente ${email}: ${reason} iscrizioni` }
}

export default function EnrolScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { search } = useLocation()
  const page = courseTablePage(search)
  const formPage = `${href('/admin/iscrivi')}${courseTableQuery(search)}`
  if (!actionData && !loaderData.facts) {
    const { person, results, asksAboutFull } = loaderData
    return (
      <>
        <PageHead title={TITLE} noindex />
        {asksAboutFull && results.some(({ outcome }) => outcome === 'full') ? (
          <EnrolOverCapacity
            person={person}
            results={results}
            action={`${href('/admin/iscrivi')}${search}`}
            closeTo={`${href('/admin/iscrivi')}${queryWith(search, { lascia: '1' })}`}
          />
        ) : (
          <EnrolOutcomePanel person={person} results={results} page={page} formPage={formPage} />
        )}
      </>
    )
  }
  const facts = actionData?.facts ?? loaderData.facts
  if (!facts) return null
  const problem = actionData && 'problem' in actionData ? actionData.problem : undefined
  const hasProblem = actionData && (actionData.errors !== undefined || problem !== undefined)
  const toasts: Toast[] = problem ? [{ tone: 'destructive', title: FAILED, description: problem }] : []
  return (
    <Dialog title={TITLE} closeTo={page} toasts={toasts} wide>
      <PageHead title={TITLE} noindex error={hasProblem ?? false} />
      <DirectEnrolForm
        action={formPage}
        facts={facts}
        result={hasProblem ? { ...actionData, problem: problem && `${FAILED}: ${problem}` } : undefined}
      />
    </Dialog>
  )
}
