import { data, href, Link, useOutletContext } from 'react-router'
import { z } from 'zod'
import { readForm } from '../../http/form.server'
import { redirectWith } from '../../http/toasts.server'
import { log } from '../../runtime/log.server'
import { fieldErrors } from '../../ui/forms/error-summary'
import { SAVED_FIELD } from '../../ui/forms/form'
import { Toasts } from '../../ui/overlays/toasts'
import { PageHead } from '../../ui/page-head'
import { intendedAddress } from '../addresses.rules'
import { destinationIn, withDestination } from '../destination.rules'
import * as fields from '../fields'
import { intendedCourse } from '../intended-course.server'
import { AUTH_PATHS } from '../pages.rules'
import { recentSignUp } from '../recent-sign-up.server'
import { explainAccount, refusalInit } from '../refusals.rules'
import { normalEmail } from '../rules'
import {
  answerSignIn,
  landingPageFor,
  redirectSignedInMember,
  redirectToDestination,
} from '../session/after-sign-in.server'
import { redirectWithForm, savedFormIn } from '../session/saved-form.server'
import { findMember, visitorFrom } from '../session/session.server'
import { signUp } from '../sign-up/commands.server'
import { type Asking, NextSteps } from '../sign-up/next-steps'
import { SignUpForm } from '../sign-up/sign-up-form'
import type { Route } from './+types/sign-in.screen'
import { signIn } from './commands.server'
import { SignInForm } from './sign-in-form'
import '../../ui/tabs.css'

const SignIn = z.object({ email: fields.email, password: fields.password })
const SignUp = z
  .object({
    firstName: fields.firstName,
    lastName: fields.lastName,
    email: fields.email,
    password: fields.password,
    confirmPassword: fields.password,
  })
  .refine(fields.samePassword, fields.DIFFERENT_PASSWORDS)

export async function loader({ request, context, url }: Route.LoaderArgs) {
  // With a saved form a member may sign in too: the form may belong to another account.
  const destination = destinationIn(url)
  const member = url.searchParams.has(SAVED_FIELD) ? null : await findMember(request, context)
  if (member) throw redirectToDestination(destination ?? (await landingPageFor(request, member.role)))
  const tab = url.searchParams.get('scheda') === 'registrazione' ? 'signup' : 'login'
  return { tab, destination, earlier: await earlierSignUp(request, url) } as const
}

/**
 * What was typed at the last sign-up, for a visitor who comes back to change the e-mail (`cambia`); with 'intesa' the
 * e-mail is the suggested one. Null for anybody else.
 */
async function earlierSignUp(request: Request, { searchParams }: URL) {
  const change = searchParams.get('cambia')
  const earlier = change === null ? null : await recentSignUp.read(request)
  if (!earlier || change !== 'intesa') return earlier
  return { ...earlier, email: intendedAddress(earlier.email) ?? earlier.email }
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const form = await readForm(request)
  const destination = destinationIn(url)
  const member = await findMember(request, context)
  if (member && !savedFormIn(form)) {
    const typed = normalEmail(String(form.get('email') ?? ''))
    if (typed !== '' && typed !== member.email) return redirectSignedInMember(member)
    return redirectToDestination(destination ?? (await landingPageFor(request, member.role)))
  }
  if (savedFormIn(form) && !form.has('intent'))
    return showFormAgain(form, { title: member ? undefined : INVALID_SESSION }, {})
  try {
    return await (tabOf(form) === 'signup'
      ? register(request, context, form, destination)
      : enter(request, context, form, destination))
  } catch (fault) {
    log.error({ err: fault }, 'nobody came in')
    return showFormAgain(form, { problem: 'Il servizio non risponde: riprova tra poco.' }, { status: 503 })
  }
}

const tabOf = (form: FormData) => (form.get('intent') === 'signup' ? 'signup' : 'login')

type Context = Route.ActionArgs['context']

async function enter(request: Request, context: Context, form: FormData, destination: string | null) {
  const typed = SignIn.safeParse(Object.fromEntries(form))
  if (!typed.success) return showFormAgain(form, { errors: fieldErrors(typed.error) })

  const entered = await signIn(visitorFrom(context), typed.data)
  if (!entered.ok) {
    const unconfirmed = entered.refusal === 'unconfirmed'
    return showFormAgain(form, { problem: explainAccount(entered), unconfirmed }, refusalInit(entered))
  }
  if ('codeAsked' in entered) {
    const code = withDestination(AUTH_PATHS.code, destination)
    return redirectWithForm(code, form, { headers: entered.headers })
  }
  return answerSignIn(request, form, destination, entered)
}

async function register(request: Request, context: Context, form: FormData, destination: string | null) {
  const typed = SignUp.safeParse(Object.fromEntries(form))
  if (!typed.success) return showFormAgain(form, { errors: fieldErrors(typed.error) })

  const { confirmPassword: _, ...facts } = typed.data
  const course = (await intendedCourse.read(request)) ?? undefined
  const registered = await signUp(visitorFrom(context), facts, { course, destination })
  if (!registered.ok) {
    const problem = explainAccount(registered)
    const errors = registered.refusal === 'weak-password' ? { password: problem } : {}
    return showFormAgain(form, { problem, errors }, refusalInit(registered))
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

type ActionResult = {
  errors?: ReturnType<typeof fieldErrors>
  title?: string
  problem?: string
  unconfirmed?: boolean
}

/** The form with its values, except passwords, and errors. */
function showFormAgain(form: FormData, result: ActionResult, init: ResponseInit = { status: 400 }) {
  const typed = (name: string) => String(form.get(name) ?? '')
  const values = { email: typed('email'), firstName: typed('firstName'), lastName: typed('lastName') }
  const tab = tabOf(form)
  const title = result.problem ? FAILED[tab] : result.title
  return data({ ...result, title, values, tab, saved: savedFormIn(form) } as const, init)
}

const INVALID_SESSION = 'Sessione non valida'
const TITLES = { login: 'Accedi al tuo account', signup: 'Crea il tuo account' } as const
const FAILED = { login: 'Errore durante il login', signup: 'Errore durante la registrazione' } as const

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders
}

export default function Auth({ loaderData, actionData }: Route.ComponentProps) {
  const { destination } = loaderData
  const tab = actionData?.tab ?? loaderData.tab
  const toasts = actionData?.title
    ? [{ tone: 'destructive' as const, title: actionData.title, description: actionData.problem }]
    : []
  const asking = useOutletContext<Asking>()
  return (
    <>
      <PageHead
        title={tab === 'login' ? 'Accedi' : 'Registrati'}
        description="Accedi o registrati per iscriverti ai corsi e seguire le tue richieste."
        path={href('/auth')}
        noindex
        error={Boolean(actionData?.errors || actionData?.problem)}
      />
      <h1>{asking && tab === 'signup' ? 'Per chiedere il posto serve un account' : TITLES[tab]}</h1>
      {asking && (
        <NextSteps
          first={tab === 'login' ? 'Accedi' : 'Crei l’account e confermi l’email'}
          note={tab === 'login' ? undefined : 'Due minuti, e non paghi nulla adesso'}
          asking={asking}
        />
      )}
      {destination && !asking && <p>Accedi per aprire la pagina che hai chiesto.</p>}
      <nav className="tabs" aria-label="Accesso">
        <Link
          to={withDestination(AUTH_PATHS.signIn, destination)}
          aria-current={tab === 'login' ? 'page' : undefined}
        >
          Accedi
        </Link>
        <Link
          to={withDestination(AUTH_PATHS.signUp, destination)}
          aria-current={tab === 'signup' ? 'page' : undefined}
        >
          Registrati
        </Link>
      </nav>
      {tab === 'login' ? (
        <SignInForm result={actionData} destination={destination} />
      ) : (
        <SignUpForm result={actionData} earlier={loaderData.earlier} destination={destination} />
      )}
      {toasts.length > 0 && <Toasts toasts={toasts} />}
    </>
  )
}
