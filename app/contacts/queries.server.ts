import { COURSE_INTERESTS } from '../content/interests'
import { listedTitle, nextTitles } from '../courses/queries.server'
import { isSlug } from '../courses/rules'
import { log } from '../runtime/log.server'

/** So many courses travel with the page, whose first answer must stay small; typing fetches the others. */
const OFFERED = 40
/** More courses than a school publishes at once. */
const ALL = 5000

/**
 * The options of 'Corso di interesse': the six of the specification, then the next courses, published or coming (the
 * six alone when the courses cannot be read). `chosen` is the option of the
 * course with this address, or ''.
 */
export async function interests(slug: string | null): Promise<{ options: string[]; chosen: string }> {
  const [next, named] = await Promise.all([
    nextTitles(OFFERED),
    slug && isSlug(slug) ? listedTitle(slug) : undefined,
  ]).catch((fault: unknown) => {
    log.error({ err: fault }, 'courses of the contact form failed')
    return []
  })
  const options = new Set([...COURSE_INTERESTS, ...(next ?? []), ...(named ? [named] : [])])
  return { options: [...options], chosen: named ?? '' }
}

/** The six of the specification and every published or coming course. */
export async function allInterests(): Promise<string[]> {
  return [...new Set([...COURSE_INTERESTS, ...(await nextTitles(ALL))])]
}
