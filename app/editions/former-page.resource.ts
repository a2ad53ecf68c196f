import { redirect } from 'react-router'
import { editionPage } from '../enrolments/pages.rules'
import type { Route } from './+types/former-page.resource'

/** Redirects the former address of the page of an edition. */
export function loader({ params: { course } }: Route.LoaderArgs) {
  throw redirect(editionPage(course), 301)
}
