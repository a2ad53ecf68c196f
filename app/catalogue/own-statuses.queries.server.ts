import type { LoaderFunctionArgs } from 'react-router'
import type { Member } from '../accounts/rules'
import { findMember } from '../accounts/session/session.server'
import { enrolmentStatus } from '../enrolments/mine/enrolment-status'
import { enrolmentsBySlug } from '../enrolments/mine/queries.server'
import type { OwnStatus } from './own-status'

/**
 * The reader's status in these courses, by slug; a course without an enrolment has none. Empty for visitors, and if it
 * cannot be read, so that the page is shown without it.
 */
export async function readOwnStatuses(
  request: Request,
  context: LoaderFunctionArgs['context'],
  courses: { slug: string }[],
): Promise<Record<string, OwnStatus>> {
  const member = await findMember(request, context).catch(() => null)
  const slugs = courses.map(({ slug }) => slug)
  return member && slugs.length > 0 ? statusesOf(member, slugs).catch(() => ({})) : {}
}

async function statusesOf(member: Member, slugs: string[]): Promise<Record<string, OwnStatus>> {
  const enrolments = await enrolmentsBySlug(member, slugs)
  return Object.fromEntries(
    [...enrolments].map(([slug, enrolment]) => {
      const { label, tone } = enrolmentStatus(enrolment)
      return [slug, { label, tone }]
    }),
  )
}
