import { type DemoSession, placeSessions, plusDays, SATURDAY, weekends } from './calendar'
import { COMING } from './courses-coming'
import { CONCLUDED, FURTHER } from './courses-further'
import { NAMED } from './courses-named'
import type { DemoCourse, PlannedCourse } from './plan'

const FULL_COURSE = 'gestione-dei-progetti-per-piccoli-gruppi'

/** The draft of the demo: the next edition of a course that is full. */
const DRAFTS: PlannedCourse[] = FURTHER.filter(({ slug }) => slug === FULL_COURSE).map(
  ({ earlyBirdDays: _until, ...course }) => ({
    ...course,
    slug: `${FULL_COURSE}-2`,
    editionOf: FULL_COURSE,
    draft: true,
    brochure: false,
    sessions: weekends(2, 216, SATURDAY),
  }),
)

/**
 * Returns the demo courses, all invented: twelve published, three coming, one concluded, one draft. `today`:
 * YYYY-MM-DD.
 */
export function demoCourses(today: string): DemoCourse[] {
  return [...NAMED, ...FURTHER, ...COMING, CONCLUDED, ...DRAFTS].map(
    ({ earlyBirdDays, minimum, ...course }) => ({
      ...course,
      terms: minimum && {
        minParticipants: minimum.minParticipants,
        confirmBy: plusDays(today, minimum.confirmDays),
      },
      sessions: withTopics(placeSessions(course.sessions, today), course.moduli),
      earlyBirdUntil: earlyBirdDays === undefined ? null : plusDays(today, earlyBirdDays),
    }),
  )
}

/**
 * Gives each session without a topic the module that it falls into, by its place among the sessions. Fewer sessions
 * than modules stay as they are.
 */
function withTopics(sessions: DemoSession[], modules: string[]): DemoSession[] {
  if (modules.length === 0 || sessions.length < modules.length) return sessions
  return sessions.map((session, place) => ({
    ...session,
    topic: session.topic ?? modules[Math.floor((place * modules.length) / sessions.length)] ?? null,
  }))
}
