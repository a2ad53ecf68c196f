import type { CourseText } from './rules'

/**
 * The form of the second of two people who change one course. `base`: the text that the form began with; a field that
 * only the other person changed takes their text, one that both changed keeps what was typed and is in `changedByBoth`.
 */
export function mergeCourse(base: CourseText, stored: CourseText, typed: CourseText) {
  const fields = Object.keys(typed) as (keyof CourseText)[]
  const changedByThem = fields.filter((field) => base[field] !== stored[field])
  const changedByBoth = changedByThem.filter(
    (field) => typed[field] !== base[field] && typed[field] !== stored[field],
  )
  const taken = changedByThem.filter((field) => typed[field] === base[field])
  const text = { ...typed, ...Object.fromEntries(taken.map((field) => [field, stored[field]])) }
  return { text, changedByThem, changedByBoth }
}
