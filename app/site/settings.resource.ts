import type { Route } from './+types/settings.resource'
import { settingsVersion, siteSettings } from './settings'

/**
 * Serves the settings to the script of a page, before it hydrates and after a change in the panel, except those that
 * are never sent to the browser. Only the current version in the address may be cached.
 */
export function loader({ params }: Route.LoaderArgs) {
  const isCurrent = params.version === settingsVersion()
  const { letters: _letters, notice: _notice, payments: _payments, ...shown } = siteSettings()
  return Response.json(shown, {
    headers: { 'Cache-Control': isCurrent ? 'public, max-age=31536000, immutable' : 'no-store' },
  })
}
