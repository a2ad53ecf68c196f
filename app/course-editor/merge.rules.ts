import type { CourseText } from './rules'

/**
 * Merges the form of whoever saves second. `base`: the text that the form began with. A field that only the other person
 * changed takes their text; one that both changed keeps what was typed and is in `changedByBoth`.
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
