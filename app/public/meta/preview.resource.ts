import { createElement } from 'react'
import { company } from '../../content/company'
import { ShareImage } from '../../courses/share-image'
import { imageOf } from '../../http/image.server'
import type { Route } from './+types/preview.resource'

/** The picture that a shared link to any page but a course shows. */
export function loader({ request }: Route.LoaderArgs) {
  const line = company.offices.map(({ city }) => city).join(' · ')
  return imageOf(request, createElement(ShareImage, { title: company.tagline, line, slug: 'accademia' }))
}
