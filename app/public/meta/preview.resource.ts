import { createElement } from 'react'
import type { CoverFacts } from '../../courses/covers/cover.rules'
import { ShareImage } from '../../courses/covers/share-image'
import { respondWithImage } from '../../http/image.server'
import { siteSettings } from '../../site/settings'
import type { Route } from './+types/preview.resource'

/** The course that the drawing shows in the place of a real one. */
const SCHOOL: CoverFacts = { slug: 'accademia', theme: null, format: 'in-aula', state: 'open' }

/** Serves the share image of all pages except those of courses. */
export function loader({ request }: Route.LoaderArgs) {
  const line = siteSettings()
    .offices.map(({ city }) => city)
    .join(' · ')
  return respondWithImage(
    request,
    createElement(ShareImage, { title: siteSettings().company.tagline, line, cover: SCHOOL }),
  )
}
