import { readLink } from '../parsing/entries.rules'
import { tidy, tooLong } from '../parsing/text.rules'

/**
 * What the office writes about a lesson. `topic`: null without one; `place`, `link`: null if they are those of the
 * course.
 */
export type LessonDetails = { topic: string | null; place: string | null; link: string | null }
/** The fields as they are typed. */
export type LessonText = Record<keyof LessonDetails, string>
export type LessonErrors = Partial<LessonText>

/** Maximum number of characters by field. */
export const LESSON_LIMITS = { topic: 200, place: 200, link: 2_000 } as const

/** Reads the form of a lesson; an empty field is null. `errors`: a sentence by field. */
export function readLesson(text: LessonText): { lesson: LessonDetails; errors: LessonErrors } {
  const errors: LessonErrors = {}
  for (const [field, most] of Object.entries(LESSON_LIMITS) as [keyof LessonDetails, number][])
    if (text[field].length > most) errors[field] = tooLong(most, text[field].length)
  const { value: link = null, problem } = errors.link ? {} : readLink(text.link)
  if (problem) errors.link = `Il link: ${problem}`
  return { lesson: { topic: tidy(text.topic) || null, place: tidy(text.place) || null, link }, errors }
}

/** The text of the form for a stored lesson: the inverse of `readLesson`. */
export function writeLesson(lesson: Partial<LessonDetails>): LessonText {
  return { topic: lesson.topic ?? '', place: lesson.place ?? '', link: lesson.link ?? '' }
}

type Course = { location: string | null; lessonsUrl: string | null }

/** The changes of place and link of a lesson, for the e-mails to the participants. `day`: of the lesson, in words. */
export function visibleChanges(
  { location, lessonsUrl }: Course,
  day: string,
  before: LessonDetails,
  after: LessonDetails,
) {
  const where = ({ place }: LessonDetails) => place ?? location ?? ''
  const address = ({ link }: LessonDetails) => link ?? lessonsUrl ?? ''
  return [
    { what: `Luogo della lezione di ${day}`, before: where(before), after: where(after) },
    { what: `Link della lezione di ${day}`, before: address(before), after: address(after) },
  ].filter((row) => row.before !== row.after)
}
