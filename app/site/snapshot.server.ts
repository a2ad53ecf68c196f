import { createHash } from 'node:crypto'
import { isNotNull } from 'drizzle-orm'
import { FIRST_SETTINGS } from '../content/first-settings'
import type { SiteSettings } from '../content/settings.rules'
import { SETTING_GROUPS } from '../content/settings.rules'
import { db } from '../database/client.server'
import { legalVersions, settingGroups } from '../database/schema'
import { replaceLegalVersions } from './legal.server'
import { isPublishedVersion } from './legal-versions.rules'
import { fillSettings } from './placeholders.rules'
import { replaceSettings } from './settings'

/** Readings follow one another, so that an older one never overwrites a newer one. */
let lastReading = Promise.resolve()

/**
 * Reads settings and legal versions, which this process shows from then on. Runs at the start and after each change.
 */
export function reloadSettings(): Promise<void> {
  lastReading = lastReading.then(readSnapshot, readSnapshot)
  return lastReading
}

async function readSnapshot() {
  const rows = await db.select({ name: settingGroups.name, value: settingGroups.value }).from(settingGroups)
  const values = new Map(rows.map(({ name, value }) => [name, value]))
  const stored = Object.fromEntries(
    SETTING_GROUPS.map((name) => [name, withNewFields(FIRST_SETTINGS[name], values.get(name))]),
  ) as SiteSettings
  const settings = fillSettings(stored)
  const version = createHash('sha256').update(JSON.stringify(settings)).digest('base64url').slice(0, 10)
  replaceSettings({ settings, version })
  replaceLegalVersions(await publishedVersions())
}

async function publishedVersions() {
  const { page, number, text, inForceFrom, publishedAt } = legalVersions
  const rows = await db
    .select({ page, number, text, inForceFrom, publishedAt })
    .from(legalVersions)
    .where(isNotNull(publishedAt))
  return rows.filter(isPublishedVersion)
}

/**
 * Returns a stored group; the fields that it lacks at any depth, since they are newer than its last change, are those
 * of `first`, the group of a new site. Lists are as stored. A group that was never stored is `first`.
 */
export function withNewFields(first: unknown, stored: unknown): unknown {
  if (stored === undefined) return first
  if (!isRecord(first) || !isRecord(stored)) return stored
  const names = Object.keys({ ...first, ...stored })
  return Object.fromEntries(names.map((name) => [name, withNewFields(first[name], stored[name])]))
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
