import { isDeepStrictEqual } from 'node:util'
import type { Admin } from '../accounts/rules'
import type { SettingGroup, SiteSettings } from '../content/groups.rules'
import { SEEDS } from '../content/seeds'
import { inTransaction } from '../database/client.server'
import { OK, type Outcome, refuse } from '../runtime/outcome.rules'
import { readSettings } from '../site/snapshot.server'
import { lockGroup, wasJustChanged, writeGroup } from './group.server'

/** `stale`: another form has changed the group since; `nothing`: there is no former content. */
export type SettingsOutcome = Outcome<'stale' | 'nothing'>

/**
 * Replaces the content of a group. `version`: of the content that the form began with. Content that the group has already
 * is accepted and changes nothing, so a form that is sent twice is one change.
 */
export async function changeSettings<Group extends SettingGroup>(
  admin: Admin,
  group: Group,
  value: SiteSettings[Group],
  version: number,
): Promise<SettingsOutcome> {
  const changed = await inTransaction(async (tx) => {
    const row = await lockGroup(tx, group)
    const stored = row?.value ?? SEEDS[group]
    if (isDeepStrictEqual(stored, value)) return OK
    if ((row?.version ?? 0) !== version) return refuse('stale')
    await writeGroup(tx, admin, group, { from: stored, to: value, version: version + 1 })
    return OK
  })
  await readSettings()
  return changed
}

/** `gone`: the list has no such item, and had none before its last change. */
export type ListOutcome = Outcome<'stale' | 'gone'>

/**
 * Changes a list as one of its buttons says, once if the button is pressed twice. `change`: null for a list without the
 * item of the button.
 */
export async function changeList<Group extends SettingGroup>(
  admin: Admin,
  group: Group,
  change: (list: SiteSettings[Group]) => SiteSettings[Group] | null,
  version: number,
): Promise<ListOutcome> {
  const changed = await inTransaction(async (tx): Promise<ListOutcome> => {
    const row = await lockGroup(tx, group)
    const stored = (row?.value ?? SEEDS[group]) as SiteSettings[Group]
    const former = (row?.former ?? SEEDS[group]) as SiteSettings[Group]
    const to = change(stored)
    if ((row?.version ?? 0) === version) {
      if (!to) return refuse('gone')
      if (!isDeepStrictEqual(stored, to))
        await writeGroup(tx, admin, group, { from: stored, to, version: version + 1 })
      return OK
    }
    const formerTo = change(former)
    if (!to && !formerTo) return refuse('gone')
    return wasJustChanged(row, admin, version) && isDeepStrictEqual(formerTo, stored) ? OK : refuse('stale')
  })
  await readSettings()
  return changed
}

/**
 * Gives a group the content that it had before its last change, once if the button is pressed twice; a later time takes
 * that back.
 */
export async function restoreSettings(
  admin: Admin,
  group: SettingGroup,
  version: number,
): Promise<SettingsOutcome> {
  const restored = await inTransaction(async (tx) => {
    const row = await lockGroup(tx, group)
    if (!row) return refuse('nothing')
    if (wasJustChanged(row, admin, version)) return OK
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
