import { company } from '../content/company'
import type { CourseFacts } from './queries.server'

/** schema.org data of a course: only what the page shows too. `origin` is scheme and host of the site. */
export function courseStructuredData(course: CourseFacts, origin: string): object {
  const provider = { '@type': 'EducationalOrganization', name: company.name, url: origin }
  return {
    '@context': 'https://schema.org',
    '@type': 'Course',
    name: course.title,
    description: course.shortDescription ?? course.description ?? course.title,
    url: `${origin}/corsi/${course.slug}`,
    inLanguage: 'it',
    courseCode: course.slug,
    educationalLevel: 'Professional',
    provider,
    ...(course.startDate && {
      hasCourseInstance: {
        '@type': 'CourseInstance',
        courseMode: course.modalita ?? undefined,
        location: course.location ?? undefined,
        startDate: course.startDate,
        endDate: course.endDate ?? undefined,
        courseWorkload: course.totalHours ? `PT${course.totalHours}H` : undefined,
      },
    }),
    ...(course.price !== null && {
      offers: {
        '@type': 'Offer',
        category: 'Paid',
        price: course.price.toFixed(2),
        priceCurrency: 'EUR',
        url: `${origin}/corsi/${course.slug}`,
      },
    }),
  }
}
