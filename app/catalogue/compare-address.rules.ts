import { href } from 'react-router'
import { isSlug } from '../courses/rules'

/** Most courses that are compared; `COMPARED_IN_WORDS` says the least too. */
export const MOST_COMPARED = 3
export const COMPARED_IN_WORDS = 'due o tre corsi'
/** The parameter of the catalogue with the slugs of the courses chosen for comparison; all its pages keep it. */
export const COMPARE_PARAMETER = 'confronta'

/**
 * The slugs in a parameter, each once: separated by commas, or in a repeated parameter. Other texts are left out.
 * `name`: of the parameter; 'corsi' is that of the comparison.
 */
export function slugsOf(search: URLSearchParams, name = 'corsi'): string[] {
  const slugs = search.getAll(name).flatMap((value) => value.split(','))
  return [...new Set(slugs.filter(isSlug))]
}

export const compareAddress = (slugs: string[]) =>
  slugs.length > 0 ? `${href('/confronta')}?corsi=${slugs.join(',')}` : href('/confronta')
