import { href } from 'react-router'
import type { SiteSettings } from '../content/settings.rules'

type Snapshot = { settings: SiteSettings; version: string }

/**
 * On the server the settings of a new site until the stored ones are read. In the browser undefined until
 * `fetchSettings`, which runs before hydration.
 */
let current = (
  import.meta.env.SSR
    ? { settings: (await import('./first-settings')).FILLED_FIRST_SETTINGS, version: 'first' }
    : undefined
) as Snapshot

/**
 * Returns the settings: on the server the current ones; in the browser those that `fetchSettings` has loaded, without
 * the groups that only the server needs and without hidden questions (`settings.resource.ts`).
 */
export const siteSettings = (): SiteSettings => current.settings

/** A hash of the settings, which changes with them; 'first' until the server has read the stored ones. */
export const settingsVersion = () => current.version

/** Makes these the current settings. */
export function replaceSettings(snapshot: Snapshot) {
  current = snapshot
}

/** Loads the settings of a version in the browser and makes them the current ones. */
export async function fetchSettings(version: string) {
  const response = await fetch(href('/impostazioni/:version.json', { version }))
  replaceSettings({ settings: await response.json(), version })
}
