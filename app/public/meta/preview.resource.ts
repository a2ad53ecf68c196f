import { createElement } from 'react'
import type { CoverFacts } from '../../courses/covers/cover.rules'
import { ShareImage } from '../../courses/covers/share-image'
import { respondWithImage } from '../../http/image.server'
import { siteSettings } from '../../site/settings'
import type { Route } from './+types/preview.resource'

/** What the share image of the school draws where that of a course draws its cover. */
const SCHOOL_COVER: CoverFacts = { slug: 'accademia', theme: null, format: 'in-aula', state: 'open' }

/** Serves the picture of shared links to all pages except those of courses. */
export function loader({ request }: Route.LoaderArgs) {
  const cities = siteSettings()
    .offices.map(({ city }) => city)
    .join(' · ')
  return respondWithImage(
    request,
    createElement(ShareImage, { title: siteSettings().company.tagline, line: cities, cover: SCHOOL_COVER }),
  )
}
