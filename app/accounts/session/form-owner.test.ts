import { beforeEach, expect, test } from 'vitest'
import { aPerson, aRequest, cookieOf } from '../../../tests/people'
import { visit, wholeSite } from '../../../tests/site'
import { emptyDatabase } from '../../../tests/world'
import { OWNER_FIELD } from '../../ui/forms/form'
import type { Member } from '../rules'
import { signOwner } from './saved-form.server'

beforeEach(emptyDatabase)

async function send(path: string, sender: Member, fields: Record<string, string>) {
  const body = new URLSearchParams(fields)
  const init = { method: 'POST', body, headers: { Origin: 'http://localhost:3000' } }
  return visit(aRequest(path, await cookieOf(sender.email), init))
}

test('a form of one member is refused in the session of another, and comes back sealed', async () => {
  const [ada, berta] = [await aPerson('ada'), await aPerson('berta')]
  const fields = { nota: 'Ciao', [OWNER_FIELD]: await signOwner(ada) }
  expect((await send('/mine', berta, fields)).status).toBe(403)
  const response = await send('/mine.data', berta, fields)
  expect(response.status).toBe(403)
  expect(await response.text()).toMatch(/"saved","[\w-]+"/)
})

test('one’s own form, one without an owner and one with a wrong signature are accepted', async () => {
  const [ada, berta] = [await aPerson('ada'), await aPerson('berta')]
  for (const mark of [await signOwner(berta), '', `${ada.id}.forged`])
    expect((await send('/mine', berta, { [OWNER_FIELD]: mark })).status).toBe(200)
})

test('a logout ends any session', async () => {
  const [ada, berta] = [await aPerson('ada'), await aPerson('berta')]
  const body = new URLSearchParams({ [OWNER_FIELD]: await signOwner(ada) })
  const asked = aRequest('/logout', await cookieOf(berta.email), { method: 'POST', body })
  expect((await (await wholeSite())(asked)).headers.get('Location')).toBe('/')
})
