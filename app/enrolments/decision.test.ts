import { desc, eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { aFullCourse, waitFor } from '../../tests/waiting'
import { aMember, emptyDatabase } from '../../tests/world'
import { db, inTransaction } from '../database/client.server'
import { outgoingMail, profiles } from '../database/schema'
import { enqueueEmailsAbout, renderEmailsAbout } from './decision.server'
import { requestApproved } from './emails'
import { lockEnrolments } from './seats.server'

beforeEach(emptyDatabase)

test('an e-mail goes to the address that its person has after the lock, not while it was rendered', async () => {
  const ada = await aMember('ada')
  const id = await waitFor(ada, await aFullCourse())
  const emails = await renderEmailsAbout([id], requestApproved)
  await db.update(profiles).set({ email: 'ada.nuova@example.it' }).where(eq(profiles.id, ada.id))
  await inTransaction(async (tx) => enqueueEmailsAbout(tx, emails, await lockEnrolments(tx, [id])))
  const [email] = await db.select().from(outgoingMail).orderBy(desc(outgoingMail.id)).limit(1)
  expect(email).toMatchObject({
    kind: 'request-approved',
    toName: 'Ada Prova',
    toAddress: 'ada.nuova@example.it',
  })
})
