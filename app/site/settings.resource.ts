import type { Route } from './+types/settings.resource'
import { settingsVersion, siteSettings } from './settings'

/** The settings as a script reads them before it takes a page over. Another version than that of now is not kept. */
export function loader({ params }: Route.LoaderArgs) {
  const isCurrent = params.version === settingsVersion()
  const { letters: _letters, notice: _notice, payments: _payments, ...shown } = siteSettings()
  return Response.json(shown, {
    headers: { 'Cache-Control': isCurrent ? 'public, max-age=31536000, immutable' : 'no-store' },
  })
}
