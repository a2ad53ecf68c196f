import { href } from 'react-router'
import { isSlug } from '../courses/rules'

export const COMPARED = 3
export const COMPARED_IN_WORDS = 'due o tre corsi'
/** The courses that are chosen, in the address of the catalogue: they stay chosen on every page of it. */
export const CHOSEN = 'confronta'

/** The slugs of '?corsi=a,b,c', and of an address that repeats the name. */
export function slugsOf(search: URLSearchParams, name = 'corsi'): string[] {
  const slugs = search.getAll(name).flatMap((value) => value.split(','))
  return [...new Set(slugs.filter(isSlug))]
}

export const compareAddress = (slugs: string[]) =>
  slugs.length > 0 ? `${href('/confronta')}?corsi=${slugs.join(',')}` : href('/confronta')
