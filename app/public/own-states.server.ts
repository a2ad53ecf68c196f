import type { LoaderFunctionArgs } from 'react-router'
import { findMember } from '../accounts/session.server'
import { enrolmentStates } from '../enrolments/queries.server'

/** The enrolments of the reader, by slug; none for visitors, and where they cannot be read. */
export async function ownStates(
  request: Request,
  context: LoaderFunctionArgs['context'],
  courses: { slug: string }[],
): Promise<Record<string, string>> {
  const member = await findMember(request, context).catch(() => null)
  const slugs = courses.map(({ slug }) => slug)
  return member && slugs.length > 0 ? enrolmentStates(member, slugs).catch(() => ({})) : {}
}
