import type { EducationalOrganization } from 'schema-dts'
import { siteSettings } from '../site/settings'

/** `origin`: scheme and host. */
export function structuredOrganization(origin: string): EducationalOrganization {
  return {
    '@type': 'EducationalOrganization',
    name: siteSettings().company.name,
    url: origin,
    logo: `${origin}/icons/512.png`,
    description: siteSettings().company.tagline,
    foundingDate: String(siteSettings().company.founded),
    email: siteSettings().company.email,
    telephone: siteSettings().company.phone,
    address: siteSettings().offices.map(({ street, city, postcode, province }) => ({
      '@type': 'PostalAddress',
      streetAddress: street,
      addressLocality: city,
      postalCode: postcode,
      addressRegion: province,
      addressCountry: 'IT',
    })),
  }
}
