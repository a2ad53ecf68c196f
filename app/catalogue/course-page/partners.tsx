import { partnerLogo } from '../../content/partner-logos'
import type { Partner } from '../../database/schema'

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
