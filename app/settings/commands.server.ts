import { eq } from 'drizzle-orm'
import type { Admin } from '../accounts/rules'
import { record } from '../audit/record.server'
import { changes } from '../audit/rules'
import type { SettingGroup, SiteSettings } from '../content/groups.rules'
import { SEEDS } from '../content/seeds'
import { inTransaction, type Transaction } from '../database/client.server'
import { settingGroups } from '../database/schema'
import { OK, type Outcome, refuse } from '../runtime/outcome.rules'
import { readSettings } from '../site/snapshot.server'

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
    await write(tx, admin, group, { from: row?.value ?? SEEDS[group], to: value, version: version + 1 })
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
    await write(tx, admin, group, { from: row.value, to: row.former, version: version + 1, restored: true })
    return OK
  })
  await readSettings()
  return restored
}

async function lockGroup(tx: Transaction, group: SettingGroup) {
  const [row] = await tx.select().from(settingGroups).where(eq(settingGroups.name, group)).for('update')
  return row
}

/** `from` becomes the former content. The log gets the fields that differ. */
async function write(
  tx: Transaction,
  admin: Admin,
  group: SettingGroup,
  { from, to, version, restored }: { from: unknown; to: unknown; version: number; restored?: true },
) {
  const differs =
    Array.isArray(from) && Array.isArray(to)
      ? listChanges(group, from, to)
      : changes(fieldsOf(from), fieldsOf(to))
  const values = { value: to, former: from, version, changedBy: admin.id, changedAt: new Date() }
  await tx
    .insert(settingGroups)
    .values({ name: group, ...values })
    .onConflictDoUpdate({ target: settingGroups.name, set: values })
  const details = { ...differs, ...(restored && { restored }) }
  await record(tx, admin, { action: 'update', entity: 'site_settings', id: group, details })
}

/** The fields of a group by their path: 'home.lead'. */
function fieldsOf(value: unknown, path = ''): Record<string, unknown> {
  const isGroup = typeof value === 'object' && value !== null && !Array.isArray(value)
  if (!isGroup) return { [path]: value }
  return Object.assign(
    {},
    ...Object.entries(value).map(([key, inner]) => fieldsOf(inner, path ? `${path}.${key}` : key)),
  )
}

/** The items that only one of two lists has; both lists where their order alone differs. */
function listChanges(group: SettingGroup, from: unknown[], to: unknown[]) {
  const without = (items: unknown[], others: unknown[]) => {
    const texts = new Set(others.map((other) => JSON.stringify(other)))
    return items.filter((item) => !texts.has(JSON.stringify(item)))
  }
  const [before, after] = [without(from, to), without(to, from)]
  const isOrder = before.length === 0 && after.length === 0
  return { old: { [group]: isOrder ? from : before }, new: { [group]: isOrder ? to : after } }
}
