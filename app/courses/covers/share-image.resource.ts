import { createElement } from 'react'
import { href } from 'react-router'
import { respondWithImage } from '../../http/image.server'
import { formatDate } from '../../italian/dates'
import { siteSettings } from '../../site/settings'
import { courseAt } from '../public.server'
import { NO_DATE, whereAndHow } from '../rules'
import type { Route } from './+types/share-image.resource'
import { coverOf } from './cover.rules'
import { ShareImage } from './share-image'

/** Serves the picture of a course for shared links; free seats do not change it. */
export async function loader({ request, params }: Route.LoaderArgs) {
  const { course, state } = await courseAt(params.slug, {
    pageOf: (slug) => href('/corsi/:slug/anteprima.png', { slug }),
  })
  const facts = [formatDate(course.startDate, 'd MMMM yyyy', NO_DATE), whereAndHow(course)]
  const line = facts.filter(Boolean).join(' · ')
  return respondWithImage(
    request,
    createElement(ShareImage, {
      school: siteSettings().company.name,
      title: course.title,
      line,
      cover: coverOf({ ...course, seatsTaken: 0 }, state),
    }),
  )
}
