import { data, href, Link, redirect } from 'react-router'
import { z } from 'zod'
import * as fields from '../accounts/fields'
import { explainAccountRefusal, refusalInit } from '../accounts/refusals.rules'
import { EMAIL_MAX } from '../accounts/rules'
import { findMember, visitorFrom } from '../accounts/session/session.server'
import { CourseStrip, stripWithoutSeats } from '../catalogue/course-page/course-strip'
import { courseAt } from '../courses/public.server'
import { readForm } from '../http/form.server'
import { createFormTimestamp, isFromRobot, readFormAge, tooFastSentence } from '../http/form-timestamp.server'
import { withErrorProblem } from '../http/toasts.server'
import { today } from '../runtime/clock'
import { ErrorSummary, type FieldErrors, fieldErrors } from '../ui/forms/error-summary'
import { AgainstRobots, Field } from '../ui/forms/field'
import { Form, Submit } from '../ui/forms/form'
import { PageHead } from '../ui/page-head'
import type { Route } from './+types/ask.screen'
import { registerInterest } from './commands.server'
import { currentNoticeCondition } from './queries.server'
import { CONFIRMATION_DAYS, INTEREST_MONTHS } from './rules'
import '../ui/narrow.css'

const InterestForm = z.object({ email: fields.email })

/** Parameter of the page that is shown after the form was sent. */
const SENT = 'inviata'

/**
 * Loads the form for a course for which people can wait. `when`: of `courseToWaitFor`; `sent`: a form was just sent.
 */
export async function loader({ params, request, context, url }: Route.LoaderArgs) {
  const { course, when, state } = await courseToWaitFor(params.slug)
  const sent = url.searchParams.has(SENT)
  if (!when && !sent) throw redirect(href('/corsi/:slug', { slug: course.slug }))
  const member = await findMember(request, context).catch(() => null) // the loader of the root fails too, and logs it
  return {
    course: stripWithoutSeats(course, state, today()),
    when,
    sent,
    email: member?.email ?? '',
    timestamp: await createFormTimestamp(),
  }
}

/** The course of a slug. `when`: the words of `currentNoticeCondition`; null if nobody can wait for the course. */
async function courseToWaitFor(slug: string) {
  const { course, state } = await courseAt(slug, {
    pageOf: (slug) => href('/corsi/:slug/avvisami', { slug }),
  })
  return { course, state, when: await currentNoticeCondition(course, state) }
}

/**
 * The answer to a refused form. `timestamp`: that of the form, absent if its signature is wrong; `problem`: a sentence
 * about the whole form.
 */
type ActionResult = { email: string; timestamp?: string; errors?: FieldErrors; problem?: string }

export async function action({ params, request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const [email = '', timestamp = ''] = ['email', 'timestamp'].map((name) => String(form.get(name) ?? ''))
  const age = await readFormAge(timestamp)
  const sentForm: ActionResult = { email, ...(age !== null && { timestamp }) }
  const showFormAgain = (result: Omit<ActionResult, 'email'>, init: ResponseInit) =>
    data<ActionResult>({ ...sentForm, ...result }, init)
  return withErrorProblem(async () => {
    const { course, when } = await courseToWaitFor(params.slug)
    if (!when) return redirect(href('/corsi/:slug', { slug: course.slug }))
    const typed = InterestForm.safeParse(Object.fromEntries(form))
    if (!typed.success) return showFormAgain({ errors: fieldErrors(typed.error) }, { status: 400 })
    if (isFromRobot(form, age)) return showFormAgain({ problem: tooFastSentence() }, { status: 400 })
    const outcome = await registerInterest(visitorFrom(context), course, typed.data.email, when)
    if (!outcome.ok) return showFormAgain({ problem: explainAccountRefusal(outcome) }, refusalInit(outcome))
    return redirect(`${href('/corsi/:slug/avvisami', { slug: course.slug })}?${SENT}`)
  }, sentForm)
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders
}

export default function AskScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { course, sent } = loaderData
  const title = sent ? 'Controlla la tua email' : 'Ti avvisiamo noi'
  return (
    <div className="page narrow">
      <PageHead title={title} noindex error={actionData !== undefined} />
      <CourseStrip course={course} />
      <h1>{title}</h1>
      {sent ? <Sent slug={course.slug} /> : <AskForm facts={loaderData} result={actionData} />}
    </div>
  )
}

function Sent({ slug }: { slug: string }) {
  return (
    <>
      <p>Se l’indirizzo è giusto, trovi un’email con un pulsante per confermare.</p>
      <p>
        Il pulsante vale {CONFIRMATION_DAYS} giorni. Se l’email non arriva, guarda nella posta indesiderata.
      </p>
      <div className="actions">
        <Link className="button" to={href('/corsi/:slug', { slug })}>
          Torna al corso
        </Link>
      </div>
    </>
  )
}

type Facts = Route.ComponentProps['loaderData']

function AskForm({ facts, result }: { facts: Facts; result: ActionResult | undefined }) {
  return (
    <Form method="post" className="form" noValidate>
      <p>Lascia la tua email: ti scriviamo {facts.when}.</p>
      <ErrorSummary result={result} errors={result?.errors} problem={result?.problem} />
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        maxLength={EMAIL_MAX}
        required
        defaultValue={result?.email ?? facts.email}
        error={result?.errors?.email}
      />
      <AgainstRobots timestamp={result?.timestamp ?? facts.timestamp} />
      <p className="small-print">
        Prima ti chiediamo di confermare l’indirizzo. Poi ti scriviamo una volta sola. Dopo {INTEREST_MONTHS}{' '}
        mesi lo cancelliamo. <Link to={href('/privacy-policy')}>Privacy Policy</Link>
      </p>
      <div className="actions">
        <Submit className="button button-main button-large" busy="Invio in corso...">
          Avvisami
        </Submit>
        <Link className="link" to={href('/corsi/:slug', { slug: facts.course.slug })}>
          Torna al corso
        </Link>
      </div>
    </Form>
  )
}
