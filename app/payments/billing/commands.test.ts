import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { aMember, anAdmin, emptyDatabase } from '../../../tests/world'
import { db } from '../../database/client.server'
import { auditLogs, billingDetails } from '../../database/schema'
import { dataForOffice } from '../../privacy/queries.server'
import { saveBillingDetails, saveOwnBillingDetails } from './commands.server'
import { codeWarnings } from './form.server'
import { ownBillingDetails, personWithBillingDetails } from './queries.server'
import type { BillingDetails } from './rules'

beforeEach(emptyDatabase)

const details: BillingDetails = {
  kind: 'company',
  name: 'Officine De Santis SRL',
  taxCode: '00743110157',
  vatNumber: '00743110157',
  sdiCode: 'ABC1234',
  pec: null,
  street: 'Via Po 2',
  postcode: '00100',
  town: 'Roma',
  province: 'RM',
  country: 'IT',
}

test('details are saved, the log says so without them, and they are in the copy of the data', async () => {
  const [admin, ada] = [await anAdmin(), await aMember('ada')]
  expect((await personWithBillingDetails(admin, ada.id))?.details).toBeNull()
  expect(await saveBillingDetails(admin, ada.id, details, 0)).toEqual({ ok: true })
  expect((await personWithBillingDetails(admin, ada.id))?.details).toMatchObject(details)
  const entries = db.select().from(auditLogs).where(eq(auditLogs.entityId, ada.id))
  expect(await entries).toMatchObject([{ action: 'update', details: { billing: 'added' } }])
  expect(JSON.stringify(await entries)).not.toContain('00743110157')
  expect((await dataForOffice(admin, ada)).dati_di_fatturazione).toMatchObject({
    a_chi: 'Azienda o ente',
    partita_iva: '00743110157',
  })
})

test('the same details again are no change, and those of a colleague are not overwritten', async () => {
  const [admin, ada] = [await anAdmin(), await aMember('ada')]
  await saveBillingDetails(admin, ada.id, details, 0)
  expect(await saveBillingDetails(admin, ada.id, details, 0)).toEqual({ ok: true })
  const other = { ...details, town: 'Fermo' }
  expect(await saveBillingDetails(admin, ada.id, other, 0)).toMatchObject({ refusal: 'person-changed' })
  const [stored] = await db.select().from(billingDetails)
  const seenUpdatedAt = stored?.updatedAt.getTime() ?? 0
  expect(await saveBillingDetails(admin, ada.id, other, seenUpdatedAt)).toEqual({ ok: true })
  const entries = await db.select().from(auditLogs).where(eq(auditLogs.entityId, ada.id))
  expect(entries.map(({ details }) => details)).toEqual([{ billing: 'added' }, { billing: 'changed' }])
  expect(await saveBillingDetails(admin, 'x', details, 0)).toMatchObject({ refusal: 'unknown-person' })
})

test('a member saves their own, which a colleague of the office has not changed meanwhile', async () => {
  const [admin, ada] = [await anAdmin(), await aMember('ada')]
  expect(await ownBillingDetails(ada)).toBeNull()
  expect(await saveOwnBillingDetails(ada, details, 0)).toEqual({ ok: true })
  const seenUpdatedAt = (await ownBillingDetails(ada))?.updatedAt.getTime() ?? 0
  expect((await personWithBillingDetails(admin, ada.id))?.details).toMatchObject(details)
  expect(await saveBillingDetails(admin, ada.id, { ...details, town: 'Fermo' }, seenUpdatedAt)).toEqual({
    ok: true,
  })
  const stale = await saveOwnBillingDetails(ada, { ...details, town: 'Roma nord' }, seenUpdatedAt)
  expect(stale).toMatchObject({ refusal: 'person-changed' })
  const entries = await db.select().from(auditLogs).where(eq(auditLogs.entityId, ada.id))
  expect(entries.map(({ userId }) => userId)).toEqual([ada.id, admin.id])
})

test('codes of an Italian payer that look wrong are said, and stored all the same', async () => {
  expect(codeWarnings(details)).toEqual([])
  const wrong = { ...details, taxCode: 'X', vatNumber: '1', sdiCode: 'A' }
  expect(codeWarnings(wrong)).toHaveLength(3)
  expect(codeWarnings({ ...details, taxCode: 'RSSMRA80A01H501V' })).toEqual([
    'Il codice fiscale non torna: l’ultimo carattere controlla gli altri.',
  ])
  expect(codeWarnings({ ...details, vatNumber: 'FR1', country: 'FR' })).toEqual([])
  const [admin, ada] = [await anAdmin(), await aMember('ada')]
  expect(await saveBillingDetails(admin, ada.id, wrong, 0)).toEqual({ ok: true })
})
