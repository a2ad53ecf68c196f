import { eq } from 'drizzle-orm'
import type { Admin } from '../accounts/rules'
import { FIRST_SETTINGS } from '../content/first-settings'
import type { SettingGroup, SiteSettings } from '../content/settings.rules'
import { db } from '../database/client.server'
import { profiles, settingGroups } from '../database/schema'
import { withNewFields } from '../site/snapshot.server'

/**
 * `former`: the content before the last change; `version`: the number of changes; `lastChange`: null if there was none;
 * `by` in it is the name of who made it, null if the account is deleted.
 */
export type StoredGroup<Group extends SettingGroup> = {
  value: SiteSettings[Group]
  former: SiteSettings[Group]
  version: number
  lastChange: { by: string | null; at: Date } | null
}

/** Returns a settings group with its placeholders not filled in, as its form shows it. */
export async function readGroup<Group extends SettingGroup>(
  _admin: Admin,
  group: Group,
): Promise<StoredGroup<Group>> {
  const { value, former, version, changedAt } = settingGroups
  const [row] = await db
    .select({ value, former, version, changedAt, firstName: profiles.firstName, lastName: profiles.lastName })
    .from(settingGroups)
    .leftJoin(profiles, eq(profiles.id, settingGroups.changedBy))
    .where(eq(settingGroups.name, group))
  if (!row)
    return { value: FIRST_SETTINGS[group], former: FIRST_SETTINGS[group], version: 0, lastChange: null }
  const by = row.firstName === null ? null : `${row.firstName} ${row.lastName}`
  return {
    value: withNewFields(FIRST_SETTINGS[group], row.value) as SiteSettings[Group],
    former: withNewFields(FIRST_SETTINGS[group], row.former ?? undefined) as SiteSettings[Group],
    version: row.version,
    lastChange: { by, at: row.changedAt },
  }
}
