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

/** How many past lessons with a closed register 'Le mie lezioni' shows at first. */
export const CLOSED_SHOWN = 20

/** A lesson with the facts that group it. Nobody has to close the registers of a cancelled edition any more. */
type DatedLesson = {
  startDate: string
  endDate: string
  closedAt: Date | null
  edition: { cancelledAt: Date | null }
}

/**
 * Groups the lessons of a teacher, which come by day. `ofToday`: on this day, with open or closed registers; `toClose`:
 * past, with an open register, in an edition that is not cancelled; `coming`: after this day; `closed`: past, with a
 * closed register, the newest first. `today`: YYYY-MM-DD.
 */
export function groupLessons<Lesson extends DatedLesson>(lessons: readonly Lesson[], today: string) {
  const pastLessons = lessons.filter(({ endDate }) => endDate < today)
  return {
    ofToday: lessons.filter(({ startDate, endDate }) => startDate <= today && today <= endDate),
    toClose: pastLessons.filter(({ closedAt, edition }) => closedAt === null && edition.cancelledAt === null),
    coming: lessons.filter(({ startDate }) => startDate > today),
    closed: pastLessons.filter(({ closedAt }) => closedAt !== null).reverse(),
  }
}
