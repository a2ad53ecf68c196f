import { placeSessions } from './demo-calendar'
import { COMING } from './demo-courses-coming'
import { CONCLUDED, FURTHER } from './demo-courses-further'
import { NAMED } from './demo-courses-named'
import type { DemoCourse } from './demo-plan'

/**
 * The demo catalogue as seen on `today` (YYYY-MM-DD): twelve published courses, three coming, and one published
 * course whose sessions are over. Sessions are in order of time. All of it is invented.
 */
export function demoCourses(today: string): DemoCourse[] {
  return [...NAMED, ...FURTHER, ...COMING, CONCLUDED].map((course) => ({
    ...course,
    sessions: placeSessions(course.sessions, today),
  }))
}
