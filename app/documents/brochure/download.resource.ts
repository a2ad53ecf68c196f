import { href, redirect } from 'react-router'
import { isStaffRequest } from '../../accounts/session/session.server'
import { presentSlugOf } from '../../courses/queries.server'
import { isSlug } from '../../courses/rules'
import { log } from '../../runtime/log.server'
import { download, respondToFailedDownload } from '../../storage/downloads.server'
import { CACHE_SECONDS } from '../../storage/files.server'
import { brochureFileName } from '../rules'
import { brochures } from '../stored.server'
import type { Route } from './+types/download.resource'
import { brochureVersion } from './brochure-link'
import { brochureOf } from './queries.server'

export async function loader({ request, url, params: { slug }, context }: Route.LoaderArgs) {
  if (!isSlug(slug)) return notFound()
  const isReaderStaff = () => isStaffRequest(request, context)
  const response = await answerBrochure(request, url, slug, isReaderStaff).catch((error) => {
    log.error({ err: error }, 'A brochure could not be read')
    return null
  })
  return (
    response ??
    respondToFailedDownload(request, href('/corsi/:slug', { slug }), 'Non è stato possibile scaricare il PDF')
  )
}

/**
 * Answers with the brochure; null if the file is missing. The brochure of a draft is for the office alone.
 * `isReaderStaff`: reads the session, so it is called for drafts only.
 */
async function answerBrochure(
  request: Request,
  url: URL,
  slug: string,
  isReaderStaff: () => Promise<boolean>,
) {
  const course = await brochureOf(slug)
  if (!course) {
    const moved = await presentSlugOf(slug)
    return moved ? redirect(href('/corsi/:slug/brochure', { slug: moved }), 301) : notFound()
  }
  if (course.draft && !(await isReaderStaff())) return notFound()
  // Whether the address names this version, not a former one.
  const isCurrent = url.searchParams.get('v') === brochureVersion(course.path)
  return download(request, brochures, {
    path: course.path,
    name: brochureFileName(course.title),
    type: 'application/pdf',
    cacheControl: course.draft
      ? 'no-store'
      : isCurrent
        ? `public, max-age=${CACHE_SECONDS}`
        : 'public, no-cache',
  })
}

function notFound() {
  const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' }
  return new Response('Questo corso non ha una brochure.', { status: 404, headers })
}
