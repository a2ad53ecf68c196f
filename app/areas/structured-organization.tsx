import { company } from '../content/company'

/** schema.org data of the school, as the home page shows it. */
export function structuredOrganization(): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'EducationalOrganization',
    name: company.name,
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
