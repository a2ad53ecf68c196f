import { COURSE_INTERESTS } from '../content/interests'
import { listedTitle, nextTitles } from '../courses/queries.server'
import { isSlug } from '../courses/rules'
import { log } from '../platform/log.server'

/** So many courses can be chosen from: more would be looked for in vain, and make every page with the form heavy. */
const OFFERED = 40
const OTHER = 'Un altro corso'

/**
 * The options of 'Corso di interesse': the six of the specification, then the next courses, published or coming: all
 * of them while they are few (the six alone when the courses cannot be read). `chosen` is the option of the course
 * with this address, or ''.
 */
export async function interests(slug: string | null): Promise<{ options: string[]; chosen: string }> {
  const [next, named] = await Promise.all([
    nextTitles(OFFERED),
    slug && isSlug(slug) ? listedTitle(slug) : undefined,
  ]).catch((fault: unknown) => {
    log.error({ err: fault }, 'courses of the contact form failed')
    return []
  })
  const { titles, total } = next ?? { titles: [], total: 0 }
  const options = [...COURSE_INTERESTS, ...titles, ...(named ? [named] : [])]
  return {
    options: [...new Set(total > titles.length ? [...options, OTHER] : options)],
    chosen: named ?? '',
  }
}
