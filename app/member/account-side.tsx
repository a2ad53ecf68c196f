import { href, Link } from 'react-router'
import { ACCOUNT_PATH } from '../accounts/pages.rules'
import { telLink } from '../italian/phones'
import { OpeningHours } from '../public/footer'
import { PersonalData } from '../public/personal-data'
import { siteSettings } from '../site/settings'
import { Icon } from '../ui/icon'
import './account-rows.css'

type Profile = Parameters<typeof PersonalData>[0]['profile']

/**
 * Data and links of the account, beside the courses of the dashboard, below them on a phone. `hasSeat`: the member
 * has a seat in a course; `hadSeat`: has or had one.
 */
export function AccountSide({
  profile,
  hasSeat,
  hadSeat,
}: {
  profile: Profile
  hasSeat: boolean
  hadSeat: boolean
}) {
  return (
    <aside className="account-side" aria-labelledby="dati">
      <h2 id="dati">Dati personali</h2>
      <PersonalData profile={profile} />
      <Link className="button" to={href('/dashboard/profilo')} preventScrollReset>
        Modifica profilo
      </Link>
      <ul className="account-rows">
        {hasSeat && (
          <li>
            <Link to={`${ACCOUNT_PATH}#calendario`}>
              Calendario dei miei corsi <small>Un indirizzo che si aggiorna da solo</small>
            </Link>
          </li>
        )}
        {hadSeat && (
          <li>
            <a href={href('/dashboard/riepilogo.pdf')}>
              Riepilogo della formazione <small>Corsi, ore e attestati in un PDF</small>
            </a>
          </li>
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
        <a className="link" href={telLink(siteSettings().company.phone)}>
          <Icon name="phone" />
          <span className="num">{siteSettings().company.phone}</span>
        </a>
      </div>
    </aside>
  )
}
