import { redirect } from 'react-router'
import { movedTo } from '../courses/queries.server'
import { isSlug } from '../courses/rules'
import { download } from '../platform/downloads.server'
import { CACHE_SECONDS } from '../platform/files.server'
import { redirectWith } from '../platform/flash.server'
import { log } from '../platform/log.server'
import type { Route } from './+types/download-brochure.resource'
import { versionOf } from './brochure-link'
import { brochureOf } from './queries.server'
import { brochureFileName } from './rules'
import { brochures } from './stored.server'

/** The brochure of a visible course, for everybody. */
export async function loader({ request, url, params: { slug } }: Route.LoaderArgs) {
  if (!isSlug(slug)) return missing()
  const course = await brochureOf(slug)
  if (!course) {
    const moved = await movedTo(slug)
    return moved ? redirect(`/corsi/${moved}/brochure`, 301) : missing()
  }
  const current = url.searchParams.get('v') === versionOf(course.path)
  const file = {
    path: course.path,
    name: brochureFileName(course.title),
    type: 'application/pdf',
    cacheControl: current ? `public, max-age=${CACHE_SECONDS}` : 'public, no-cache',
  }
  const answer = await download(request, brochures, file).catch((error) => {
    log.error({ err: error }, 'A brochure could not be read')
    return null
  })
  return answer ?? failed(request, slug)
}

function missing() {
  return new Response('Questo corso non ha una brochure.', { status: 404, headers: TEXT })
}

/** A person goes back to the course and is told there; a script tells by itself. */
function failed(request: Request, slug: string) {
  if (request.headers.get('Accept')?.includes('text/html')) return redirectWith(`/corsi/${slug}`, FAILED)
  return new Response(FAILED.description, { status: 503, headers: TEXT })
}

const TEXT = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' }
const FAILED = {
  tone: 'destructive',
  title: 'Errore durante il download',
  description: 'Non è stato possibile scaricare il PDF',
} as const
