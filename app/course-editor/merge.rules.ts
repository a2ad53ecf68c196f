import type { CourseText } from './rules'

/**
 * The form of the second of two people who change one course. `base`: the text that the form began with; a field that
 * only the other person changed takes their text, one that both changed keeps what was typed and is in `both`.
 */
export function mergeCourse(base: CourseText, stored: CourseText, mine: CourseText) {
  const fields = Object.keys(mine) as (keyof CourseText)[]
  const changedByThem = fields.filter((field) => base[field] !== stored[field])
  const both = changedByThem.filter((field) => mine[field] !== base[field] && mine[field] !== stored[field])
  const taken = changedByThem.filter((field) => mine[field] === base[field])
  const text = { ...mine, ...Object.fromEntries(taken.map((field) => [field, stored[field]])) }
  return { text, changedByThem, both }
}
