import { href } from 'react-router'
import { isSlug } from '../courses/rules'

/** How many courses can be compared at most. */
export const MOST_COMPARED = 3
/** The least and the most courses of a comparison, for sentences. */
export const COMPARED_IN_WORDS = 'due o tre corsi'
/** The parameter of every page of the catalogue with the slugs of the courses chosen for comparison. */
export const COMPARED_PARAMETER = 'confronta'
/** The parameter of the page of a comparison with the slugs of its courses. */
const COMPARISON_PARAMETER = 'corsi'

/** The slugs in a parameter, each once: separated by commas, or in a repeated parameter. Other texts are left out. */
export function slugsIn(search: URLSearchParams, parameter = COMPARISON_PARAMETER): string[] {
  const slugs = search.getAll(parameter).flatMap((value) => value.split(','))
  return [...new Set(slugs.filter(isSlug))]
}

/** The address of the page that compares these courses; without slugs, of the page that explains how to compare. */
export const compareAddress = (slugs: string[]) =>
  slugs.length > 0 ? `${href('/confronta')}?${COMPARISON_PARAMETER}=${slugs.join(',')}` : href('/confronta')
