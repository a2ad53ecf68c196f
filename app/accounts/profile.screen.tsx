import { data } from 'react-router'
import { z } from 'zod'
import { redirectWith } from '../http/flash.server'
import { readForm } from '../http/form.server'
import { Dialog } from '../ui/dialog'
import { ErrorSummary, fieldErrors } from '../ui/error-summary'
import { Field } from '../ui/field'
import { Form } from '../ui/form'
import { PageHead } from '../ui/page-head'
import { Submit } from '../ui/submit'
import type { Route } from './+types/profile.screen'
import { updateProfile } from './commands.server'
import * as fields from './fields'
import { COMPANY_MAX, NAME_MAX, PHONE_MAX } from './rules'
import { memberFrom } from './session.server'

const Profile = z.object({
  firstName: fields.firstName,
  lastName: fields.lastName,
  phone: fields.phone,
  company: fields.company,
})

export function loader({ context }: Route.LoaderArgs) {
  const { firstName, lastName, phone, company } = memberFrom(context)
  return { firstName, lastName, phone, company }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const typed = Profile.safeParse(Object.fromEntries(form))
  if (!typed.success) {
    const text = (name: string) => String(form.get(name) ?? '')
    const values = {
      firstName: text('firstName'),
      lastName: text('lastName'),
      phone: text('phone'),
      company: text('company'),
    }
    return data({ errors: fieldErrors(typed.error), values }, { status: 400 })
  }
  await updateProfile(memberFrom(context), typed.data)
  return redirectWith('/dashboard', { tone: 'success', title: 'Profilo aggiornato' })
}

export default function ProfileScreen({ loaderData, actionData }: Route.ComponentProps) {
  const errors = actionData?.errors
  const shown = actionData?.values ?? loaderData
  return (
    <Dialog title="Modifica profilo" closeTo="/dashboard">
      <PageHead title="Modifica profilo" noindex error={errors !== undefined} />
      <Form method="post" action="/dashboard/profilo" className="form" noValidate>
        <ErrorSummary of={actionData} errors={errors} />
        <Field
          label="Nome"
          name="firstName"
          autoComplete="given-name"
          maxLength={NAME_MAX}
          required
          defaultValue={shown.firstName}
          error={errors?.firstName}
        />
        <Field
          label="Cognome"
          name="lastName"
          autoComplete="family-name"
          maxLength={NAME_MAX}
          required
          defaultValue={shown.lastName}
          error={errors?.lastName}
        />
        <Field
          label="Telefono"
          name="phone"
          type="tel"
          autoComplete="tel"
          optional
          maxLength={PHONE_MAX}
          defaultValue={shown.phone ?? ''}
          error={errors?.phone}
        />
        <Field
          label="Azienda"
          name="company"
          autoComplete="organization"
          optional
          maxLength={COMPANY_MAX}
          defaultValue={shown.company ?? ''}
          error={errors?.company}
        />
        <div className="actions">
          <Submit className="button button-main" busy="Salvataggio...">
            Salva Modifiche
          </Submit>
        </div>
      </Form>
    </Dialog>
  )
}
