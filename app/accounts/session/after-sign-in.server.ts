import { href, redirect, redirectDocument } from 'react-router'
import { hasWholeManifest } from '../../http/site-manifest'
import { redirectWith, withFlash } from '../../http/toasts.server'
import { isDownloadPath, landingPage, withDestination } from '../destination.rules'
import { intendedCourse } from '../intended-course.server'
import { RESUME_PATH } from '../pages.rules'
import { recentSignUp } from '../recent-sign-up.server'
import type { CompletedSignIn, Member, Role } from '../rules'
import { redirectWithForm, savedFormIn } from './saved-form.server'

/**
 * Redirects after a completed sign-in: with a saved form among `fields` to `RESUME_PATH`, else to the destination, else
 * to the landing page. A toast greets the person.
 */
export async function redirectAfterSignIn(
  request: Request,
  fields: FormData,
  destination: string | null,
  { role, headers }: CompletedSignIn,
): Promise<Response> {
  headers.append('Set-Cookie', await recentSignUp.clear())
  const toast = {
    tone: 'success',
    title: 'Login effettuato',
    description: 'Benvenuto nel tuo account.',
  } as const
  const init = await withFlash(toast, { headers })
  return savedFormIn(fields)
    ? redirectWithForm(RESUME_PATH, fields, init)
    : redirectSignedIn(request, destination, role, init)
}

/** Redirects a person who is signed in to the destination, else to the landing page (`landingPage`). */
export async function redirectSignedIn(
  request: Request,
  destination: string | null,
  role: Role,
  init: ResponseInit = {},
): Promise<Response> {
  const hasIntendedCourse = (await intendedCourse.read(request)) !== null
  return redirectToDestination(destination ?? landingPage(role, { hasIntendedCourse }), init)
}

/**
 * Redirects to a destination. A file is reached by way of `RESUME_PATH`, a page that stays while the browser downloads
 * it. A script loads the pages of the office and of the teachers as a new document (`hasWholeManifest`).
 */
export function redirectToDestination(destination: string, init: ResponseInit = {}): Response {
  if (isDownloadPath(destination)) return redirectDocument(withDestination(RESUME_PATH, destination), init)
  return hasWholeManifest(destination) ? redirectDocument(destination, init) : redirect(destination, init)
}

/**
 * Redirects a member who, while signed in, sends a sign-in or sign-up for another e-mail, or the code of another
 * person. The member stays signed in, and a toast says so.
 */
export function redirectAlreadySignedIn({ email }: Member): Promise<Response> {
  return redirectWith(href('/dashboard'), {
    tone: 'neutral',
    title: 'Hai già fatto l’accesso',
    description: `In questo browser è aperto l’account ${email}. Per usarne un altro esci, poi accedi di nuovo.`,
  })
}
