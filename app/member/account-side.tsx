import { href, Link } from 'react-router'
import { ACCOUNT_PATH } from '../accounts/pages.rules'
import { NO_COMPANY, NO_PHONE } from '../accounts/rules'
import { OpeningHours } from '../public/opening-hours'
import { OfficePhoneLink } from '../site/office-phone'
import { MailAddress } from '../ui/mail-link'
import './account-rows.css'

type Profile = {
  firstName: string
  lastName: string
  email: string
  phone: string | null
  company: string | null
}

/**
 * Data and links of the account, beside the courses of the dashboard, below them on a phone. `hasHadSeat`: the member
 * has or had a seat in a course.
 */
export function AccountSide({ profile, hasHadSeat }: { profile: Profile; hasHadSeat: boolean }) {
  const rows = [
    ['Nome', profile.firstName],
    ['Cognome', profile.lastName],
    ['Email', <MailAddress key="email" address={profile.email} />],
    ['Telefono', profile.phone ?? NO_PHONE],
    ['Azienda', profile.company ?? NO_COMPANY],
  ] as const
  return (
    <aside className="account-side" aria-labelledby="dati">
      <h2 id="dati">Dati personali</h2>
      <dl className="pairs">
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Link className="button" to={href('/dashboard/profilo')} preventScrollReset>
        Modifica profilo
      </Link>
      <ul className="account-rows">
        {hasHadSeat && (
          <>
            <li>
              <Link to={`${ACCOUNT_PATH}#calendario`}>
                Calendario dei miei corsi <small>Un indirizzo che si aggiorna da solo</small>
              </Link>
            </li>
            <li>
              <a href={href('/dashboard/riepilogo.pdf')}>
                Riepilogo della formazione <small>Corsi, ore e attestati in un PDF</small>
              </a>
            </li>
          </>
        )}
        <li>
          <Link to={ACCOUNT_PATH}>
            Account <small>Password, accessi, copia dei dati, eliminazione</small>
          </Link>
        </li>
      </ul>
      <div className="help">
        <h3>Serve una persona?</h3>
        <p>
          <OpeningHours />
        </p>
        <OfficePhoneLink />
      </div>
    </aside>
  )
}
