import { href, Link } from 'react-router'
import { company } from '../content/company'
import { ACCESSIBILITY, LEGAL_PAGES } from '../content/legal'
import { telLink } from '../italian/phones'
import { today } from '../runtime/clock'
import { Brand } from './brand'

export function Footer() {
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
          {company.officeLocations.map(({ city, street, postcode, province }) => (
            <div key={city}>
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
          {LEGAL_PAGES.map(({ path, title }) => (
            <Link key={path} to={path}>
              {path === ACCESSIBILITY.path ? 'Accessibilità' : title}
            </Link>
          ))}
        </div>
      </div>
    </footer>
  )
}

export function OpeningHours() {
  return (
    <>
      {company.hours.days}{' '}
      {company.hours.spans.map(({ from, to }, i) => (
        <span key={from}>
          {i > 0 && ' e '}
          <span className="num">
            {from}-{to}
          </span>
        </span>
      ))}
    </>
  )
}
