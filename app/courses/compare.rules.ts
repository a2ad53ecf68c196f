import { isSlug } from './rules'

export const COMPARED = 3

/** The slugs of '?corsi=a,b,c', and of a form that repeats the name. */
export function slugsOf(search: URLSearchParams): string[] {
  const slugs = search.getAll('corsi').flatMap((value) => value.split(','))
  return [...new Set(slugs.filter(isSlug))]
}

export const compareAddress = (slugs: string[]) =>
  slugs.length > 0 ? `/confronta?corsi=${slugs.join(',')}` : '/confronta'
