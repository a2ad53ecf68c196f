import { href } from 'react-router'
import type { SiteSettings } from '../content/settings.rules'

type Snapshot = { settings: SiteSettings; version: string }

/**
 * On the server at first the settings of a new site; in the browser undefined until `keepSettings`, before hydration.
 */
let current = (
  import.meta.env.SSR
    ? { settings: (await import('./first-settings')).FILLED_FIRST_SETTINGS, version: 'first' }
    : undefined
) as Snapshot

/**
 * Returns the settings: on the server the current ones; in the browser those that the page was rendered with, or that
 * `fetchSettings` has loaded since, without those that are never sent there.
 */
export const siteSettings = (): SiteSettings => current.settings

/** A hash of the settings, which changes with them; 'first' until the server has read the stored ones. */
export const settingsVersion = () => current.version

/** Makes these the current settings. */
export function keepSettings(snapshot: Snapshot) {
  current = snapshot
}

/** Loads the settings of a version in the browser, for `siteSettings` from then on. */
export async function fetchSettings(version: string) {
  const read = await fetch(href('/impostazioni/:version.json', { version }))
  keepSettings({ settings: await read.json(), version })
}
