import type { EducationalOrganization } from 'schema-dts'
import { company } from '../content/company'

/** The school in the words of schema.org, as the pages show it. `origin` is scheme and host of the site. */
export function structuredOrganization(origin: string): EducationalOrganization {
  return {
    '@type': 'EducationalOrganization',
    name: company.name,
    url: origin,
    logo: `${origin}/icons/512.png`,
    description: company.tagline,
    foundingDate: String(company.founded),
    email: company.email,
    telephone: company.phone,
    address: company.offices.map(({ street, city, postcode, province }) => ({
      '@type': 'PostalAddress',
      streetAddress: street,
      addressLocality: city,
      postalCode: postcode,
      addressRegion: province,
      addressCountry: 'IT',
    })),
  }
}
