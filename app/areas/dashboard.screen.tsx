import { data, Form, Link, redirect } from 'react-router'
import { z } from 'zod'
import { changePassword, signOutEverywhere, updateProfile } from '../accounts/commands.server'
import * as fields from '../accounts/fields'
import { PasswordDialog } from '../accounts/password-dialog'
import { ProfileDialog } from '../accounts/profile-dialog'
import { explain as explainAccount, isAdmin, type Member, refusalInit } from '../accounts/rules'
import { memberFrom } from '../accounts/session.server'
import { waitingCourse } from '../accounts/waiting-course.server'
import { courseBySlug } from '../courses/queries.server'
import { acceptsRequests, isSlug } from '../courses/rules'
import { withdrawRequest } from '../enrolments/commands.server'
import { MyCourses } from '../enrolments/my-courses'
import { NextSession, nearest } from '../enrolments/next-session'
import { enrolmentState, enrolmentsOf } from '../enrolments/queries.server'
import { explain } from '../enrolments/rules'
import { today } from '../platform/clock'
import { redirectWith, withFlash } from '../platform/flash.server'
import { fieldErrors } from '../ui/error-summary'
import { Icon } from '../ui/icon'
import { PageHead } from '../ui/page-head'
import type { Route } from './+types/dashboard.screen'
import { PersonalData } from './personal-data'
import { WaitingRequest } from './waiting-request'

const Profile = z.object({
  firstName: fields.firstName,
  lastName: fields.lastName,
  phone: fields.phone,
  company: fields.company,
})
const Password = z
  .object({
    current: z.string().min(1, 'Scrivi la password attuale'),
    password: fields.password,
    confirmPassword: fields.password,
  })
  .refine(fields.samePassword, fields.DIFFERENT_PASSWORDS)

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const member = memberFrom(context)
  const { firstName, lastName, email, phone, company } = member
  const [enrolments, waiting] = await Promise.all([enrolmentsOf(member), courseWaiting(request, member)])
  const edit = url.searchParams.get('modifica')
  const profile = { firstName, lastName, email, phone, company }
  return { profile, admin: isAdmin(member), enrolments, waiting, edit }
}

/** What this person pressed 'Iscriviti ora' for before signing in, if it can still be asked for. */
async function courseWaiting(request: Request, member: Member) {
  const slug = await waitingCourse.read(request)
  const course = slug && isSlug(slug) ? await courseBySlug(slug) : undefined
  if (!course || !acceptsRequests(course, today()) || (await enrolmentState(member, course.id))) return null
  const { title, location, startDate } = course
  return { slug: course.slug, title, location, startDate }
}

export async function action({ request, context }: Route.ActionArgs) {
  const member = memberFrom(context)
  const form = await request.formData()
  switch (form.get('intent')) {
    case 'withdraw':
      return withdraw(member, String(form.get('enrolment')))
    case 'forget':
      return redirect('/dashboard', { headers: { 'Set-Cookie': await waitingCourse.clear() } })
    case 'profile':
      return saveProfile(member, form)
    case 'password':
      return savePassword(member, request, form)
    case 'sign-out-everywhere':
      return leaveEverywhere(member)
    default:
      throw data(null, { status: 400 })
  }
}

async function withdraw(member: Member, enrolmentId: string) {
  const decision = await withdrawRequest(member, enrolmentId)
  return redirectWith(
    '/dashboard',
    decision.ok
      ? { tone: 'success', title: 'Richiesta ritirata' }
      : { tone: 'destructive', title: 'Errore', description: explain(decision) },
  )
}

async function saveProfile(member: Member, form: FormData) {
  const typed = Profile.safeParse(Object.fromEntries(form))
  if (!typed.success) {
    const values = Object.fromEntries(['firstName', 'lastName', 'phone', 'company'].map((name) => [name, String(form.get(name) ?? '')]))
    return data({ errors: fieldErrors(typed.error), values }, { status: 400 })
  }
  await updateProfile(member, typed.data)
  return redirectWith('/dashboard', { tone: 'success', title: 'Profilo aggiornato' })
}

async function savePassword(member: Member, request: Request, form: FormData) {
  const typed = Password.safeParse(Object.fromEntries(form))
  if (!typed.success) return data({ errors: fieldErrors(typed.error) }, { status: 400 })
  const changed = await changePassword(member, typed.data.current, typed.data.password)
  if (!changed.ok) {
    const field = changed.refusal === 'wrong-password' ? 'current' : changed.refusal === 'weak-password' ? 'password' : ''
    return data({ errors: { [field]: explainAccount(changed) } }, refusalInit(changed))
  }
  const toast = { tone: 'success', title: 'Password aggiornata', description: 'Gli altri dispositivi sono stati scollegati.' } as const
  return redirect('/dashboard', await withFlash(toast, { headers: changed.headers }))
}

async function leaveEverywhere(member: Member) {
  const { headers } = await signOutEverywhere(member)
  return redirect('/auth', await withFlash({ tone: 'success', title: 'Sei uscito da tutti i dispositivi' }, { headers }))
}

export default function Dashboard({ loaderData, actionData }: Route.ComponentProps) {
  const { profile, admin, enrolments, waiting, edit } = loaderData
  const next = nearest(enrolments)
  const errors = actionData && 'errors' in actionData ? actionData.errors : undefined
  const typed = actionData && 'values' in actionData ? actionData.values : undefined
  return (
    <>
      <PageHead title="Dashboard" path="/dashboard" noindex error={errors !== undefined} />
      <div className="page">
        <div className="page-head">
          <h1>Ciao, {profile.firstName}</h1>
          {admin && (
            <Link className="link" to="/admin">
              Pannello di Amministrazione <Icon name="right" />
            </Link>
          )}
        </div>
        {waiting && <WaitingRequest course={waiting} />}
        {next && <NextSession {...next} />}
      </div>
      <section className="section page" aria-labelledby="miei-corsi">
        <div className="section-head">
          <h2 id="miei-corsi">I miei corsi</h2>
          {enrolments.length > 0 && (
            <Link className="link" to="/corsi">
              Tutti i corsi <Icon name="right" />
            </Link>
          )}
        </div>
        {enrolments.length > 0 ? (
          <MyCourses enrolments={enrolments} />
        ) : (
          <div className="empty">
            <p className="lead">Non hai ancora acquistato nessun corso.</p>
            <div className="actions">
              <Link className={waiting ? 'button button-large' : 'button button-main'} to="/corsi">
                Scopri i corsi
              </Link>
            </div>
          </div>
        )}
      </section>
      <section className="section page split" aria-labelledby="dati">
        <div className="split-text">
          <h2 id="dati">Dati personali</h2>
          <Link className="button" to="/dashboard?modifica=profilo" preventScrollReset>
            Modifica profilo
          </Link>
          <Link className="link" to="/dashboard?modifica=password" preventScrollReset>
            Cambia password
          </Link>
          <Form method="post" action="/dashboard">
            <button className="link" type="submit" name="intent" value="sign-out-everywhere">
              Esci da tutti i dispositivi
            </button>
          </Form>
        </div>
        <PersonalData profile={profile} />
      </section>
      {edit === 'profilo' && <ProfileDialog profile={{ ...profile, ...typed }} errors={errors} />}
      {edit === 'password' && <PasswordDialog errors={errors} />}
    </>
  )
}
