import { href, redirect } from 'react-router'
import type { Route } from './+types/former-message.resource'

/** Redirects the former address of the form for a message. */
export function loader({ params: { course } }: Route.LoaderArgs) {
  throw redirect(href('/admin/courses/:course/messaggi/nuovo', { course }), 301)
}
