import { Form } from 'react-router'
import { Dialog } from '../ui/dialog'
import { ErrorSummary, type FieldErrors } from '../ui/error-summary'
import { Field } from '../ui/field'
import { Submit } from '../ui/submit'
import { COMPANY_MAX, NAME_MAX, PHONE_MAX } from './rules'

type Profile = { firstName: string; lastName: string; phone: string | null; company: string | null }

export function ProfileDialog({ profile, errors }: { profile: Profile; errors?: FieldErrors | undefined }) {
  return (
    <Dialog title="Modifica profilo" closeTo="/dashboard">
      <Form method="post" action="/dashboard?modifica=profilo" className="form" noValidate>
        <ErrorSummary errors={errors} />
        <Field
          label="Nome"
          name="firstName"
          autoComplete="given-name"
          maxLength={NAME_MAX}
          required
          defaultValue={profile.firstName}
          error={errors?.firstName}
        />
        <Field
          label="Cognome"
          name="lastName"
          autoComplete="family-name"
          maxLength={NAME_MAX}
          required
          defaultValue={profile.lastName}
          error={errors?.lastName}
        />
        <Field
          label="Telefono"
          name="phone"
          type="tel"
          autoComplete="tel"
          optional
          maxLength={PHONE_MAX}
          defaultValue={profile.phone ?? ''}
          error={errors?.phone}
        />
        <Field
          label="Azienda"
          name="company"
          autoComplete="organization"
          optional
          maxLength={COMPANY_MAX}
          defaultValue={profile.company ?? ''}
          error={errors?.company}
        />
        <div className="actions">
          <Submit className="button button-main" name="intent" value="profile" busy="Salvataggio...">
            Salva Modifiche
          </Submit>
        </div>
      </Form>
    </Dialog>
  )
}
