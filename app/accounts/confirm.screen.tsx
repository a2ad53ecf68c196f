import { data, redirect } from 'react-router'
import { z } from 'zod'
import { redirectWith, withFlash } from '../platform/flash.server'
import { fieldErrors } from '../ui/error-summary'
import { PageHead } from '../ui/page-head'
import type { Route } from './+types/confirm.screen'
import { confirmAddress } from './commands.server'
import { EmailForm } from './email-form'
import * as fields from './fields'
import { AUTH_PATHS, explain, refusalInit } from './rules'
import { visitorFrom } from './session.server'
import { resendConfirmation } from './sign-in.commands.server'
import { waitingCourse } from './waiting-course.server'

const Resend = z.object({ email: fields.email })

/**
 * With the token of a letter: confirms the address and signs its owner in. The link carries the course that
 * waited, so that it also waits where the letter is opened. Without a token: sends the letter again.
 */
export async function loader({ url, context }: Route.LoaderArgs) {
  const token = url.searchParams.get('token')
  if (token === null) return { email: url.searchParams.get('email') ?? '', problem: undefined }

  const confirmed = await confirmAddress(visitorFrom(context), token)
  if (!confirmed.ok) {
    if (confirmed.refusal === 'already-confirmed') {
      throw await redirectWith(AUTH_PATHS.signIn, {
        tone: 'neutral',
        title: 'Account già confermato',
        description: explain(confirmed),
      })
    }
    return data({ email: '', problem: explain(confirmed) }, refusalInit(confirmed))
  }
  const headers = new Headers(confirmed.headers)
  const course = url.searchParams.get('corso')
  if (course) headers.append('Set-Cookie', await waitingCourse.write(course))
  const toast = {
    tone: 'success',
    title: 'Account confermato',
    description: 'Benvenuto nel tuo account.',
  } as const
  throw redirect('/dashboard', await withFlash(toast, { headers }))
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const typed = Resend.safeParse(Object.fromEntries(form))
  const email = String(form.get('email') ?? '')
  if (!typed.success) return data({ email, errors: fieldErrors(typed.error) }, { status: 400 })

  const course = (await waitingCourse.read(request)) ?? undefined
  const sent = await resendConfirmation(visitorFrom(context), typed.data.email, { course })
  if (!sent.ok) return data({ email, problem: explain(sent) }, refusalInit(sent))
  return redirectWith(AUTH_PATHS.signIn, {
    tone: 'success',
    title: 'Controlla la tua email',
    description: 'Se questo indirizzo aspetta una conferma, riceverai di nuovo il link.',
  })
}

export default function Confirm({ loaderData, actionData }: Route.ComponentProps) {
  const answer = actionData ?? (loaderData.problem ? { email: '', problem: loaderData.problem } : undefined)
  return (
    <div className="page narrow">
      <PageHead title="Conferma dell’account" path="/auth/conferma" noindex error={answer !== undefined} />
      <h1>Conferma il tuo account</h1>
      <p>
        Per accedere apri il link nell’email che ti abbiamo mandato: vale 24 ore. Se non la trovi, guarda
        nella posta indesiderata o fattela mandare di nuovo.
      </p>
      <EmailForm
        answer={answer}
        action={AUTH_PATHS.confirm}
        send="Invia di nuovo l'email di conferma"
        email={loaderData.email}
      />
    </div>
  )
}
