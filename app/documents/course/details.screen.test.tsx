import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { emptyFolder } from '../../../tests/files'
import { aRequest, cookieOf } from '../../../tests/people'
import { wholeSite } from '../../../tests/site'
import { aCourse, aSecretary, emptyDatabase } from '../../../tests/world'
import { addDocument, changeDocument } from './commands.server'
import Details from './details.screen'
import { documentById } from './queries.server'

test('a refused description is announced, with a link to its field', () => {
  const props = {
    loaderData: { id: 'd', fileName: 'Note.txt', description: null, visibility: 'iscritti' },
    actionData: {
      description: 'x',
      visibility: 'iscritti',
      before: { description: 'Prima', visibility: 'ufficio' },
      errors: { newDescription: 'Al massimo 500 caratteri' },
    },
    params: { document: 'd' },
  } as unknown as ComponentProps<typeof Details>
  const router = createMemoryRouter([{ path: '/', element: <Details {...props} /> }], {
    initialEntries: ['/?modifica=1'],
  })
  const page = renderToStaticMarkup(<RouterProvider router={router} />)
  expect(page).toMatch(/role="alert".*<a href="#newDescription">Al massimo 500 caratteri/)
  expect(page).toContain('<title>Errore: ')
  expect(page).toContain('name="newDescriptionBefore" value="Prima"')
  expect(page).toContain('name="visibilityBefore" value="ufficio"')
})

test('a form of the page that a colleague has made stale leaves the visibility closed', async () => {
  emptyFolder()
  await emptyDatabase()
  const staff = await aSecretary()
  const { id } = await aCourse()
  const file = { name: 'note.txt', bytes: Buffer.from('a') }
  const facts = { description: 'Il programa', visibility: 'iscritti' } as const
  const added = await addDocument(staff, id, file, facts)
  const document = added.ok ? added.id : ''
  const site = await wholeSite(await import('../../entry.server'))
  const cookie = await cookieOf(staff.email)
  const address = `/admin/documents/${document}?modifica=1`
  const page = await (await site(aRequest(address, cookie))).text()
  const storedBefore = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? ''
  await changeDocument(staff, document, { ...facts, visibility: 'ufficio' }, facts)
  const body = new URLSearchParams({ newDescription: 'Il programma', visibility: 'iscritti' })
  for (const name of ['newDescriptionBefore', 'visibilityBefore']) body.set(name, storedBefore(name))
  const answer = await site(aRequest(address, cookie, { method: 'POST', body }))
  expect(answer.status).toBe(302)
  expect(await documentById(staff, document)).toMatchObject({
    description: 'Il programma',
    visibility: 'ufficio',
  })
})
