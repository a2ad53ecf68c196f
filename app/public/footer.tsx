import { href, Link } from 'react-router'
import { LEGAL_TITLES, legalPath } from '../content/legal'
import { telLink } from '../italian/phones'
import { today } from '../runtime/clock'
import { siteSettings } from '../site/settings'
import { Brand } from './brand'
import { OpeningHours } from './opening-hours'

export function Footer() {
  const { company, offices } = siteSettings()
  return (
    <footer className="site-foot">
      <div className="page">
        <div className="foot-grid">
          <div>
            <Brand />
            <p>
              {company.tagline} dal <span className="num">{company.founded}</span>, in collaborazione con{' '}
              {company.partner}.
            </p>
            <p className="actions">
              <Link to={href('/corsi')}>Corsi</Link>
              <Link to={href('/chi-siamo')}>Chi siamo</Link>
            </p>
          </div>
          {offices.map(({ id, city, street, postcode, province }) => (
            <div key={id}>
              <h2>{city}</h2>
              <p>
                {street}
                <br />
                {postcode} {city} ({province})
              </p>
            </div>
          ))}
          <div>
            <h2>Segreteria</h2>
            <p>
              <OpeningHours />
              <br />
              <a href={telLink(company.phone)} className="num">
                {company.phone}
              </a>
              <br />
              <a href={`mailto:${company.email}`}>{company.email}</a>
            </p>
          </div>
        </div>
        <div className="foot-legal">
          <span suppressHydrationWarning>
            © {today().slice(0, 4)} {company.name}
          </span>
          <span>P. IVA {company.vat}</span>
          {Object.entries(LEGAL_TITLES).map(([name, title]) => (
            <Link key={name} to={legalPath(name)}>
              {name === 'accessibilita' ? 'Accessibilità' : title}
            </Link>
          ))}
        </div>
      </div>
    </footer>
  )
}
