import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { PersonCertificates } from './person-rail'

/** The attestati of a person who has one. */
function certificatesOf(isUndoable: boolean): string {
  const certificate = {
    id: 'a',
    courseId: 'c',
    documentId: 'd',
    ending: null,
    code: 'CODICE',
    facts: { number: '2027/0001', course: { title: 'Paghe' }, attendance: null },
    isUndoable,
  }
  const props = { certificates: [certificate] } as unknown as ComponentProps<typeof PersonCertificates>
  const router = createMemoryRouter([{ path: '/', element: <PersonCertificates {...props} /> }])
  return renderToStaticMarkup(<RouterProvider router={router} />)
}

test('an attestato is verified once its issuing can no longer be taken back', () => {
  expect(certificatesOf(false)).toContain('Verifica')
  const undoable = certificatesOf(true)
  expect(undoable).toContain('2027/0001')
  expect(undoable).not.toContain('Verifica')
})
