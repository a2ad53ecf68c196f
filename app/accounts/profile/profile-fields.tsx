import type { FieldErrors } from '../../ui/forms/error-summary'
import { Field } from '../../ui/forms/field'
import { COMPANY_MAX, NAME_MAX, PHONE_MAX, type ProfileFacts } from '../rules'

/**
 * Reads the profile fields of a posted form as they were typed, for a form that shows them again; '' for a missing
 * field.
 */
export function typedProfile(form: FormData): ProfileFacts {
  const text = (name: string) => String(form.get(name) ?? '')
  return {
    firstName: text('firstName'),
    lastName: text('lastName'),
    phone: text('phone'),
    company: text('company'),
  }
}

/**
 * The fields of a profile. `values`: their first values; `isOwn`: members edit their own profile, so browsers may
 * autofill it.
 */
export function ProfileFields({
  values,
  errors,
  isOwn = false,
}: {
  values: ProfileFacts
  errors: FieldErrors | undefined
  isOwn?: boolean
}) {
  const autoCompleteOf = (token: string) => (isOwn ? token : 'off')
  return (
    <>
      <Field
        label="Nome"
        name="firstName"
        autoComplete={autoCompleteOf('given-name')}
        maxLength={NAME_MAX}
        required
        defaultValue={values.firstName}
        error={errors?.firstName}
      />
      <Field
        label="Cognome"
        name="lastName"
        autoComplete={autoCompleteOf('family-name')}
        maxLength={NAME_MAX}
        required
        defaultValue={values.lastName}
        error={errors?.lastName}
      />
      <Field
        label="Telefono"
        name="phone"
        type="tel"
        autoComplete={autoCompleteOf('tel')}
        optional
        maxLength={PHONE_MAX}
        defaultValue={values.phone ?? ''}
        error={errors?.phone}
      />
      <Field
        label="Azienda"
        name="company"
        autoComplete={autoCompleteOf('organization')}
        optional
        maxLength={COMPANY_MAX}
        defaultValue={values.company ?? ''}
        error={errors?.company}
      />
    </>
  )
}
