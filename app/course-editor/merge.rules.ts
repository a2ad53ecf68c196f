import type { CourseText } from './rules'

/**
 * Merges a form with a course that somebody else has saved meanwhile. A field that only the other person changed gets
 * the stored text; a field that both changed, each in another way, keeps what was typed and is listed in
 * `changedByBoth`. `changedByOthers`: every field that the other person changed.
 * @param base the text with which the form began
 */
export function mergeCourse(base: CourseText, stored: CourseText, typed: CourseText) {
  const fields = Object.keys(typed) as (keyof CourseText)[]
  const changedByOthers = fields.filter((field) => base[field] !== stored[field])
  const changedByBoth = changedByOthers.filter(
    (field) => typed[field] !== base[field] && typed[field] !== stored[field],
  )
  const adoptedFields = changedByOthers.filter((field) => typed[field] === base[field])
  const text = { ...typed, ...Object.fromEntries(adoptedFields.map((field) => [field, stored[field]])) }
  return { text, changedByOthers, changedByBoth }
}
