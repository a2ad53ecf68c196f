import { href } from 'react-router'
import type { SiteSettings } from '../content/groups.rules'

type Snapshot = { settings: SiteSettings; version: string }

/** In the browser empty until the application has read the settings, before its first rendering. */
let current = (
  import.meta.env.SSR
    ? { settings: (await import('./first-settings')).FIRST_SETTINGS, version: 'first' }
    : undefined
) as Snapshot

/** On the server the settings in force, in the browser those that its page was made with. */
export const siteSettings = (): SiteSettings => current.settings

/** Changes with the settings. */
export const settingsVersion = () => current.version

export function keepSettings(snapshot: Snapshot) {
  current = snapshot
}

/** In the browser, of this version. */
export async function fetchSettings(version: string) {
  const read = await fetch(href('/impostazioni/:version.json', { version }))
  keepSettings({ settings: await read.json(), version })
}
