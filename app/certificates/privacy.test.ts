import { sub } from 'date-fns'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { aFinishedCourse, certificateRowsNow, documentsOf, issueAndDraw } from '../../tests/certificates'
import { settleDecisions } from '../../tests/decisions'
import { emptyFolder, storedFiles } from '../../tests/files'
import { aPerson, PASSWORD } from '../../tests/people'
import { anAdmin, emptyDatabase } from '../../tests/world'
import { SYSTEM } from '../accounts/rules'
import { db } from '../database/client.server'
import { attendance, auditLogs, certificates, personalDocuments, userCourses } from '../database/schema'
import { sweepFiles } from '../documents/sweep.server'
import { brokenInvariants } from '../operations/invariants.queries.server'
import { deleteAccount } from '../privacy/commands.server'
import { dataOf } from '../privacy/queries.server'
import { forgetExpired } from '../privacy/retention.commands.server'
import { certificateByCode, certificateByNumber } from './queries.server'

beforeEach(async () => {
  await emptyDatabase()
  emptyFolder()
})

/** Of somebody with a password. */
async function aPaper() {
  const admin = await anAdmin()
  const { course, enrolments } = await aFinishedCourse(['bea'])
  const ada = await aPerson('ada')
  await db.update(userCourses).set({ userId: ada.id })
  await issueAndDraw(admin, course, enrolments)
  await settleDecisions()
  const [paper] = await certificateRowsNow()
  if (!paper) throw new Error('nothing was issued')
  return { ada, paper, enrolment: enrolments[0] ?? '' }
}

test('the copy of the data has the attestato with the address that verifies it', async () => {
  const { ada, paper } = await aPaper()
  expect((await dataOf(ada)).iscrizioni).toMatchObject([
    {
      attestati: [
        {
          numero: paper.facts.number,
          fine: null,
          modo_della_fine: null,
          verifica: expect.stringContaining(`/v/${paper.code}`),
        },
      ],
    },
  ])
})

test('it outlives the account with its file, and is verified by its paper', async () => {
  const { ada, paper, enrolment } = await aPaper()
  expect(await deleteAccount(ada, PASSWORD)).toMatchObject({ ok: true })
  expect(await certificateByCode(paper.code)).toMatchObject({
    ending: null,
    facts: { lastName: ada.lastName },
  })
  expect(await certificateByNumber(paper.facts.number, ada.lastName)).toBeDefined()
  expect([await documentsOf(enrolment), await storedFiles()]).toMatchObject([[{ deletedAt: null }], [{}]])
  expect(await db.$count(attendance)).toBe(1)
  const entries = await db.select().from(auditLogs).where(eq(auditLogs.entityType, 'certificates'))
  expect(JSON.stringify(entries)).not.toContain(ada.email)
  expect(await brokenInvariants()).toEqual([])
})

test('after ten years it goes with its file; before, it stays', async () => {
  const { paper } = await aPaper()
  const age = async (years: number, days: number) => {
    const moment = sub(new Date(), { years, days })
    await db.update(certificates).set({ issuedAt: moment })
    await db.update(personalDocuments).set({ createdAt: moment })
    await forgetExpired(SYSTEM)
  }
  await age(9, 364)
  expect(await certificateByCode(paper.code)).toBeDefined()
  await age(10, 1)
  expect(await certificateByCode(paper.code)).toBeUndefined()
  expect(await db.$count(personalDocuments)).toBe(0)
  await sweepFiles(Date.now() + 1000)
  expect(await storedFiles()).toEqual([])
  expect(await brokenInvariants()).toEqual([])
})
