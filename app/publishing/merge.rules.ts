import { type CourseText, type Field, type Standing, writeCourse } from './rules'

/** The course as it was before these changes (fields as they stand in the log, oldest first). */
export function baseOf(current: Standing, changed: Record<string, unknown>[]): CourseText {
  const { sessions, partnerPromotori, ...fields } = Object.assign({}, ...changed.toReversed())
  const lines = (field: Field, typed: unknown) => Array.isArray(typed) && { [field]: typed.join('\n') }
  return {
    ...writeCourse({ ...current, ...fields }),
    ...lines('sessions', sessions),
    ...lines('partnerPromotori', partnerPromotori),
  }
}

/**
 * Two people changed one course: what stands in the second one's form now. A field that only the other changed
 * takes their text; one that both changed keeps what was typed, and is named.
 */
export function mergeCourse(base: CourseText, theirs: CourseText, mine: CourseText) {
  const fields = Object.keys(mine) as (keyof CourseText)[]
  const changedByThem = fields.filter((field) => base[field] !== theirs[field])
  const both = changedByThem.filter((field) => mine[field] !== base[field] && mine[field] !== theirs[field])
  const taken = changedByThem.filter((field) => mine[field] === base[field])
  const text = { ...mine, ...Object.fromEntries(taken.map((field) => [field, theirs[field]])) }
  return { text, changedByThem, both }
}
