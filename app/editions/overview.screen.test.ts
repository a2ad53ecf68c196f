import { beforeAll, beforeEach, expect, test } from 'vitest'
import { markupOf } from '../../tests/failing-writes'
import { aPerson, aRequest, cookieOf } from '../../tests/people'
import { wholeSite } from '../../tests/site'
import { aCourse, emptyDatabase } from '../../tests/world'

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
  expect(atOwnPace).toContain('Niente aspetta in questa edizione.')
})
