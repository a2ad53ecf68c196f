import { eq } from 'drizzle-orm'
import { fullName } from '../accounts/people.sql'
import type { Admin } from '../accounts/rules'
import { FIRST_SETTINGS } from '../content/first-settings'
import type { SettingGroup, SiteSettings } from '../content/settings.rules'
import { db } from '../database/client.server'
import { profiles, settingGroups } from '../database/schema'
import { withNewFields } from '../site/snapshot.server'

/**
 * Returns a settings group with its placeholders not filled in, as its form shows it. `former`: the content before the
 * last change; `version`: the number of changes; `lastChange`: null if there was none; `by` in it is the name of who
 * made it, null if the account is deleted.
 */
export async function readGroup<Group extends SettingGroup>(_admin: Admin, group: Group) {
  const { value, former, version, changedAt } = settingGroups
  const [row] = await db
    .select({ value, former, version, changedAt, by: fullName(profiles) })
    .from(settingGroups)
    .leftJoin(profiles, eq(profiles.id, settingGroups.changedBy))
    .where(eq(settingGroups.name, group))
  const withFirst = (stored: unknown) =>
    withNewFields(FIRST_SETTINGS[group], stored ?? undefined) as SiteSettings[Group]
  return {
    value: withFirst(row?.value),
    former: withFirst(row?.former),
    version: row?.version ?? 0,
    lastChange: row ? { by: row.by, at: row.changedAt } : null,
  }
}

export type LastChange = Awaited<ReturnType<typeof readGroup>>['lastChange']
