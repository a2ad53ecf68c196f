import { href, redirect } from 'react-router'
import { isStaffRequest } from '../../accounts/session/session.server'
import { presentSlugOf } from '../../courses/queries.server'
import { isSlug } from '../../courses/rules'
import { download, downloadOrExplain, plainAnswer } from '../../storage/downloads.server'
import { CACHE_SECONDS } from '../../storage/files.server'
import { brochureFileName } from '../rules'
import { brochures } from '../stored.server'
import type { Route } from './+types/download.resource'
import { brochureVersion } from './brochure-link'
import { brochureOf } from './queries.server'

/** Answers with the brochure of a course. The brochure of a draft is for the office alone. */
export async function loader({ request, url, params: { slug }, context }: Route.LoaderArgs) {
  if (!isSlug(slug)) return notFound()
  const page = href('/corsi/:slug', { slug })
  return downloadOrExplain(request, page, 'Non è stato possibile scaricare il PDF', async () => {
    const course = await brochureOf(slug)
    if (!course) {
      const moved = await presentSlugOf(slug)
      return moved ? redirect(href('/corsi/:slug/brochure', { slug: moved }), 301) : notFound()
    }
    if (course.draft && !(await isStaffRequest(request, context))) return notFound()
    // Whether the address names this version, not a former one.
    const isCurrent = url.searchParams.get('v') === brochureVersion(course.path)
    const cachePeriod = isCurrent ? `public, max-age=${CACHE_SECONDS}` : 'public, no-cache'
    return download(request, brochures, {
      path: course.path,
      name: brochureFileName(course.title),
      type: 'application/pdf',
      cacheControl: course.draft ? 'no-store' : cachePeriod,
    })
  })
}

const notFound = () => plainAnswer('Questo corso non ha una brochure.', 404)
