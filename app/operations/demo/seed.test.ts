import { and, eq, gt, inArray, like } from 'drizzle-orm'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { emptyDatabase } from '../../../tests/world'
import { hashPassword } from '../../accounts/passwords/hashing.server'
import { storePasswordHash } from '../../accounts/people.server'
import { db, inTransaction } from '../../database/client.server'
import {
  bankLines,
  certificates,
  courses,
  decisions,
  outgoingMail,
  payments,
  profiles,
  userCourses,
} from '../../database/schema'
import { balancesOf } from '../../enrolments/dues/queries.server'
import type { Balance } from '../../enrolments/dues/rules'
import { today } from '../../runtime/clock'
import { env } from '../../runtime/env.server'
import { loadFirstData } from '../first-data.server'
import { brokenInvariants } from '../invariants.queries.server'
import { DEMO_ACCOUNTS } from './accounts'

beforeEach(emptyDatabase)

const ADMIN = { adminEmail: 'direzione@example.it', adminPassword: 'travertino-e-inchiostro' }

function settings(overrides: Partial<typeof env>) {
  const before = { ...env }
  Object.assign(env, overrides)
  onTestFinished(() => void Object.assign(env, { adminEmail: undefined, adminPassword: undefined }, before))
}

const administrators = async () =>
  (
    await db
      .select()
      .from(profiles)
      .where(inArray(profiles.role, ['admin']))
  )
    .map(({ email }) => email)
    .toSorted()

test('with ADMIN_EMAIL the demo data are loaded too, once', async () => {
  settings({ ...ADMIN, seed: 'demo' })
  expect(await loadFirstData()).toBe(true)
  expect(await db.$count(courses)).toBeGreaterThanOrEqual(15)
  expect(await administrators()).toEqual([ADMIN.adminEmail, DEMO_ACCOUNTS.admin.email])
  const before = await db.$count(profiles)
  expect(await loadFirstData()).toBe(true)
  expect(await db.$count(profiles)).toBe(before)
})

test('the concluded course has its attestati, with their files and without e-mails', async () => {
  settings({ seed: 'demo' })
  await loadFirstData()
  const issued = await db.select().from(certificates)
  expect(issued.map(({ facts }) => facts.firstName).toSorted()).toEqual(['Chiara', 'Giulia', 'Luca'])
  expect(issued.every(({ documentId }) => documentId !== null)).toBe(true)
  expect(await db.$count(outgoingMail)).toBe(0)
})

test('people have paid in time, late, in part and too much, one statement is registered, and nothing is left to undo', async () => {
  settings({ seed: 'demo' })
  await loadFirstData()
  const day = today()
  const all = [...(await balancesOf((await db.select().from(userCourses)).map(({ id }) => id))).values()]
  const some = (is: (balance: Balance) => boolean) => all.filter(is).length
  expect(some(({ late }) => late > 0)).toBeGreaterThan(3)
  expect(some(({ late, paid }) => late > 0 && paid > 0)).toBe(1)
  expect(some(({ credit }) => credit > 0)).toBe(1)
  expect(some(({ open }) => open === 0)).toBeGreaterThan(5)
  expect(await db.$count(bankLines)).toBeGreaterThan(2)
  expect(await db.$count(payments, gt(payments.receivedOn, day))).toBe(0)
  expect(await db.$count(decisions, gt(decisions.heldUntil, new Date()))).toBe(0)

  const [giulia] = await db.select().from(profiles).where(eq(profiles.email, DEMO_ACCOUNTS.member.email))
  const [marketing] = await db.select().from(courses).where(like(courses.slug, 'marketing%'))
  const [enrolment] = await db
    .select({ id: userCourses.id })
    .from(userCourses)
    .where(and(eq(userCourses.userId, giulia?.id ?? ''), eq(userCourses.courseId, marketing?.id ?? '')))
  const balance = (await balancesOf([enrolment?.id ?? ''])).get(enrolment?.id ?? '')
  expect(balance?.dues.map(({ state }) => state)).toEqual(['paid', 'open', 'open'])
  expect(await brokenInvariants()).toEqual([])
})

test('without demo data the administrator of ADMIN_EMAIL is alone', async () => {
  settings({ ...ADMIN, seed: 'none' })
  expect(await loadFirstData()).toBe(false)
  expect(await db.$count(courses)).toBe(0)
  expect(await administrators()).toEqual([ADMIN.adminEmail])
})

test('a public site does not start while an account of the demo has its published password', async () => {
  settings({ seed: 'demo' })
  await loadFirstData()
  settings({ seed: 'none', isPublic: true })
  const sentence =
    'La base di dati contiene gli accessi dimostrativi, la cui password è pubblica: avvia il sito con PUBLIC_ORIGIN=http://localhost:3000 e cambiala, o riparti da una base vuota.'
  const hash = await hashPassword('una-frase-che-ricordo')
  for (const { email } of Object.values(DEMO_ACCOUNTS)) {
    await expect(loadFirstData()).rejects.toThrow(sentence)
    const [person] = await db.select().from(profiles).where(eq(profiles.email, email))
    await inTransaction((tx) => storePasswordHash(tx, person?.id ?? '', hash))
  }
  expect(await loadFirstData()).toBe(false)
})
