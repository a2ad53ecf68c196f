import { COURSE_INTERESTS } from '../content/interests'
import { listedCourses } from '../courses/queries.server'
import { log } from '../platform/log.server'

/**
 * The options of 'Corso di interesse': the six of the specification, then every other published or coming course
 * (the six alone when the courses cannot be read). `chosen` is the option of the course with this address, or ''.
 */
export async function interests(slug: string | null): Promise<{ options: string[]; chosen: string }> {
  const courses = await listedCourses().catch((fault: unknown) => {
    log.error({ err: fault }, 'courses of the contact form failed')
    return []
  })
  const options = [...new Set([...COURSE_INTERESTS, ...courses.map(({ title }) => title)])]
  return { options, chosen: courses.find((course) => course.slug === slug)?.title ?? '' }
}
