import { beforeEach, expect, test } from 'vitest'
import { aContext, aPerson, aRequest, cookieOf, sentBack } from '../../tests/people'
import { aCourse, emptyDatabase, tableDown } from '../../tests/world'
import { readFlash } from '../platform/flash.server'
import { action } from './ask.resource'

beforeEach(emptyDatabase)

test('whoever enrols in a course that cannot be read is told so on the list of courses', async () => {
  const { slug } = await aCourse()
  const cookie = await cookieOf((await aPerson('ada')).email)
  await tableDown('courses')
  for (const sent of ['', cookie]) {
    const request = aRequest(`/corsi/${slug}/iscrizione`, sent, { method: 'POST' })
    const answer = await action({ request, params: { slug }, context: aContext() })
    expect([answer.status, answer.headers.get('Location')]).toEqual([302, '/corsi'])
    const { toasts } = await readFlash(aRequest('/corsi', sentBack(answer.headers)))
    expect(toasts).toEqual([
      {
        tone: 'destructive',
        title: 'Errore',
        description: "Si è verificato un errore durante l'iscrizione: Errore durante l'iscrizione al corso",
      },
    ])
  }
})
