import { href } from 'react-router'
import type { BreadcrumbList, Course, ItemList } from 'schema-dts'
import type { AttendanceMode } from '../../courses/modes.rules'
import type { CourseFacts } from '../../courses/queries.server'
import { type CourseState, seatsLeft } from '../../courses/rules'
import { siteSettings } from '../../site/settings'

const pageOf = (slug: string, origin: string) => `${origin}${href('/corsi/:slug', { slug })}`

function availabilityOf(course: CourseFacts, state: CourseState) {
  if (state !== 'available') return 'https://schema.org/OutOfStock'
  const left = seatsLeft(course, course.seatsTaken)
  return left === 0 ? 'https://schema.org/SoldOut' : 'https://schema.org/InStock'
}

/** The structured data of a course page: a `Course` of schema.org. `origin`: scheme and host. */
export function structuredCourse(
  course: CourseFacts,
  { mode, hasPlaceOnSite }: AttendanceMode,
  state: CourseState,
  origin: string,
): Course {
  const url = pageOf(course.slug, origin)
  return {
    '@type': 'Course',
    name: course.title,
    description: course.shortDescription ?? course.description ?? course.title,
    url,
    inLanguage: 'it',
    courseCode: course.slug,
    educationalLevel: course.level ? ['Professional', course.level] : 'Professional',
    provider: { '@type': 'EducationalOrganization', name: siteSettings().company.name, url: origin },
    ...(course.startDate &&
      state !== 'cancelled' && {
        hasCourseInstance: {
          '@type': 'CourseInstance',
          ...(mode && { courseMode: mode }),
          ...(course.location && hasPlaceOnSite && { location: course.location }),
          startDate: course.startDate,
          ...(course.endDate && { endDate: course.endDate }),
          ...(course.totalHours && { courseWorkload: `PT${course.totalHours}H` }),
        },
      }),
    ...(course.price !== null && {
      offers: {
        '@type': 'Offer',
        category: course.price === 0 ? 'Free' : 'Paid',
        price: course.price.toFixed(2),
        priceCurrency: 'EUR',
        availability: availabilityOf(course, state),
        url,
      },
    }),
  }
}

/** The breadcrumbs of a course page as structured data. `origin`: scheme and host. */
export function structuredBreadcrumbs({ title, slug }: CourseFacts, origin: string): BreadcrumbList {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [
      { '@type': 'ListItem', position: 1, name: 'Corsi', item: `${origin}${href('/corsi')}` },
      { '@type': 'ListItem', position: 2, name: title, item: pageOf(slug, origin) },
    ],
  }
}

/** The courses of a list as structured data, in the order of the page. `origin`: scheme and host. */
export function structuredList(courses: { slug: string }[], origin: string): ItemList {
  return {
    '@type': 'ItemList',
    itemListElement: courses.map(({ slug }, i) => ({
      '@type': 'ListItem',
      position: i + 1,
      url: pageOf(slug, origin),
    })),
  }
}
