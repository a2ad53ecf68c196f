import { beforeEach, expect, test } from 'vitest'
import { aContext, aPerson, aRequest, cookieOf } from '../../tests/people'
import { databaseDown, emptyDatabase } from '../../tests/world'
import { updateProfile } from '../accounts/commands.server'
import { contactFacts } from './contact-form.server'

beforeEach(emptyDatabase)

function facts(cookie = '', path = '/contatti') {
  const request = aRequest(path, cookie)
  return contactFacts({ request, url: new URL(request.url), context: aContext() }, null)
}

test('of a stranger nothing is known, and the page carries nothing of it', async () => {
  expect(Object.keys(await facts())).toEqual(['options', 'chosen', 'timestamp'])
})

test('after a message the page says so', async () => {
  expect((await facts('', '/contatti?inviata')).sent).toBe(true)
})

test('a member finds name, e-mail, telephone and company', async () => {
  const ada = await aPerson('ada')
  const cookie = await cookieOf(ada.email)
  const blank = { fullName: 'ada Prova', email: ada.email, phone: '', company: '' }
  expect((await facts(cookie)).known).toEqual(blank)
  const told = { phone: '0736 123456', company: 'Cantina Sociale' }
  await updateProfile(ada, { firstName: 'Ada', lastName: 'Prova', ...told })
  expect((await facts(cookie)).known).toEqual({ ...blank, fullName: 'Ada Prova', ...told })
})

test('without a database the form is drawn all the same', async () => {
  const cookie = await cookieOf((await aPerson('ada')).email)
  await databaseDown()
  expect((await facts(cookie)).known).toBeUndefined()
})
