import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { markupOf } from '../../tests/failing-writes'
import { aPerson, aRequest, cookieOf } from '../../tests/people'
import { wholeSite } from '../../tests/site'
import { aCourse, emptyDatabase } from '../../tests/world'
import { db } from '../database/client.server'
import { courses } from '../database/schema'

let site: Awaited<ReturnType<typeof wholeSite>>
beforeAll(async () => {
  site = await wholeSite(await import('../entry.server'))
})
beforeEach(emptyDatabase)

test('the dates of a course are to be written, unless everybody takes it at their own pace', async () => {
  const cookie = await cookieOf((await aPerson('dino', 'admin')).email)
  const overviewOf = async (modalita: string) => {
    const { id } = await aCourse({ modalita })
    return markupOf(await site(aRequest(`/admin/courses/${id}/panoramica`, cookie)))
  }
  expect(await overviewOf('In presenza')).toContain('Mancano le date')
  const atOwnPace = await overviewOf('E-learning')
  expect(atOwnPace).not.toContain('Mancano le date')
  expect(atOwnPace).toContain('In questa edizione non c’è niente in sospeso.')
})

test('an e-mail that leaves by itself says when and what it is, also while it is off', async () => {
  const cookie = await cookieOf((await aPerson('dino', 'admin')).email)
  const { id } = await aCourse({ joiningEmail: false, thanksEmail: false })
  const page = await markupOf(await site(aRequest(`/admin/courses/${id}/panoramica`, cookie)))
  expect(page).toContain('Tre giorni prima: quando, dove, che cosa serve')
  expect(page).toContain('Il giorno dopo la fine: un ringraziamento')
})

test('a form that is older than a change of a colleague leaves that change', async () => {
  const cookie = await cookieOf((await aPerson('dino', 'admin')).email)
  const { id } = await aCourse({ joiningEmail: false, thanksEmail: false })
  const body = new URLSearchParams({
    intent: 'reminders',
    joiningEmail: 'on',
    thanksEmailBefore: 'on',
    thanksEmail: 'on',
  })
  const answer = await site(aRequest(`/admin/courses/${id}/panoramica`, cookie, { method: 'POST', body }))
  expect(answer.status).toBe(302)
  const [stored] = await db.select().from(courses).where(eq(courses.id, id))
  expect(stored).toMatchObject({ joiningEmail: true, thanksEmail: false })
})

test('the page is shown although its last postponement cannot be read', async () => {
  const cookie = await cookieOf((await aPerson('dino', 'admin')).email)
  const { id } = await aCourse()
  await db.execute('alter table postponements rename to away')
  onTestFinished(async () => void (await db.execute('alter table away rename to postponements')))
  const response = await site(aRequest(`/admin/courses/${id}/panoramica`, cookie))
  expect(response.status).toBe(503)
  expect(await markupOf(response)).toContain('Impossibile caricare i dati')
})
