import { redirect } from 'react-router'
import { movedTo } from '../courses/queries.server'
import { isSlug } from '../courses/rules'
import { log } from '../runtime/log.server'
import { download, downloadFailed } from '../storage/downloads.server'
import { CACHE_SECONDS } from '../storage/files.server'
import type { Route } from './+types/download-brochure.resource'
import { versionOf } from './brochure-link'
import { brochureOf } from './queries.server'
import { brochureFileName } from './rules'
import { brochures } from './stored.server'

export async function loader({ request, url, params: { slug } }: Route.LoaderArgs) {
  if (!isSlug(slug)) return missing()
  const answer = await brochure(request, url, slug).catch((error) => {
    log.error({ err: error }, 'A brochure could not be read')
    return null
  })
  return answer ?? downloadFailed(request, `/corsi/${slug}`, 'Non è stato possibile scaricare il PDF')
}

/** Null for a missing file. */
async function brochure(request: Request, url: URL, slug: string) {
  const course = await brochureOf(slug)
  if (!course) {
    const moved = await movedTo(slug)
    return moved ? redirect(`/corsi/${moved}/brochure`, 301) : missing()
  }
  const current = url.searchParams.get('v') === versionOf(course.path)
  return download(request, brochures, {
    path: course.path,
    name: brochureFileName(course.title),
    type: 'application/pdf',
    cacheControl: current ? `public, max-age=${CACHE_SECONDS}` : 'public, no-cache',
  })
}

function missing() {
  const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' }
  return new Response('Questo corso non ha una brochure.', { status: 404, headers })
}
