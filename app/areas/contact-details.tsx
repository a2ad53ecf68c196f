import { company } from '../content/company'
import { home } from '../content/home'
import { OpeningHours } from './footer'

/** Telephone, e-mail, hours and reviews, as label and value. */
export function ContactDetails() {
  const { phone, email, hours, reviews, toReviews } = home.contact
  return (
    <dl className="pairs">
      <div>
        <dt>{phone}</dt>
        <dd className="num">
          <a href={`tel:${company.phone.replaceAll(' ', '')}`}>{company.phone}</a>
        </dd>
      </div>
      <div>
        <dt>{email}</dt>
        <dd>
          <a href={`mailto:${company.email}`}>{company.email}</a>
        </dd>
      </div>
      <div>
        <dt>{hours}</dt>
        <dd>
          <OpeningHours />
          <br />
          {company.hours.closed}
        </dd>
      </div>
      <div>
        <dt>{reviews}</dt>
        <dd>
          <a href={company.reviewsUrl} target="_blank" rel="noopener">
            {toReviews}
          </a>
        </dd>
      </div>
    </dl>
  )
}
