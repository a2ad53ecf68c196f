import { Link } from 'react-router'
import { partnerLogo } from '../../content/partner-logos'
import { questionPage } from '../../courses/pages.rules'
import type { Partner } from '../../database/schema'
import { telLink } from '../../italian/phones'
import { siteSettings } from '../../site/settings'
import { MailLink } from '../../ui/mail-link'

/** The addresses to write to: those of the course, else the office's. `slug`: undefined for a course not saved yet. */
export function Contacts({ addresses, slug }: { addresses: string[]; slug?: string }) {
  const written = addresses.length > 0 ? addresses : [siteSettings().company.email]
  return (
    <div className="written">
      <p>Per date, costi e iscrizioni scrivi a:</p>
      <ul>
        {written.map((address) => (
          <li key={address}>
            <MailLink address={address} />
          </li>
        ))}
      </ul>
      <p>
        Oppure telefona al{' '}
        <a className="num" href={telLink(siteSettings().company.phone)}>
          {siteSettings().company.phone}
        </a>
        {slug && (
          <>
            {' '}
            o usa il <Link to={`${questionPage(slug)}#scrivici`}>modulo dei contatti</Link>
          </>
        )}
        .
      </p>
    </div>
  )
}

/** The partners of a course; a partner without a known logo shows initials. */
export function Partners({ partners }: { partners: Partner[] }) {
  return (
    <>
      <h3>Partner Promotori</h3>
      <ul className="partners">
        {partners.map(({ name, logo, description }) => (
          <li key={name}>
            {partnerLogo(logo) ? (
              <img
                className="partner-logo"
                src={partnerLogo(logo)}
                alt=""
                width="64"
                height="64"
                loading="lazy"
              />
            ) : (
              <span className="partner-logo" aria-hidden="true">
                {initials(name)}
              </span>
            )}
            <div>
              <b>{name}</b>
              <p className="quiet">{description}</p>
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}

function initials(name: string): string {
  return name
    .split(/\s+/)
    .filter((word) => /^\p{Lu}/u.test(word))
    .slice(0, 2)
    .map((word) => word[0])
    .join('')
}
