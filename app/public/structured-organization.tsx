import type { EducationalOrganization } from 'schema-dts'
import { company } from '../content/company'

/** `origin`: scheme and host. */
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
    address: company.officeLocations.map(({ street, city, postcode, province }) => ({
      '@type': 'PostalAddress',
      streetAddress: street,
      addressLocality: city,
      postalCode: postcode,
      addressRegion: province,
      addressCountry: 'IT',
    })),
  }
}
