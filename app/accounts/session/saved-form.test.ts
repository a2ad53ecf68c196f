import { beforeEach, expect, test } from 'vitest'
import { codeOf } from '../../../tests/codes'
import { aPerson, aRequest, PASSWORD, sentBack } from '../../../tests/people'
import { aWhileLater, withSecondFactor } from '../../../tests/second-factor'
import { wholeSite } from '../../../tests/site'
import { aMember, emptyDatabase } from '../../../tests/world'
import { OWNER_FIELD, SAVED_FIELD } from '../../ui/forms/form'
import type { Member } from '../rules'
import { openForm, ownerOf, redirectWithForm, savedFormResponse, signOwner } from './saved-form.server'

let owner: Member
beforeEach(async () => {
  await emptyDatabase()
  owner = await aMember()
})

/** What the form becomes, sent to `path`. */
async function save(fields: [string, string][], path = '/admin/courses/new?da=elenco') {
  const sent = new FormData()
  for (const [name, value] of fields) sent.append(name, value)
  const request = aRequest(path, '', { method: 'POST' })
  const { data, init } = await savedFormResponse(owner.id, sent, {
    request,
    url: new URL(request.url),
    status: 401,
  })
  return { status: init?.status, saved: '', ...data }
}

test('a form comes back to its owner as it was, without passwords and codes', async () => {
  const { status, saved } = await save([
    [OWNER_FIELD, await signOwner(owner)],
    ['title', 'Leadership'],
    ['confirmPassword', 'segreto'],
    ['current', 'segreto'],
    ['code', '123456'],
    ['moduli', 'uno\r\ndue'],
    ['moduli', 'tre'],
  ])
  expect(status).toBe(401)
  expect(await openForm(saved, owner)).toEqual({
    path: '/admin/courses/new?da=elenco',
    fields: [
      ['title', 'Leadership'],
      ['moduli', 'uno\r\ndue'],
      ['moduli', 'tre'],
    ],
  })
  expect(Buffer.from(saved, 'base64url').toString()).not.toContain('Leadership')
})

test('only its owner opens a saved form, unchanged', async () => {
  const { saved } = await save([['a', '1']])
  expect(await openForm(saved, await aMember('berta'))).toBeNull()
  for (const forged of ['', 'x', saved.slice(1), saved.slice(0, -4), `${saved}AAAA`])
    expect(await openForm(forged, owner)).toBeNull()
})

test('at most 100 KB are saved', async () => {
  const sized = (letters: number) => save([['a', 'è'.repeat(letters)]])
  expect(await sized(49_900)).toMatchObject({ status: 401 })
  expect(await sized(50_000)).toMatchObject({ status: 413, tooLarge: true, saved: '' })
})

test('a signature names the owner of a form', async () => {
  const mark = await signOwner(owner)
  const ownerFrom = (value: string) => {
    const fields = new FormData()
    fields.append(OWNER_FIELD, value)
    return ownerOf(fields)
  }
  expect(await ownerFrom(mark)).toBe(owner.id)
  const forged = ['', '.', owner.id, `${owner.id}.`, `x${mark}`, `${mark}x`, mark.replace('ada', 'eva')]
  for (const value of forged) expect(await ownerFrom(value)).toBeNull()
  expect(await ownerOf(new FormData())).toBeNull()
})

test('a redirect keeps the method where a form goes along', () => {
  const fields = new FormData()
  const target = () => {
    const { status, headers } = redirectWithForm('/auth/codice', fields)
    return [status, headers.get('Location')]
  }
  expect(target()).toEqual([302, '/auth/codice'])
  fields.append(SAVED_FIELD, 'sealed')
  expect(target()).toEqual([307, '/auth/codice?modulo'])
})

test('a saved form goes through the second factor', async () => {
  owner = await aPerson('berta')
  const { key } = await withSecondFactor(owner)
  await aWhileLater()
  const { saved } = await save([['phone', '0734 1']], '/dashboard/profilo')
  const site = await wholeSite()
  let cookie = ''
  const send = async (path: string, typed: Record<string, string>) => {
    const body = new URLSearchParams({ ...typed, [SAVED_FIELD]: saved })
    const response = await site(aRequest(path, cookie, { method: 'POST', body }))
    cookie = sentBack(response.headers) || cookie
    return [response.status, response.headers.get('Location')]
  }
  const password = { intent: 'login', email: owner.email, password: PASSWORD }
  expect(await send('/auth?modulo', {})).toEqual([200, null])
  expect(await send('/auth?modulo', password)).toEqual([307, '/auth/codice?modulo'])
  expect(await send('/auth/codice?modulo', password)).toEqual([200, null])
  expect(await send('/auth/codice?modulo', { code: '000000' })).toEqual([400, null])
  expect(await send('/auth/codice?modulo', { code: codeOf(key) })).toEqual([307, '/ripresa?modulo'])
  expect(await send('/ripresa?modulo', { code: codeOf(key) })).toEqual([200, null])

  cookie = ''
  expect(await send('/auth/codice?modulo', { code: codeOf(key) })).toEqual([307, '/auth?modulo'])
})
