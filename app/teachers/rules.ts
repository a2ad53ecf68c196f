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

/** How many closed registers of the past 'Le mie lezioni' shows at first. */
export const CLOSED_SHOWN = 20

/** A lesson with the facts that group it. The registers of an edition that was cancelled are not closed any more. */
type DatedLesson = {
  startDate: string
  endDate: string
  closedAt: Date | null
  edition: { cancelledAt: Date | null }
}

/**
 * Groups the lessons of a teacher: `today`, with closed registers too; `toClose`, on past days with a register that is
 * not closed, unless the edition was cancelled; `coming`; `closed`, on past days with a closed register, the newest first. `lessons`: by day; `today`:
 * YYYY-MM-DD.
 */
export function groupLessons<Lesson extends DatedLesson>(lessons: readonly Lesson[], today: string) {
  const past = lessons.filter(({ endDate }) => endDate < today)
  return {
    today: lessons.filter(({ startDate, endDate }) => startDate <= today && today <= endDate),
    toClose: past.filter(({ closedAt, edition }) => closedAt === null && edition.cancelledAt === null),
    coming: lessons.filter(({ startDate }) => startDate > today),
    closed: past.filter(({ closedAt }) => closedAt !== null).reverse(),
  }
}
