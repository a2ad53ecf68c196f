import { data, href } from 'react-router'
import { readForm } from '../../http/form.server'
import { redirectWith } from '../../http/toasts.server'
import { ErrorSummary, fieldErrors } from '../../ui/forms/error-summary'
import { Form, Submit } from '../../ui/forms/form'
import { Dialog } from '../../ui/overlays/dialog'
import { PageHead } from '../../ui/page-head'
import { profile } from '../fields'
import { memberFrom } from '../session/session.server'
import type { Route } from './+types/profile.screen'
import { updateProfile } from './commands.server'
import { ProfileFields, typedProfile } from './profile-fields'

export function loader({ context }: Route.LoaderArgs) {
  const { firstName, lastName, phone, company } = memberFrom(context)
  return { firstName, lastName, phone, company }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const typed = profile.safeParse(Object.fromEntries(form))
  if (!typed.success) {
    return data({ errors: fieldErrors(typed.error), values: typedProfile(form) }, { status: 400 })
  }
  await updateProfile(memberFrom(context), typed.data)
  return redirectWith(href('/dashboard'), { tone: 'success', title: 'Profilo aggiornato' })
}

export default function ProfileScreen({ loaderData, actionData }: Route.ComponentProps) {
  const errors = actionData?.errors
  const values = actionData?.values ?? loaderData
  return (
    <Dialog title="Modifica profilo" closeTo={href('/dashboard')}>
      <PageHead title="Modifica profilo" noindex error={errors !== undefined} />
      <Form method="post" action={href('/dashboard/profilo')} className="form" noValidate>
        <ErrorSummary result={actionData} errors={errors} />
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
