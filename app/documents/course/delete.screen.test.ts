import { beforeEach, expect, test } from 'vitest'
import { emptyFolder } from '../../../tests/files'
import { aRequest, cookieOf, sentBack } from '../../../tests/people'
import { wholeSite } from '../../../tests/site'
import { aCourse, aSecretary, emptyDatabase } from '../../../tests/world'
import { readFlash } from '../../http/toasts.server'
import { addDocument } from './commands.server'

beforeEach(async () => {
  emptyFolder()
  await emptyDatabase()
})

test('a document that is deleted and restored leads back to the page where it was deleted', async () => {
  const staff = await aSecretary()
  const { id } = await aCourse()
  const file = { name: 'note.txt', bytes: Buffer.from('a') }
  const added = await addDocument(staff, id, file, { description: '', visibility: 'iscritti' })
  const document = added.ok ? added.id : ''
  const site = await wholeSite()
  const cookie = await cookieOf(staff.email)
  const post = async (address: string, fields: Record<string, string>) => {
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.set(name, value)
    const { status, headers } = await site(aRequest(address, cookie, { method: 'POST', body }))
    const { toasts } = await readFlash(aRequest('/', sentBack(headers)))
    return { status, page: headers.get('Location'), button: toasts[0]?.button }
  }
  const general = `/admin/documents?corso=${id}`
  for (const [query, page] of [
    [`?corso=${id}&edizione=${id}`, `/admin/courses/${id}/documenti`],
    [`?corso=${id}`, general],
  ] as const) {
    const deleted = await post(`/admin/documents/${document}/elimina${query}`, {})
    expect(deleted).toMatchObject({ status: 302, page, button: { label: 'Ripristina' } })
    const { action = '', fields = {} } = deleted.button ?? {}
    expect(await post(action, fields)).toMatchObject({ status: 302, page })
  }
  const { button } = await post(`/admin/documents/${document}/elimina`, {})
  expect(button?.action, 'of the first course, which the address does not name').toBe(general)
})
