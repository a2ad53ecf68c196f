import { href, type RouterContextProvider, redirect } from 'react-router'
import { intendedCourse } from '../../accounts/intended-course.server'
import { AUTH_PATHS } from '../../accounts/pages.rules'
import { isStaff, type Member } from '../../accounts/rules'
import { findMember, hasSessionCookie } from '../../accounts/session/session.server'
import { courseByAnySlug, presentSlugOf } from '../../courses/queries.server'
import { isSlug } from '../../courses/rules'
import { asksForData, readForm } from '../../http/form.server'
import { countAttempt } from '../../http/rate-limit.server'
import { ENROLMENT_REQUEST_LIMIT } from '../../http/rate-limits.rules'
import { flash, redirectWith, withErrorRedirect } from '../../http/toasts.server'
import { formatCount } from '../../italian/numbers'
import { today } from '../../runtime/clock'
import { refuse } from '../../runtime/outcome.rules'
import { answerDeadline } from '../../site/opening.server'
import type { Toast } from '../../ui/toast'
import { hasJustAsked, requestRefusalFor } from '../mine/queries.server'
import { explainEnrolmentRefusal } from '../refusals.rules'
import { ASK_OVER_CAPACITY, mayRequestSeat } from '../rules'
import { waitingPlaceIn } from '../waiting-list/queries.server'
import { listSentence } from '../waiting-list.rules'
import { enrolSelf, requestEnrolment } from './commands.server'

type Args = { request: Request; params: { slug: string }; context: Readonly<RouterContextProvider> }
type Course = { id: string; slug: string; title: string }

/** Leads a browser that opens the address to the page of the course. */
export async function loader({ params }: Args) {
  if (!isSlug(params.slug)) return redirect(href('/corsi'))
  const presentSlug = await presentSlugOf(params.slug)
  return presentSlug
    ? redirect(href('/corsi/:slug', { slug: presentSlug }), 301)
    : redirect(href('/corsi/:slug', params))
}

/** Answers 'Iscriviti ora' on the page of a course. */
export function action(args: Args): Promise<Response> {
  return withErrorRedirect(href('/corsi'), failureToast(UNEXPECTED_FAULT), () => enrol(args))
}

async function enrol({ request, params, context }: Args): Promise<Response> {
  const course = isSlug(params.slug) ? await courseByAnySlug(params.slug) : undefined
  const member = await findMember(request, context)
  const isVisible = course && !course.archivedAt && (!course.draft || (member && isStaff(member)))
  if (!isVisible)
    return redirectWith(href('/corsi'), failureToast(explainEnrolmentRefusal(refuse('unknown-course'))))

  const coursePage = href('/corsi/:slug', { slug: course.slug })
  if (!member) {
    // Nobody signs up for a request that would be refused.
    const allowed = mayRequestSeat(course, undefined, today())
    if (allowed.ok) return askToSignIn(request, course)
    return redirectWith(coursePage, failureToast(explainEnrolmentRefusal(allowed)))
  }

  const overCapacity = (await readForm(request)).get('overCapacity') === '1'
  return withErrorRedirect(coursePage, failureToast(UNEXPECTED_FAULT), async () => {
    const { page = coursePage, toast } = await requestSeat(request, member, course, overCapacity)
    const headers = new Headers()
    headers.append('Set-Cookie', await flash(toast))
    headers.append('Set-Cookie', await intendedCourse.clear())
    return redirect(page, { headers })
  })
}

/** Leads a visitor to the sign-up, or to the sign-in if their session has ended, and remembers the course. */
async function askToSignIn(request: Request, course: Course) {
  const hadSession = hasSessionCookie(request)
  const toast: Toast = hadSession
    ? {
        tone: 'destructive',
        title: 'Sessione non valida',
        description: 'Accedi di nuovo per inviare la richiesta.',
      }
    : {
        tone: 'neutral',
        title: 'Accesso richiesto',
        description: 'Per iscriverti a questo corso devi accedere o registrarti',
      }
  const headers = { 'Set-Cookie': await intendedCourse.write(course.slug) }
  return redirectWith(hadSession ? AUTH_PATHS.signIn : AUTH_PATHS.signUp, toast, { headers })
}

/**
 * Requests a seat for a member, or gives one to staff, and says to which page to go and with which toast.
 * `overCapacity`: staff want the seat even beyond the limit.
 */
async function requestSeat(
  request: Request,
  member: Member,
  course: Course,
  overCapacity: boolean,
): Promise<{ toast: Toast; page?: string }> {
  const { allowed, retryAfter } = await countAttempt(`enrol ${member.id}`, ENROLMENT_REQUEST_LIMIT)
  if (!allowed) {
    const minutes = formatCount(Math.ceil(retryAfter / 60), 'minuto', 'minuti')
    return { toast: failureToast(`troppe richieste, riprova tra ${minutes}`) }
  }
  const outcome = isStaff(member)
    ? await enrolSelf(member, course.id, { overCapacity })
    : await requestEnrolment(member, course.id)
  // The form was sent twice: the first one has made the request.
  const isRepetition = !outcome.ok && !asksForData(request) && (await hasJustAsked(member, course.id))
  if (outcome.ok || isRepetition)
    return { toast: isStaff(member) ? enrolledToast(course) : await requestedToast(member, course) }
  if (outcome.refusal === 'full') return { toast: overCapacityToast(course) }
  if (outcome.refusal !== 'existing' && outcome.refusal !== 'updating')
    return { toast: failureToast(explainEnrolmentRefusal(outcome)) }
  const description = explainEnrolmentRefusal(await requestRefusalFor(member, course.id, outcome))
  return {
    page: href('/dashboard'),
    toast: { tone: 'neutral', title: 'Iscrizione già presente', description },
  }
}

/** What the toast says in place of a reason after a fault. */
const UNEXPECTED_FAULT = "Errore durante l'iscrizione al corso"

/** The toast after a request: the place on the waiting list, else when the office answers. */
async function requestedToast(member: Member, { id }: Course): Promise<Toast> {
  const place = await waitingPlaceIn(member, id)
  return {
    tone: 'success',
    title: 'Richiesta di iscrizione inviata!',
    description: place?.ahead
      ? listSentence(place.ahead.people + 1)
      : `La valutiamo e ti rispondiamo per email entro ${answerDeadline(new Date())}.`,
  }
}

const enrolledToast = ({ title }: Course): Toast => ({
  tone: 'success',
  title: 'Iscrizione completata!',
  description: `Hai un posto nel corso "${title}"`,
})

/**
 * Asks staff, who alone are refused as 'full', whether they want a seat beyond the limit. The button sends the request
 * again.
 */
const overCapacityToast = ({ slug, title }: Course): Toast => ({
  tone: 'neutral',
  title: ASK_OVER_CAPACITY,
  description: title,
  button: {
    label: 'Approva comunque',
    action: href('/corsi/:slug/iscrizione', { slug }),
    fields: { overCapacity: '1' },
  },
})

const failureToast = (message: string): Toast => ({
  tone: 'destructive',
  title: 'Errore',
  description: `Si è verificato un errore durante l'iscrizione: ${message}`,
})
