import { createElement } from 'react'
import { company } from '../content/company'
import { ShareImage } from '../courses/share-image'
import { imageOf } from '../platform/image.server'

/** The picture that a shared link to any page but a course shows. */
export function loader() {
  const line = company.offices.map(({ city }) => city).join(' · ')
  return imageOf(createElement(ShareImage, { title: company.tagline, line, slug: 'accademia' }))
}
