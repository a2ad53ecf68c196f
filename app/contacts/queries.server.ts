import { ANOTHER_QUESTION, COURSE_INTERESTS } from '../content/interests'
import { firstListedTitles, isListedTitle, titleOnSite } from '../courses/queries.server'
import { isSlug, slugFrom } from '../courses/rules'
import { log } from '../runtime/log.server'

/** How many titles of listed courses the page has; a script fetches the others. */
const OPTIONS_IN_PAGE = 40
/** How many titles of listed courses the script fetches at most. */
const MOST_OPTIONS = 5000

/**
 * Returns the first options of 'Corso di interesse' that name a course: the fixed ones, the next listed courses and the
 * chosen one. `chosen`: the title of the course with this slug, also of one that is over or cancelled, '' without one.
 * While courses cannot be read, there are only the fixed options.
 */
export async function interestOptions(slug: string | null): Promise<{ options: string[]; chosen: string }> {
  const [titles, chosenTitle] = await Promise.all([
    firstListedTitles(OPTIONS_IN_PAGE),
    slug && isSlug(slug) ? titleOnSite(slug) : undefined,
  ]).catch((fault: unknown) => {
    log.error({ err: fault }, 'courses of the contact form could not be read')
    return []
  })
  const options = new Set([...COURSE_INTERESTS, ...(titles ?? []), ...(chosenTitle ? [chosenTitle] : [])])
  return { options: [...options], chosen: chosenTitle ?? '' }
}

/** Whether the interest of a visitor is a course: a fixed option, or the title of a listed course. */
export async function isCourseInterest(interest: string): Promise<boolean> {
  if (COURSE_INTERESTS.some((title) => slugFrom(title) === slugFrom(interest))) return true
  return interest !== ANOTHER_QUESTION && isListedTitle(interest)
}

/** Every option of 'Corso di interesse' that names a course, `MOST_OPTIONS` of the listed ones at most. */
export async function allInterestOptions(): Promise<string[]> {
  return [...new Set([...COURSE_INTERESTS, ...(await firstListedTitles(MOST_OPTIONS))])]
}
