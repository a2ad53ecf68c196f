import { beforeEach, expect, test } from 'vitest'
import { aPerson, aRequest, cookieOf, sentBack } from '../../tests/people'
import { visit, wholeSite } from '../../tests/site'
import { emptyDatabase } from '../../tests/world'
import { db } from '../database/client.server'
import { parkedForms } from '../database/schema'
import { readFlash } from '../http/flash.server'
import { AUTHOR_FIELD } from '../ui/form'
import { authorMark, waitingForms } from './parked.server'
import type { Member } from './rules'

beforeEach(emptyDatabase)

async function send(path: string, sender: Member, fields: Record<string, string>) {
  const body = new URLSearchParams(fields)
  const init = { method: 'POST', body, headers: { Origin: 'http://localhost:3000' } }
  return visit(aRequest(path, await cookieOf(sender.email), init))
}

test('what stands on the page of one person is not done for another; it waits for its author', async () => {
  const [ada, berta] = [await aPerson('ada'), await aPerson('berta')]
  const response = await send('/mine', berta, { nota: 'Ciao', [AUTHOR_FIELD]: await authorMark(ada) })
  expect(response.headers.get('Location')).toBe('/dashboard')
  const back = aRequest('/', sentBack(response.headers))
  expect((await readFlash(back)).toasts).toMatchObject([
    { title: 'Il modulo era di un altro account e non è stato inviato' },
  ])
  expect(await waitingForms(berta, back)).toEqual([])
  expect(await waitingForms(ada, back)).toMatchObject([{ path: '/mine', fields: [['nota', 'Ciao']] }])
})

test('one’s own form, one of a stranger’s page, and one that lies, are answered as they come', async () => {
  const [ada, berta] = [await aPerson('ada'), await aPerson('berta')]
  for (const mark of [await authorMark(berta), '', `${ada.id}.forged`])
    expect((await send('/mine', berta, { [AUTHOR_FIELD]: mark })).status).toBe(200)
  expect(await db.select().from(parkedForms)).toEqual([])
})

test('whoever presses Logout is out', async () => {
  const [ada, berta] = [await aPerson('ada'), await aPerson('berta')]
  const body = new URLSearchParams({ [AUTHOR_FIELD]: await authorMark(ada) })
  const asked = aRequest('/logout', await cookieOf(berta.email), { method: 'POST', body })
  expect((await (await wholeSite())(asked)).headers.get('Location')).toBe('/')
})
