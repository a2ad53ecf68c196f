import { plusDays } from '../../italian/days'
import { type DemoSession, SATURDAY, scheduleSessions, weekends } from './calendar'
import { COMING_COURSES } from './courses-coming'
import { CONCLUDED_COURSE, FURTHER_COURSES } from './courses-further'
import { CONTACT_FORM_COURSES } from './courses-in-contact-form'
import type { DemoCourse, PlannedCourse } from './planned-course'

const FULL_COURSE = 'gestione-dei-progetti-per-piccoli-gruppi'

/** The only draft of the demo: the next edition of a course that is full. */
const DRAFT_COURSES: PlannedCourse[] = FURTHER_COURSES.filter(({ slug }) => slug === FULL_COURSE).map(
  ({ earlyBirdDays: _earlyBirdDays, ...course }) => ({
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
  return [
    ...CONTACT_FORM_COURSES,
    ...FURTHER_COURSES,
    ...COMING_COURSES,
    CONCLUDED_COURSE,
    ...DRAFT_COURSES,
  ].map(({ earlyBirdDays, minimum, ...course }) => ({
    ...course,
    terms: minimum && {
      minParticipants: minimum.minParticipants,
      confirmBy: plusDays(today, minimum.confirmDays),
    },
    sessions: withTopics(scheduleSessions(course.sessions, today), course.moduli),
    earlyBirdUntil: earlyBirdDays === undefined ? null : plusDays(today, earlyBirdDays),
  }))
}

/**
 * Gives each session without a topic a module as its topic: in their order, each module to about as many sessions.
 * Fewer sessions than modules stay as they are.
 */
function withTopics(sessions: DemoSession[], modules: string[]): DemoSession[] {
  if (modules.length === 0 || sessions.length < modules.length) return sessions
  return sessions.map((session, index) => ({
    ...session,
    topic: session.topic ?? modules[Math.floor((index * modules.length) / sessions.length)] ?? null,
  }))
}
