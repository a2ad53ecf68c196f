import { data, href, Link, redirect, useOutlet } from 'react-router'
import { intendedCourse } from '../accounts/intended-course.server'
import { SECOND_FACTOR_PATH } from '../accounts/pages.rules'
import { isStaff, isStaffRole, type Member } from '../accounts/rules'
import { memberFrom } from '../accounts/session/session.server'
import { secondFactorOf } from '../accounts/two-factor/queries.server'
import { hasDeleted } from '../audit/queries.server'
import { courseByAnySlug } from '../courses/queries.server'
import { isSlug } from '../courses/rules'
import { isSeated } from '../courses/seats.rules'
import { DocumentList } from '../documents/course/document-list'
import { readableDocuments } from '../documents/course/queries.server'
import { OwnDocuments } from '../documents/personal/own-documents'
import { ownDocuments } from '../documents/personal/queries.server'
import { MyCourses } from '../enrolments/mine/my-courses'
import { NextSessionCard, nearestSession } from '../enrolments/mine/next-session'
import { OfferSection } from '../enrolments/mine/own-place'
import {
  type Enrolment,
  enrolmentState,
  enrolmentsOf,
  ownRefusalToast,
} from '../enrolments/mine/queries.server'
import { placePage } from '../enrolments/pages.rules'
import { explainEnrolmentRefusal } from '../enrolments/refusals.rules'
import { withdrawRequest } from '../enrolments/request/commands.server'
import { groupEnrolments, mayRequestSeat } from '../enrolments/rules'
import { readForm } from '../http/form.server'
import { redirectWith, withErrorToast } from '../http/toasts.server'
import { today } from '../runtime/clock'
import { refuse } from '../runtime/outcome.rules'
import { isTeacher } from '../teachers/queries.server'
import { hasErrors } from '../ui/forms/error-summary'
import { Icon } from '../ui/icon'
import { Toasts, toastsIn } from '../ui/overlays/toasts'
import { PageHead } from '../ui/page-head'
import type { Toast } from '../ui/toast'
import type { Route } from './+types/dashboard.screen'
import { AccountSide } from './account-side'
import { IntendedRequestCard } from './intended-request-card'
import './dashboard.css'

export async function loader({ request, context }: Route.LoaderArgs) {
  const member = memberFrom(context)
  const { firstName, lastName, email, phone, company } = member
  const [enrolments, intended, factor] = await Promise.all([
    enrolmentsOf(member),
    readIntendedCourse(request, member),
    secondFactorOf(member),
  ])
  const ids = enrolments.map(({ course }) => course.id)
  const [documents, personalDocuments, marksRegisters] = await Promise.all([
    readableDocuments(member, ids),
    ownDocuments(member),
    isTeacher(member),
  ])
  const profile = { firstName, lastName, email, phone, company }
  const secondFactorSetup = {
    // Not `isStaff`: whoever lacks a required second factor does not pass as staff.
    isAdvised: isStaffRole(member.role) && !factor,
    isRequired: member.lacksSecondFactor === true,
  }
  return data(
    {
      profile,
      isStaff: isStaff(member),
      marksRegisters,
      enrolments,
      documents,
      personalDocuments,
      intendedCourse: intended.course,
      secondFactorSetup,
      toasts: intended.toasts,
    },
    intended.isSpent ? { headers: { 'Set-Cookie': await intendedCourse.clear() } } : undefined,
  )
}

/**
 * The course for which a visitor pressed 'Iscriviti ora' before the sign-in; undefined without one. `isSpent`: the cookie
 * with the course has to be deleted, because the course takes no requests, or because the person has an enrolment in
 * it: once that has ended, the cookie would offer the request again. `toasts`: say why the course takes no requests.
 */
async function readIntendedCourse(request: Request, member: Member) {
  const slug = await intendedCourse.read(request)
  const course = slug !== null && isSlug(slug) ? await courseByAnySlug(slug) : undefined
  if (!course || (await enrolmentState(member, course.id))) return { isSpent: slug !== null, toasts: [] }
  const { title, location, startDate } = course
  const allowed = mayRequestSeat(course, undefined, today())
  if (allowed.ok)
    return { course: { slug: course.slug, title, location, startDate }, isSpent: false, toasts: [] }
  // That a course is a draft again concerns the office only.
  const refused = allowed.refusal === 'draft' ? refuse('unknown-course') : allowed
  const toast: Toast = { tone: 'destructive', title, description: explainEnrolmentRefusal(refused) }
  return { isSpent: true, toasts: [toast] }
}

/** Withdraws a request, or forgets the intended course. */
export async function action({ request, context }: Route.ActionArgs) {
  const member = memberFrom(context)
  const form = await readForm(request)
  switch (form.get('intent')) {
    case 'withdraw':
      return withErrorToast('Impossibile ritirare la richiesta', () => withdraw(request, member, form))
    case 'forget':
      return redirect(href('/dashboard'), { headers: { 'Set-Cookie': await intendedCourse.clear() } })
    default:
      throw data(null, { status: 400 })
  }
}

/**
 * Withdraws the request `enrolment` of the form, and offers to ask again for the course with the slug `course`, if it
 * takes requests. Forgets the intended course if it is that course. Leads to a seat that was offered meanwhile.
 */
async function withdraw(request: Request, member: Member, form: FormData) {
  const [id, slug] = [String(form.get('enrolment')), String(form.get('course'))]
  const outcome = await withdrawRequest(member, id)
  if (!outcome.ok && outcome.refusal === 'seat-offered')
    return redirectWith(placePage(id), { tone: 'neutral', title: explainEnrolmentRefusal(outcome) })
  // A request that the person has withdrawn before was in a form that was sent twice.
  const isRepeated = async () => hasDeleted(member, 'user_courses', id)
  if (!outcome.ok && !(outcome.refusal === 'unknown-request' && (await isRepeated())))
    return redirectWith(href('/dashboard'), await ownRefusalToast(member, id, outcome))
  const course = isSlug(slug) ? await courseByAnySlug(slug) : undefined
  const isSpent = (await intendedCourse.read(request)) === slug
  return redirectWith(
    href('/dashboard'),
    {
      tone: 'success',
      title: 'Richiesta ritirata',
      ...(course &&
        mayRequestSeat(course, undefined, today()).ok && {
          button: {
            label: 'Invia di nuovo',
            action: href('/corsi/:slug/iscrizione', { slug: course.slug }),
            fields: { corso: course.slug },
          },
        }),
    },
    isSpent ? { headers: { 'Set-Cookie': await intendedCourse.clear() } } : undefined,
  )
}

export default function Dashboard({ loaderData, actionData }: Route.ComponentProps) {
  const {
    profile,
    isStaff,
    marksRegisters,
    enrolments,
    documents,
    personalDocuments,
    intendedCourse,
    secondFactorSetup,
  } = loaderData
  const next = nearestSession(groupEnrolments(enrolments).now)
  const dialog = useOutlet()
  const filesOf = ({ id, course }: Enrolment) => {
    const files = documents.filter(({ courseId }) => courseId === course.id)
    return (
      <>
        <OwnDocuments
          documents={personalDocuments.filter(({ enrolmentId }) => enrolmentId === id)}
          course={course.title}
        />
        {files.length > 0 && (
          <details className="course-files">
            <summary>
              Documenti ({files.length})<span className="visually-hidden">: {course.title}</span>
            </summary>
            <DocumentList documents={files} />
          </details>
        )}
      </>
    )
  }
  return (
    <>
      {/* A dialog has its own head. */}
      {dialog ?? (
        <PageHead title="Dashboard" path={href('/dashboard')} noindex error={hasErrors(actionData)} />
      )}
      {actionData && <Toasts toasts={toastsIn(actionData)} />}
      <div className="page dashboard">
        <div className="dashboard-head">
          <h1>Ciao, {profile.firstName}</h1>
          {marksRegisters && (
            <Link className="link" to={href('/docente')} reloadDocument>
              Le mie lezioni <Icon name="right" />
            </Link>
          )}
          {isStaff && (
            <Link className="link" to={href('/admin')} reloadDocument>
              Pannello di Amministrazione <Icon name="right" />
            </Link>
          )}
        </div>
        {secondFactorSetup.isAdvised && <SecondFactorAdvice isRequired={secondFactorSetup.isRequired} />}
        {intendedCourse && <IntendedRequestCard course={intendedCourse} />}
        {enrolments.map(
          ({ id, waitingPlace }) =>
            waitingPlace?.offer && <OfferSection key={id} enrolment={id} offer={waitingPlace.offer} />,
        )}
        {next && <NextSessionCard {...next} />}
        <div className="dashboard-body">
          <section className="my-courses" aria-label="I miei corsi">
            {enrolments.length > 0 ? (
              <>
                <MyCourses enrolments={enrolments} filesOf={filesOf} />
                <Link className="link" to={href('/corsi')}>
                  Tutti i corsi <Icon name="right" />
                </Link>
              </>
            ) : (
              <div className="empty">
                <p className="lead">Non hai ancora acquistato nessun corso.</p>
                <div className="actions">
                  <Link
                    className={intendedCourse ? 'button button-large' : 'button button-main button-large'}
                    to={href('/corsi')}
                  >
                    Scopri i corsi
                  </Link>
                </div>
              </div>
            )}
          </section>
          <AccountSide profile={profile} hasHadSeat={enrolments.some(({ status }) => isSeated(status))} />
        </div>
      </div>
    </>
  )
}

/** Advises staff to set up a second factor. `isRequired`: the panel opens only with one, as on a public site. */
function SecondFactorAdvice({ isRequired }: { isRequired: boolean }) {
  return (
    <p className="second-factor-advice">
      {isRequired
        ? 'Prima di aprire il Pannello di Amministrazione, '
        : 'Il tuo account apre il Pannello di Amministrazione: ti consigliamo di proteggerlo. '}
      <Link to={SECOND_FACTOR_PATH} preventScrollReset>
        {isRequired ? 'attiva la verifica in due passaggi' : 'Attiva la verifica in due passaggi'}
      </Link>
    </p>
  )
}
