import { data, href } from 'react-router'
import { readForm } from '../../http/form.server'
import { redirectWith, withErrorProblem } from '../../http/toasts.server'
import { ErrorSummary, type FieldErrors, fieldErrors, hasErrors } from '../../ui/forms/error-summary'
import { Form, Submit } from '../../ui/forms/form'
import { Dialog } from '../../ui/overlays/dialog'
import { PageHead } from '../../ui/page-head'
import { profile } from '../fields'
import { memberFrom } from '../session/session.server'
import type { Route } from './+types/profile.screen'
import { updateProfile } from './commands.server'
import { ProfileFields, typedProfile } from './profile-fields'

type ActionResult = { errors?: FieldErrors; problem?: string; values: ReturnType<typeof typedProfile> }

export function loader({ context }: Route.LoaderArgs) {
  const { firstName, lastName, phone, company } = memberFrom(context)
  return { firstName, lastName, phone, company }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const typed = profile.safeParse(Object.fromEntries(form))
  const values = typedProfile(form)
  if (!typed.success) return data<ActionResult>({ errors: fieldErrors(typed.error), values }, { status: 400 })
  const update = async () => {
    await updateProfile(memberFrom(context), typed.data)
    return redirectWith(href('/dashboard'), { tone: 'success', title: 'Profilo aggiornato' })
  }
  return withErrorProblem(update, { values })
}

export default function ProfileScreen({ loaderData, actionData }: Route.ComponentProps) {
  const result: ActionResult | undefined = actionData
  const errors = result?.errors
  const values = result?.values ?? loaderData
  return (
    <Dialog title="Modifica profilo" closeTo={href('/dashboard')}>
      <PageHead title="Modifica profilo" noindex error={hasErrors(result)} />
      <Form method="post" action={href('/dashboard/profilo')} className="form" noValidate>
        <ErrorSummary result={result} errors={errors} problem={result?.problem} />
        <ProfileFields values={values} errors={errors} isOwn />
        <div className="actions">
          <Submit className="button button-main button-large" busy="Salvataggio...">
            Salva Modifiche
          </Submit>
        </div>
      </Form>
    </Dialog>
  )
}
