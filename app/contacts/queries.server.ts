import { COURSE_INTERESTS } from '../content/interests'
import { listedTitle, nextTitles } from '../courses/queries.server'
import { isSlug } from '../courses/rules'
import { log } from '../platform/log.server'

/** So many courses travel with the page, whose first answer must stay small; it asks for the others. */
const OFFERED = 40
/** More courses than a school publishes at once. */
const ALL = 5000

/**
 * The options of 'Corso di interesse': the six of the specification, then the next courses, published or coming (the
 * six alone when the courses cannot be read). `more`: there are others. `chosen` is the option of the
 * course with this address, or ''.
 */
export async function interests(
  slug: string | null,
): Promise<{ options: string[]; more: boolean; chosen: string }> {
  const [next, named] = await Promise.all([
    nextTitles(OFFERED),
    slug && isSlug(slug) ? listedTitle(slug) : undefined,
  ]).catch((fault: unknown) => {
    log.error({ err: fault }, 'courses of the contact form failed')
    return []
  })
  const { titles, total } = next ?? { titles: [], total: 0 }
  const options = new Set([...COURSE_INTERESTS, ...titles, ...(named ? [named] : [])])
  return { options: [...options], more: total > titles.length, chosen: named ?? '' }
}

/** The six of the specification and every published or coming course. */
export async function allInterests(): Promise<string[]> {
  const { titles } = await nextTitles(ALL)
  return [...new Set([...COURSE_INTERESTS, ...titles])]
}
