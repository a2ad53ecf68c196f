import { NO_COMPANY, NO_PHONE } from '../accounts/rules'
import { MailAddress } from '../ui/mail-link'

type Profile = {
  firstName: string
  lastName: string
  email: string
  phone: string | null
  company: string | null
}

/** The personal data of a member, as a list. */
export function PersonalData({ profile }: { profile: Profile }) {
  const rows = [
    ['Nome', profile.firstName],
    ['Cognome', profile.lastName],
    ['Email', profile.email],
    ['Telefono', profile.phone ?? NO_PHONE],
    ['Azienda', profile.company ?? NO_COMPANY],
  ] as const
  return (
    <dl className="pairs">
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value === profile.email ? <MailAddress address={value} /> : value}</dd>
        </div>
      ))}
    </dl>
  )
}
