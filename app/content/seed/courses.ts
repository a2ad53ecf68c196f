import { placeSessions } from './calendar'
import { COMING } from './courses-coming'
import { CONCLUDED, FURTHER } from './courses-further'
import { NAMED } from './courses-named'
import type { DemoCourse } from './plan'

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
