import { placeSessions, plusDays } from './calendar'
import { COMING } from './courses-coming'
import { CONCLUDED, FURTHER } from './courses-further'
import { NAMED } from './courses-named'
import type { DemoCourse } from './plan'

/** `today`: YYYY-MM-DD. Twelve published courses, three coming, one concluded. All data are invented. */
export function demoCourses(today: string): DemoCourse[] {
  return [...NAMED, ...FURTHER, ...COMING, CONCLUDED].map(({ earlyBirdDays, ...course }) => ({
    ...course,
    sessions: placeSessions(course.sessions, today),
    earlyBirdUntil: earlyBirdDays === undefined ? null : plusDays(today, earlyBirdDays),
  }))
}
