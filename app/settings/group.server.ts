import { isDeepStrictEqual } from 'node:util'
import { eq, getTableColumns, sql } from 'drizzle-orm'
import type { Admin } from '../accounts/rules'
import { record } from '../audit/record.server'
import { FIRST_SETTINGS } from '../content/first-settings'
import type { PaymentSettings, SettingGroup, SiteSettings } from '../content/settings.rules'
import type { Transaction } from '../database/client.server'
import { settingGroups } from '../database/schema'
import { isJustNow } from '../database/sent-twice.server'
import { reportNewIban } from './new-iban.server'

/**
 * Returns a settings group, and locks all groups until the transaction ends. `version`: 0 for a group that was never
 * changed, whose content is that of a new site; `isChangedAgain`: whether the same person has replaced this version in
 * the last ten seconds: then the form was sent twice (ADR 27).
 */
export async function lockGroup<Group extends SettingGroup>(tx: Transaction, admin: Admin, group: Group) {
  // The whole table, since a row that does not exist yet cannot be locked.
  await tx.execute(sql`lock table site_settings in exclusive mode`)
  const isRecent = isJustNow(settingGroups.changedAt).mapWith(Boolean)
  const [row] = await tx
    .select({ ...getTableColumns(settingGroups), isRecent })
    .from(settingGroups)
    .where(eq(settingGroups.name, group))
  return {
    value: (row?.value ?? FIRST_SETTINGS[group]) as SiteSettings[Group],
    former: (row?.former ?? FIRST_SETTINGS[group]) as SiteSettings[Group],
    version: row?.version ?? 0,
    isChangedAgain: (version: number) =>
      row?.version === version + 1 && row.changedBy === admin.id && row.isRecent,
  }
}

/**
 * Stores `to` as the content of a group and `from` as its former content, logs the fields that differ, and reports a
 * new IBAN. `version`: that of the new content; `restored`: the log says that the former content was restored.
 */
export async function writeGroup(
  tx: Transaction,
  admin: Admin,
  group: SettingGroup,
  { from, to, version, restored }: { from: unknown; to: unknown; version: number; restored?: true },
) {
  const differences =
    Array.isArray(from) && Array.isArray(to) ? listChanges(group, from, to) : fieldChanges(from, to)
  await storeGroup(tx, admin, group, { from, to, version })
  const details = { ...differences, ...(restored && { restored }) }
  await record(tx, admin, { action: 'update', entity: 'site_settings', id: group, details })
  if (group === 'payments') await reportNewIban(tx, admin, from as PaymentSettings, to as PaymentSettings)
}

/**
 * Stores the content of a group without an entry in the log, which the caller adds. `version`: that of the new content.
 */
export async function storeGroup(
  tx: Transaction,
  admin: Admin,
  group: SettingGroup,
  { from, to, version }: { from: unknown; to: unknown; version: number },
) {
  const values = { value: to, former: from, version, changedBy: admin.id, changedAt: new Date() }
  await tx
    .insert(settingGroups)
    .values({ name: group, ...values })
    .onConflictDoUpdate({ target: settingGroups.name, set: values })
}

/** What the log says of a changed object: the fields that differ. */
function fieldChanges(from: unknown, to: unknown) {
  const [before, after] = [fieldsOf(from), fieldsOf(to)]
  const changed = Object.keys(after).filter((field) => !isDeepStrictEqual(before[field], after[field]))
  const pickChanged = (fields: Record<string, unknown>) =>
    Object.fromEntries(changed.map((field) => [field, fields[field]]))
  return { old: pickChanged(before), new: pickChanged(after) }
}

/** Returns the values of an object and of the objects in it by path, such as 'home.lead'. Arrays count as values. */
function fieldsOf(value: unknown, path = ''): Record<string, unknown> {
  const isGroup = typeof value === 'object' && value !== null && !Array.isArray(value)
  if (!isGroup) return { [path]: value }
  return Object.assign(
    {},
    ...Object.entries(value).map(([key, inner]) => fieldsOf(inner, path ? `${path}.${key}` : key)),
  )
}

/**
 * What the log says of a changed list: the items that only one of the lists has, or both lists if only the order
 * differs.
 */
function listChanges(group: SettingGroup, from: unknown[], to: unknown[]) {
  const without = (items: unknown[], others: unknown[]) =>
    items.filter((item) => !others.some((other) => isDeepStrictEqual(item, other)))
  const [before, after] = [without(from, to), without(to, from)]
  const isReordered = before.length === 0 && after.length === 0
  return { old: { [group]: isReordered ? from : before }, new: { [group]: isReordered ? to : after } }
}
