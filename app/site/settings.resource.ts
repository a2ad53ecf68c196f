import type { Route } from './+types/settings.resource'
import { settingsVersion, siteSettings } from './settings'

/**
 * Serves the settings to the script of a page, before it hydrates and after a change in the panel, without the groups
 * that only the server needs and without hidden questions. Only a response to the current version in the address may be
 * cached.
 */
export function loader({ params }: Route.LoaderArgs) {
  const isCurrent = params.version === settingsVersion()
  const { letters: _letters, notice: _notice, payments: _payments, ...browserSettings } = siteSettings()
  const questions = browserSettings.questions.filter(({ hidden }) => !hidden)
  return Response.json(
    { ...browserSettings, questions },
    {
      headers: { 'Cache-Control': isCurrent ? 'public, max-age=31536000, immutable' : 'no-store' },
    },
  )
}
