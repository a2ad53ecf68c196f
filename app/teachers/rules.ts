import { isAtOwnPace } from '../courses/rules'
import type { Outcome } from '../runtime/outcome.rules'

type TeacherRefusal = 'unknown-course' | 'unknown-person' | 'already-teacher' | 'not-teacher'
export type TeacherOutcome<Done extends object = object> = Outcome<TeacherRefusal, Done>

const SENTENCES: Record<TeacherRefusal, string> = {
  'unknown-course': 'Questo corso non c’è più',
  'unknown-person': 'Nessuno ha un account con questa email',
  'already-teacher': 'Questa persona può già segnare le presenze',
  'not-teacher': 'Questa persona non poteva più segnare le presenze',
}

/** Says why a teacher was not added or removed. */
export const explainTeacherRefusal = ({ refusal }: { refusal: TeacherRefusal }) => SENTENCES[refusal]

/** A lesson with the facts that group it. `peopleCount`: how many have a seat in the edition. */
type DatedLesson = {
  startDate: string
  endDate: string
  hours: number | null
  closedAt: Date | null
  peopleCount: number
  edition: { cancelledAt: Date | null; format: string | null }
}

/**
 * Whether the register of a past lesson waits to be closed: it is open, and there are hours and people to mark. Nobody
 * has to close one of a cancelled edition, and lessons at one's own pace have none.
 */
const isToClose = ({ closedAt, hours, peopleCount, edition }: DatedLesson) =>
  closedAt === null &&
  hours !== null &&
  peopleCount > 0 &&
  edition.cancelledAt === null &&
  !isAtOwnPace(edition)

/**
 * Groups the lessons of a teacher, which come by day. `ofToday`: on this day, with open or closed registers; `toClose`:
 * past, with a register to be closed (`isToClose`); `coming`: after this day; `closed`: past, with a closed register,
 * the newest first. `today`: YYYY-MM-DD.
 */
export function groupLessons<Lesson extends DatedLesson>(lessons: readonly Lesson[], today: string) {
  const pastLessons = lessons.filter(({ endDate }) => endDate < today)
  return {
    ofToday: lessons.filter(({ startDate, endDate }) => startDate <= today && today <= endDate),
    toClose: pastLessons.filter(isToClose),
    coming: lessons.filter(({ startDate }) => startDate > today),
    closed: pastLessons.filter(({ closedAt }) => closedAt !== null).reverse(),
  }
}
