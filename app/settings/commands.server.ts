import { isDeepStrictEqual } from 'node:util'
import type { Admin } from '../accounts/rules'
import type { SettingGroup, SiteSettings } from '../content/settings.rules'
import { inTransaction, type Transaction } from '../database/client.server'
import { OK, type Outcome, refuse } from '../runtime/outcome.rules'
import { reloadSettings } from '../site/snapshot.server'
import { lockGroup, writeGroup } from './group.server'

/**
 * `stale`: somebody else has changed the group after the form was opened; `nothing`: the group was never changed, so
 * there is nothing to restore.
 */
export type SettingsOutcome = Outcome<'stale' | 'nothing'>

/**
 * Replaces the content of a settings group. `version`: the version that `value` replaces, 0 for a group that was never
 * changed. Saving what is stored already succeeds and changes nothing, so a form that is sent twice makes one change.
 */
export async function changeSettings<Group extends SettingGroup>(
  admin: Admin,
  group: Group,
  value: SiteSettings[Group],
  version: number,
): Promise<SettingsOutcome> {
  const outcome = await inTransaction(async (tx) => {
    const stored = await lockGroup(tx, admin, group)
    if (isDeepStrictEqual(stored.value, value)) return OK
    if (stored.version !== version) return refuse('stale')
    await writeGroup(tx, admin, group, { from: stored.value, to: value, version: version + 1 })
    return OK
  })
  await reloadSettings()
  return outcome
}

/**
 * `stale`: somebody else has changed the list after the page was opened; `gone`: the button does not fit the stored
 * list, and if that is newer than the page, not the list before it either.
 */
export type ListOutcome = Outcome<'stale' | 'gone'>

/**
 * Changes a settings group that holds a list, as one of the buttons of its page says. `change` returns the changed
 * group, or null if the button does not fit the list. `version`: the version of the group when the page was opened;
 * `alongside`: what changes in the same transaction; it gets the list before. A button that is pressed twice makes one
 * change.
 */
export async function changeList<Group extends SettingGroup>(
  admin: Admin,
  group: Group,
  change: (list: SiteSettings[Group]) => SiteSettings[Group] | null,
  version: number,
  alongside?: (tx: Transaction, former: SiteSettings[Group]) => Promise<void>,
): Promise<ListOutcome> {
  const outcome = await inTransaction(async (tx): Promise<ListOutcome> => {
    const stored = await lockGroup(tx, admin, group)
    const changed = change(stored.value)
    if (stored.version === version) {
      if (!changed) return refuse('gone')
      if (!isDeepStrictEqual(stored.value, changed))
        await writeGroup(tx, admin, group, { from: stored.value, to: changed, version: version + 1 })
      await alongside?.(tx, stored.value)
      return OK
    }
    // A second press arrives after the first has changed the list: applied to the former list it gives the stored one.
    const changedFormer = change(stored.former)
    if (!changed && !changedFormer) return refuse('gone')
    return stored.isChangedAgain(version) && isDeepStrictEqual(changedFormer, stored.value)
      ? OK
      : refuse('stale')
  })
  await reloadSettings()
  return outcome
}

/**
 * Swaps the content of a group with its content before the last change, so restoring twice brings the present content
 * back. `version`: the version of the group when the page was opened; `alongside`: what changes in the same transaction;
 * it gets the replaced content and the restored one. Two presses within ten seconds are one restoration. People and
 * offices: see `restorePeopleOrOffices`.
 */
export async function restoreSettings<Group extends SettingGroup>(
  admin: Admin,
  group: Group,
  version: number,
  alongside?: (
    tx: Transaction,
    replaced: SiteSettings[Group],
    restored: SiteSettings[Group],
  ) => Promise<void>,
): Promise<SettingsOutcome> {
  const outcome = await inTransaction(async (tx) => {
    const stored = await lockGroup(tx, admin, group)
    if (stored.version === 0) return refuse('nothing')
    if (stored.isChangedAgain(version)) return OK
    if (stored.version !== version) return refuse('stale')
    await writeGroup(tx, admin, group, {
      from: stored.value,
      to: stored.former,
      version: version + 1,
      restored: true,
    })
    await alongside?.(tx, stored.value, stored.former)
    return OK
  })
  await reloadSettings()
  return outcome
}
