import type { FieldErrors } from '../../ui/forms/error-summary'
import { Field } from '../../ui/forms/field'
import { COMPANY_MAX, NAME_MAX, PHONE_MAX, type ProfileFacts } from '../rules'

/**
 * Reads the profile fields of a posted form as they were typed, for a form that shows them again; '' for a missing
 * field. `suffix`: ends their names.
 */
export function typedProfile(form: FormData, suffix = ''): ProfileFacts {
  const text = (name: keyof ProfileFacts) => String(form.get(name + suffix) ?? '')
  return {
    firstName: text('firstName'),
    lastName: text('lastName'),
    phone: text('phone'),
    company: text('company'),
  }
}

type Props<Values> = { values: Values; errors: FieldErrors | undefined; isOwn?: boolean }

/** The names of a person. `isOwn`: people type their own names, so browsers may autofill them. */
export function NameFields({
  values,
  errors,
  isOwn = false,
}: Props<Pick<ProfileFacts, 'firstName' | 'lastName'> | undefined>) {
  return (
    <>
      <Field
        label="Nome"
        name="firstName"
        autoComplete={isOwn ? 'given-name' : 'off'}
        maxLength={NAME_MAX}
        required
        defaultValue={values?.firstName}
        error={errors?.firstName}
      />
      <Field
        label="Cognome"
        name="lastName"
        autoComplete={isOwn ? 'family-name' : 'off'}
        maxLength={NAME_MAX}
        required
        defaultValue={values?.lastName}
        error={errors?.lastName}
      />
    </>
  )
}

/** The fields of a profile. `values`: their first values; `isOwn`: as in `NameFields`. */
export function ProfileFields({ values, errors, isOwn = false }: Props<ProfileFacts>) {
  return (
    <>
      <NameFields values={values} errors={errors} isOwn={isOwn} />
      <Field
        label="Telefono"
        name="phone"
        type="tel"
        autoComplete={isOwn ? 'tel' : 'off'}
        optional
        maxLength={PHONE_MAX}
        defaultValue={values.phone ?? ''}
        error={errors?.phone}
      />
      <Field
        label="Azienda"
        name="company"
        autoComplete={isOwn ? 'organization' : 'off'}
        optional
        maxLength={COMPANY_MAX}
        defaultValue={values.company ?? ''}
        error={errors?.company}
      />
    </>
  )
}
