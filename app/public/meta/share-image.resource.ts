import { createElement } from 'react'
import type { CoverFacts } from '../../courses/covers/cover.rules'
import { ShareImage } from '../../courses/covers/share-image'
import { respondWithImage } from '../../http/image.server'
import { siteSettings } from '../../site/settings'
import type { Route } from './+types/share-image.resource'

/** What the share image of the school draws where that of a course draws its cover. */
const SCHOOL_COVER: CoverFacts = { slug: 'accademia', theme: null, format: 'in-aula', state: 'open' }

/** Serves the picture of shared links to all pages except those of courses. */
export function loader({ request }: Route.LoaderArgs) {
  const { company, offices } = siteSettings()
  const cities = offices.map(({ city }) => city).join(' · ')
  return respondWithImage(
    request,
    createElement(ShareImage, {
      school: company.name,
      title: company.tagline,
      line: cities,
      cover: SCHOOL_COVER,
    }),
  )
}
