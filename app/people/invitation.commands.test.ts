import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { aVisitor, emailsTo, linkTo, PASSWORD } from '../../tests/people'
import { aMember, anAdmin, emptyDatabase } from '../../tests/world'
import { readToken } from '../accounts/one-time-tokens.server'
import { requestRecovery, resetPassword } from '../accounts/recovery/commands.server'
import type { Admin } from '../accounts/rules'
import { signIn } from '../accounts/sign-in/commands.server'
import { confirmAddress, resendConfirmation, signUp } from '../accounts/sign-up/commands.server'
import { db } from '../database/client.server'
import { auditLogs, outgoingMail, profiles } from '../database/schema'
import { ACCOUNT_LIMITS } from '../http/rate-limits.rules'
import { invitePerson, invitePersonAgain } from './invitation.commands.server'
import { peopleCounts, peoplePage } from './people.queries.server'
import { changeRole } from './roles.commands.server'

let admin: Admin
beforeEach(async () => {
  await emptyDatabase()
  admin = await anAdmin('carla')
})

const email = 'mara@example.it'
const facts = {
  firstName: ' Mara ',
  lastName: 'Neri',
  email: ' Mara@Example.it ',
  phone: '0736 1',
  company: '',
}
const token = async () => (await linkTo(email)).get('token') ?? ''
const kinds = async () => (await emailsTo(email)).map(({ kind }) => kind)
const persons = () => db.select().from(profiles).where(eq(profiles.email, email))

async function invited(): Promise<string> {
  const outcome = await invitePerson(admin, facts)
  if (!outcome.ok) throw new Error(outcome.refusal)
  return outcome.id
}

describe('an account that the office makes', () => {
  test('has no password, an audit entry of its maker, and an e-mail that says why and how to object', async () => {
    const id = await invited()
    expect(await persons()).toMatchObject([
      { id, firstName: 'Mara', phone: '0736 1', company: null, role: 'member', emailVerified: false },
    ])
    expect(await db.select().from(auditLogs)).toMatchObject([
      { userId: 'carla', action: 'create', entityId: id, details: { cause: 'entered_by_office' } },
    ])
    const [sent] = await emailsTo(email)
    expect(sent?.kind).toBe('invitation')
    for (const words of [
      'Ciao Mara',
      'ha inserito nel sito',
      'vale 24 ore',
      'cancelliamo i tuoi dati',
      '/privacy-policy',
    ])
      expect(sent?.text).toContain(words)
    expect(await signIn(aVisitor(), { email, password: PASSWORD })).toMatchObject({
      refusal: 'invalid-credentials',
    })
  })

  test('leaves nothing when one part cannot be written', async () => {
    await db.execute('alter table outgoing_mail add constraint broken check (false) not valid')
    await expect(invitePerson(admin, facts)).rejects.toThrow()
    await db.execute('alter table outgoing_mail drop constraint broken')
    expect(await persons()).toEqual([])
    expect(await db.select().from(auditLogs)).toEqual([])
    expect(await db.select().from(outgoingMail)).toEqual([])
  })

  test('is not made by somebody who is no longer an administrator', async () => {
    await anAdmin('bruno')
    await changeRole(admin, 'carla', 'member')
    expect(await invitePerson(admin, facts)).toEqual({ ok: false, refusal: 'role-changed' })
    expect(await persons()).toEqual([])
  })

  test('is not made twice, nor for a known e-mail in any spelling', async () => {
    await aMember('ada')
    expect(await invitePerson(admin, { ...facts, email: 'ADA@example.it' })).toEqual({
      ok: false,
      refusal: 'known-email',
    })
    const outcomes = await Promise.all([invitePerson(admin, facts), invitePerson(admin, facts)])
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await persons()).toHaveLength(1)
    expect(await kinds()).toEqual(['invitation'])
  })

  test('is made within the limit of e-mails to one address', async () => {
    const id = await invited()
    for (let sent = 1; sent < ACCOUNT_LIMITS.mailbox.hits; sent++) await invitePersonAgain(admin, id)
    expect(await invitePersonAgain(admin, id)).toMatchObject({ refusal: 'too-many-emails' })
    expect(await kinds()).toHaveLength(ACCOUNT_LIMITS.mailbox.hits)
  })
})

describe('its owner', () => {
  test('chooses a password by the link, once, and enters', async () => {
    await invited()
    const link = await token()
    expect(await resetPassword(aVisitor(), link, PASSWORD)).toEqual({ ok: true })
    expect(await persons()).toMatchObject([{ emailVerified: true, firstName: 'Mara' }])
    expect(await resetPassword(aVisitor(), link, 'un-altra-password')).toMatchObject({
      refusal: 'invalid-link',
    })
    expect(await signIn(aVisitor(), { email, password: PASSWORD })).toMatchObject({ ok: true })
    expect(await kinds(), 'no password has changed').toEqual(['invitation'])
  })

  test('has 24 hours, and asks for another link by themselves', async () => {
    await invited()
    const link = await token()
    await db.execute("update verifications set expires_at = expires_at - interval '1430 minutes'")
    expect(await readToken('reset', link)).toBeDefined()
    await db.execute("update verifications set expires_at = expires_at - interval '11 minutes'")
    expect(await resetPassword(aVisitor(), link, PASSWORD)).toMatchObject({ refusal: 'invalid-link' })
    await requestRecovery(aVisitor(), email)
    expect(await resetPassword(aVisitor(), await token(), PASSWORD)).toEqual({ ok: true })
  })

  test('who asks for the confirmation instead gets a link to choose a password', async () => {
    await invited()
    expect(await resendConfirmation(aVisitor(), email)).toEqual({ ok: true })
    expect(await kinds()).toEqual(['recover-password', 'invitation'])
    expect(await resetPassword(aVisitor(), await token(), PASSWORD)).toEqual({ ok: true })
    expect(await persons()).toMatchObject([{ firstName: 'Mara', emailVerified: true }])
  })

  test('keeps what the office entered when a stranger signs up with the address', async () => {
    const id = await invited()
    const stranger = { firstName: 'Ugo', lastName: 'Ladro', email, password: 'sono-entrato-io' }
    await signUp(aVisitor(), stranger)
    expect(await persons()).toMatchObject([{ id, firstName: 'Mara', lastName: 'Neri' }])
    await invitePersonAgain(admin, id)
    expect(await resetPassword(aVisitor(), await token(), PASSWORD)).toEqual({ ok: true })
    expect(await persons()).toMatchObject([{ firstName: 'Mara', emailVerified: true }])
    const entered = await signIn(aVisitor(), { email, password: stranger.password })
    expect(entered).toMatchObject({ refusal: 'invalid-credentials' })
  })

  test('may sign up instead, and then has what they typed', async () => {
    await invited()
    await signUp(aVisitor(), { ...facts, firstName: 'Maria', password: PASSWORD })
    expect(await confirmAddress(aVisitor(), await token(), PASSWORD)).toMatchObject({ ok: true })
    expect(await persons()).toMatchObject([{ firstName: 'Maria', emailVerified: true }])
  })
})

test('an invitation is sent again until a password is chosen', async () => {
  const id = await invited()
  expect(await peopleCounts(admin, '')).toMatchObject({ 'da-attivare': 1 })
  const page = await peoplePage(admin, { text: '', choice: 'da-attivare' })
  expect(page.people.map((person) => person.id)).toEqual([id])

  expect(await invitePersonAgain(admin, id)).toEqual({ ok: true })
  expect((await db.select().from(auditLogs)).at(-1)).toMatchObject({
    userId: 'carla',
    action: 'update',
    entityId: id,
    details: { cause: 'invited_again' },
  })
  await resetPassword(aVisitor(), await token(), PASSWORD)
  expect(await invitePersonAgain(admin, id)).toEqual({ ok: false, refusal: 'nothing-to-activate' })
  expect(await invitePersonAgain(admin, 'nessuno')).toEqual({ ok: false, refusal: 'unknown-person' })
  await aMember('bruno', { emailVerified: false })
  expect(await invitePersonAgain(admin, 'bruno')).toEqual({ ok: false, refusal: 'nothing-to-activate' })
  expect(await peopleCounts(admin, '')).toMatchObject({ 'da-attivare': 0 })
})
