import { data, href, Link, useOutletContext } from 'react-router'
import { z } from 'zod'
import { readForm } from '../../http/form.server'
import { NO_RESPONSE_PROBLEM, redirectWith } from '../../http/toasts.server'
import { log } from '../../runtime/log.server'
import { type FormErrors, fieldErrors } from '../../ui/forms/error-summary'
import { SAVED_FIELD } from '../../ui/forms/form'
import { Toasts, toastsIn } from '../../ui/overlays/toasts'
import { PageHead } from '../../ui/page-head'
import { errorToast, type Toast } from '../../ui/toast'
import { destinationIn, signInPath, withDestination } from '../destination.rules'
import { suggestedEmail } from '../email-suggestion.rules'
import * as fields from '../fields'
import { intendedCourse } from '../intended-course.server'
import { AUTH_PATHS } from '../pages.rules'
import { recentSignUp } from '../recent-sign-up.server'
import { explainAccountRefusal, refusalInit } from '../refusals.rules'
import { normalEmail } from '../rules'
import {
  redirectAfterSignIn,
  redirectAlreadySignedIn,
  redirectSignedIn,
} from '../session/after-sign-in.server'
import { redirectWithForm, savedFormIn } from '../session/saved-form.server'
import { findMember, visitorFrom } from '../session/session.server'
import { signUp } from '../sign-up/commands.server'
import { type IntendedRequest, NextSteps } from '../sign-up/next-steps'
import { SignUpForm } from '../sign-up/sign-up-form'
import type { Route } from './+types/sign-in.screen'
import { signIn } from './commands.server'
import { SignInForm } from './sign-in-form'
import '../../ui/tabs.css'

const SignInFields = z.object({ email: fields.email, password: fields.password })
const SignUpFields = z
  .object({
    firstName: fields.firstName,
    lastName: fields.lastName,
    email: fields.email,
    ...fields.newPassword,
  })
  .refine(fields.hasMatchingPasswords, fields.DIFFERENT_PASSWORDS)

export async function loader({ request, context, url }: Route.LoaderArgs) {
  // With a saved form a member may sign in too: the form may belong to another account (ADR 28).
  const destination = destinationIn(url)
  const member = url.searchParams.has(SAVED_FIELD) ? null : await findMember(request, context)
  if (member) throw await redirectSignedIn(request, destination, member.role)
  const tab = url.searchParams.get('scheda') === 'registrazione' ? 'sign-up' : 'sign-in'
  return { tab, destination, earlierSignUp: await readEarlierSignUp(request, url) } as const
}

/**
 * Reads what was typed at the last sign-up, for a visitor who comes back to change the e-mail (`?cambia`, ADR 30); with
 * `?cambia=intesa` the e-mail is the suggested one. Null for anybody else.
 */
async function readEarlierSignUp(request: Request, { searchParams }: URL) {
  const change = searchParams.get('cambia')
  const earlier = change === null ? null : await recentSignUp.read(request)
  if (!earlier || change !== 'intesa') return earlier
  return { ...earlier, email: suggestedEmail(earlier.email) ?? earlier.email }
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const form = await readForm(request)
  const destination = destinationIn(url)
  const member = await findMember(request, context)
  if (member && !savedFormIn(form)) {
    const typed = normalEmail(String(form.get('email') ?? ''))
    if (typed !== '' && typed !== member.email) return redirectAlreadySignedIn(member)
    return redirectSignedIn(request, destination, member.role)
  }
  // A page that refused a form posts it here, saved, before anybody has typed a password (ADR 28): the answer is the
  // sign-in with the saved form in a hidden field. Only the button of the sign-in sends an intent.
  if (savedFormIn(form) && !form.has('intent'))
    return showFormAgain(form, member ? {} : { toasts: [INVALID_SESSION] }, {})
  try {
    return await (tabOf(form) === 'sign-up'
      ? submitSignUp(request, context, form, destination)
      : submitSignIn(request, context, form, destination))
  } catch (fault) {
    log.error({ err: fault }, 'sign-in or sign-up failed')
    return showFormAgain(form, failureOf(form, NO_RESPONSE_PROBLEM), { status: 503 })
  }
}

const tabOf = (form: FormData) => (form.get('intent') === 'signup' ? 'sign-up' : 'sign-in')

type Context = Route.ActionArgs['context']

async function submitSignIn(request: Request, context: Context, form: FormData, destination: string | null) {
  const typed = SignInFields.safeParse(Object.fromEntries(form))
  if (!typed.success) return showFormAgain(form, { errors: fieldErrors(typed.error) })

  const outcome = await signIn(visitorFrom(context), typed.data)
  if (!outcome.ok) {
    const failure = failureOf(form, explainAccountRefusal(outcome))
    const isUnconfirmed = outcome.refusal === 'unconfirmed'
    return showFormAgain(form, { ...failure, isUnconfirmed }, refusalInit(outcome))
  }
  if ('codeAsked' in outcome) {
    const codePath = withDestination(AUTH_PATHS.secondFactorCode, destination)
    // A saved form goes on to the page of the code (ADR 28).
    return redirectWithForm(codePath, form, { headers: outcome.headers })
  }
  return redirectAfterSignIn(request, form, destination, outcome)
}

async function submitSignUp(request: Request, context: Context, form: FormData, destination: string | null) {
  const typed = SignUpFields.safeParse(Object.fromEntries(form))
  if (!typed.success) return showFormAgain(form, { errors: fieldErrors(typed.error) })

  const { confirmPassword: _, ...facts } = typed.data
  const course = (await intendedCourse.read(request)) ?? undefined
  const stored = await signUp(visitorFrom(context), facts, { course, destination })
  if (!stored.ok) {
    const sentence = explainAccountRefusal(stored)
    const errors = stored.refusal === 'weak-password' ? { password: sentence } : {}
    return showFormAgain(form, { ...failureOf(form, sentence), errors }, refusalInit(stored))
  }
  const { email, firstName, lastName } = facts
  const toast = {
    tone: 'success',
    title: 'Registrazione completata',
    description: "Controlla la tua email per confermare l'account.",
  } as const
  const headers = { 'Set-Cookie': await recentSignUp.write({ email, firstName, lastName, destination }) }
  return redirectWith(AUTH_PATHS.checkMail, toast, { headers })
}

type ActionResult = FormErrors & { toasts?: Toast[]; isUnconfirmed?: boolean }

/** Answers with the form again, with what was typed, except passwords, and with the errors of `result`. */
function showFormAgain(form: FormData, result: ActionResult, init: ResponseInit = { status: 400 }) {
  const typed = (name: string) => String(form.get(name) ?? '')
  const values = { email: typed('email'), firstName: typed('firstName'), lastName: typed('lastName') }
  return data({ ...result, values, tab: tabOf(form), saved: savedFormIn(form) } as const, init)
}

/** An error of the form as a whole, with its toast. */
function failureOf(form: FormData, sentence: string) {
  const title = FAILURE_TITLES[tabOf(form)]
  return { problem: `${title}: ${sentence}`, toasts: [{ ...errorToast(sentence), title }] }
}

const INVALID_SESSION = { tone: 'destructive', title: 'Sessione non valida' } as const
const TITLES = { 'sign-in': 'Accedi al tuo account', 'sign-up': 'Crea il tuo account' } as const
const FAILURE_TITLES = {
  'sign-in': 'Errore durante il login',
  'sign-up': 'Errore durante la registrazione',
} as const

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders
}

export default function Auth({ loaderData, actionData }: Route.ComponentProps) {
  const { destination } = loaderData
  const tab = actionData?.tab ?? loaderData.tab
  const toasts = toastsIn(actionData)
  const intendedRequest = useOutletContext<IntendedRequest>()
  return (
    <>
      <PageHead
        title={tab === 'sign-in' ? 'Accedi' : 'Registrati'}
        description="Accedi o registrati per iscriverti ai corsi e seguire le tue richieste."
        path={href('/auth')}
        noindex
        error={Boolean(actionData?.errors || actionData?.problem)}
      />
      <h1>{intendedRequest && tab === 'sign-up' ? 'Per chiedere il posto serve un account' : TITLES[tab]}</h1>
      {intendedRequest && (
        <NextSteps
          currentStep={tab === 'sign-in' ? 'Accedi' : 'Crei l’account e confermi l’email'}
          note={tab === 'sign-in' ? undefined : 'Due minuti, e non paghi nulla adesso'}
          intendedRequest={intendedRequest}
        />
      )}
      {destination && !intendedRequest && <p>Accedi per aprire la pagina che hai chiesto.</p>}
      <nav className="tabs" aria-label="Accesso">
        <Link to={signInPath(destination)} aria-current={tab === 'sign-in' ? 'page' : undefined}>
          Accedi
        </Link>
        <Link
          to={withDestination(AUTH_PATHS.signUp, destination)}
          aria-current={tab === 'sign-up' ? 'page' : undefined}
        >
          Registrati
        </Link>
      </nav>
      {tab === 'sign-in' ? (
        <SignInForm result={actionData} destination={destination} />
      ) : (
        <SignUpForm result={actionData} earlierSignUp={loaderData.earlierSignUp} destination={destination} />
      )}
      {toasts.length > 0 && <Toasts toasts={toasts} />}
    </>
  )
}
