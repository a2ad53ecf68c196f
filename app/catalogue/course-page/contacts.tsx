import { Link } from 'react-router'
import { contactPageAbout } from '../../courses/pages.rules'
import { telLink } from '../../italian/phones'
import { siteSettings } from '../../site/settings'
import { MailLink } from '../../ui/mail-link'

/**
 * How to reach the office about a course. `addresses`: the e-mail addresses of the course; [] for that of the office;
 * `slug`: undefined for a course that is not saved yet, which gets no link to the contact form.
 */
export function Contacts({ addresses, slug }: { addresses: string[]; slug?: string }) {
  const shownAddresses = addresses.length > 0 ? addresses : [siteSettings().company.email]
  return (
    <div className="write-to">
      <p>Per date, costi e iscrizioni scrivi a:</p>
      <ul>
        {shownAddresses.map((address) => (
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
            o usa il <Link to={`${contactPageAbout(slug)}#scrivici`}>modulo dei contatti</Link>
          </>
        )}
        .
      </p>
    </div>
  )
}
