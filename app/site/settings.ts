import type { SiteSettings } from './groups.rules'

type Snapshot = { settings: SiteSettings; version: string }

let current: Snapshot | undefined = import.meta.env.SSR
  ? { settings: (await import('../content/seeds')).SEEDS, version: 'first' }
  : undefined

/** On the server the settings in force, in the browser those that its page was made with. */
export function siteSettings(): SiteSettings {
  if (!current) throw new Error('The settings have not been read')
  return current.settings
}

/** Changes with the settings. */
export const settingsVersion = () => current?.version ?? ''

export function keepSettings(snapshot: Snapshot) {
  current = snapshot
}
