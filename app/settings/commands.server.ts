import type { Admin } from '../accounts/rules'
import type { SettingGroup, SiteSettings } from '../content/groups.rules'
import { SEEDS } from '../content/seeds'
import { inTransaction } from '../database/client.server'
import { OK, type Outcome, refuse } from '../runtime/outcome.rules'
import { readSettings } from '../site/snapshot.server'
import { lockGroup, writeGroup } from './group.server'

/** `stale`: another form has changed the group since; `nothing`: there is no former content. */
export type SettingsOutcome = Outcome<'stale' | 'nothing'>

/** Replaces the content of a group. `version`: of the content that the form began with. */
export async function changeSettings<Group extends SettingGroup>(
  admin: Admin,
  group: Group,
  value: SiteSettings[Group],
  version: number,
): Promise<SettingsOutcome> {
  const changed = await inTransaction(async (tx) => {
    const row = await lockGroup(tx, group)
    if ((row?.version ?? 0) !== version) return refuse('stale')
    await writeGroup(tx, admin, group, { from: row?.value ?? SEEDS[group], to: value, version: version + 1 })
    return OK
  })
  await readSettings()
  return changed
}

/** Gives a group the content that it had before its last change; a second time takes that back. */
export async function restoreSettings(
  admin: Admin,
  group: SettingGroup,
  version: number,
): Promise<SettingsOutcome> {
  const restored = await inTransaction(async (tx) => {
    const row = await lockGroup(tx, group)
    if (!row) return refuse('nothing')
    if (row.version !== version) return refuse('stale')
    await writeGroup(tx, admin, group, {
      from: row.value,
      to: row.former,
      version: version + 1,
      restored: true,
    })
    return OK
  })
  await readSettings()
  return restored
}
