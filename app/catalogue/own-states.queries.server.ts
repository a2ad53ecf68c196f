import type { LoaderFunctionArgs } from 'react-router'
import type { Member } from '../accounts/rules'
import { findMember } from '../accounts/session/session.server'
import { courseStatus } from '../enrolments/mine/course-status'
import { enrolmentsBySlug } from '../enrolments/mine/queries.server'
import type { OwnStatus } from './own-state'

/**
 * The reader's status in these courses, by slug. Empty for visitors, and if it cannot be read: the page does without.
 */
export async function ownStates(
  request: Request,
  context: LoaderFunctionArgs['context'],
  courses: { slug: string }[],
): Promise<Record<string, OwnStatus>> {
  const member = await findMember(request, context).catch(() => null)
  const slugs = courses.map(({ slug }) => slug)
  return member && slugs.length > 0 ? statesOf(member, slugs).catch(() => ({})) : {}
}

async function statesOf(member: Member, slugs: string[]): Promise<Record<string, OwnStatus>> {
  const enrolments = await enrolmentsBySlug(member, slugs)
  return Object.fromEntries(
    [...enrolments].map(([slug, enrolment]) => {
      const { label, tone } = courseStatus(enrolment)
      return [slug, { label, tone }]
    }),
  )
}
