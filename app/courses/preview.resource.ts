import { createElement } from 'react'
import { data } from 'react-router'
import { today } from '../platform/clock'
import { imageOf } from '../platform/image.server'
import { formatDate } from '../ui/format'
import type { Route } from './+types/preview.resource'
import { courseBySlug } from './queries.server'
import { courseState, isSlug, NO_DATE, whereAndHow } from './rules'
import { ShareImage } from './share-image'

/** The picture that a shared link to a course shows: title, first day, place and cover. */
export async function loader({ params }: Route.LoaderArgs) {
  const course = isSlug(params.slug) ? await courseBySlug(params.slug) : undefined
  if (!course) throw data(null, { status: 404 })
  const state = courseState(course, today())
  if (state === 'archived') throw data(null, { status: 410 })
  const facts = [formatDate(course.startDate, 'd MMMM yyyy', NO_DATE), whereAndHow(course)]
  const line = facts.filter(Boolean).join(' · ')
  return imageOf(
    createElement(ShareImage, { title: course.title, line, slug: course.slug, coming: state === 'coming' }),
  )
}
