import { desc, eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { anAdmin, emptyDatabase } from '../../tests/world'
import { FIRST_SETTINGS } from '../content/first-settings'
import { db } from '../database/client.server'
import { auditLogs } from '../database/schema'
import { siteSettings } from '../site/settings'
import { changeSettings, restoreSettings } from './commands.server'
import { mergeTexts } from './group-form.server'
import { readGroup } from './queries.server'

beforeEach(emptyDatabase)

const NEW = { ...FIRST_SETTINGS.company, vat: '01234567890' }

test('a change shows at once, is recorded with old and new, and is restored', async () => {
  const admin = await anAdmin()
  expect(await readGroup(admin, 'company')).toMatchObject({ version: 0, lastChange: null })
  expect(await changeSettings(admin, 'company', NEW, 0)).toEqual({ ok: true })
  expect(siteSettings().company.vat).toBe('01234567890')
  const [entry] = await db
    .select()
    .from(auditLogs)
    .where(eq(auditLogs.entityType, 'site_settings'))
    .orderBy(desc(auditLogs.createdAt))
  expect(entry).toMatchObject({
    userId: admin.id,
    entityId: 'company',
    details: { old: { vat: FIRST_SETTINGS.company.vat }, new: { vat: '01234567890' } },
  })
  expect(await restoreSettings(admin, 'company', 1)).toEqual({ ok: true })
  expect(siteSettings().company.vat).toBe(FIRST_SETTINGS.company.vat)
  expect(await restoreSettings(admin, 'company', 2)).toEqual({ ok: true })
  expect(siteSettings().company.vat).toBe('01234567890')
  expect(await restoreSettings(admin, 'company', 3)).toEqual({ ok: true })
})

test('of two forms the first is kept, and the second refused', async () => {
  const admin = await anAdmin()
  await changeSettings(admin, 'company', NEW, 0)
  const refused = await changeSettings(admin, 'company', { ...NEW, tagline: 'Altro' }, 0)
  expect(refused).toEqual({ ok: false, refusal: 'stale' })
  expect(siteSettings().company.tagline).toBe(FIRST_SETTINGS.company.tagline)
})

test('without a change there is nothing to restore', async () => {
  expect(await restoreSettings(await anAdmin(), 'team', 0)).toEqual({ ok: false, refusal: 'nothing' })
})

test('a refused form keeps what was typed and takes what others have saved', () => {
  const base = { vat: '0', tagline: 'prima', name: 'A' }
  const merged = mergeTexts({
    base,
    text: { vat: '0', tagline: 'mio', name: 'mio' },
    now: { vat: '1', tagline: 'prima', name: 'suo' },
  })
  expect(merged.text).toEqual({ vat: '1', tagline: 'mio', name: 'mio' })
  expect(merged.changedByOthers).toEqual([
    { name: 'vat', now: '1', isKept: false },
    { name: 'name', now: 'suo', isKept: true },
  ])
})
