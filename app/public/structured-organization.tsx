import type { EducationalOrganization, OpeningHoursSpecification } from 'schema-dts'
import type { AnnouncedClosure } from '../site/opening.server'
import { siteSettings } from '../site/settings'

/**
 * The structured data of the school with its VAT number, which the home page leaves out to stay small. With `closures`
 * they have the opening hours and the closures of the whole school too. `origin`: scheme and host.
 */
export function structuredOrganizationInDetail(
  origin: string,
  closures?: AnnouncedClosure[],
): EducationalOrganization {
  const { company } = siteSettings()
  return {
    ...structuredOrganization(origin),
    vatID: `IT${company.vat}`,
    ...(closures && {
      contactPoint: {
        '@type': 'ContactPoint',
        telephone: company.phone,
        hoursAvailable: [...weekHours(), ...closures.filter(isOfSchool).map(closedHours)],
      },
    }),
  }
}

/** The structured data of the school. `origin`: scheme and host. */
export function structuredOrganization(origin: string): Exclude<EducationalOrganization, string> {
  const { company, offices } = siteSettings()
  return {
    '@type': 'EducationalOrganization',
    name: company.name,
    url: origin,
    logo: `${origin}/icons/512.png`,
    description: company.tagline,
    foundingDate: String(company.founded),
    email: company.email,
    telephone: company.phone,
    address: offices.map(({ street, city, postcode, province }) => ({
      '@type': 'PostalAddress',
      streetAddress: street,
      addressLocality: city,
      postalCode: postcode,
      addressRegion: province,
      addressCountry: 'IT',
    })),
  }
}

const DAYS_OF_WEEK = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

const weekHours = () =>
  siteSettings().hours.week.flatMap((spans, day) =>
    spans.map(
      ({ from, to }): OpeningHoursSpecification => ({
        '@type': 'OpeningHoursSpecification',
        dayOfWeek: DAYS_OF_WEEK[day],
        opens: from.padStart(5, '0'),
        closes: to.padStart(5, '0'),
      }),
    ),
  )

const isOfSchool = ({ city }: AnnouncedClosure) => city === null

/** The opening hours of closed days: for search engines, equal times of opening and closing mean closed. */
const closedHours = ({ day, until }: AnnouncedClosure): OpeningHoursSpecification => ({
  '@type': 'OpeningHoursSpecification',
  validFrom: day,
  validThrough: until,
  opens: '00:00',
  closes: '00:00',
})
