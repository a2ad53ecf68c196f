import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { CertificateTable } from './certificate-table'

/** The table with one person who may have an attestato. */
function tableOf(facts: { hasCertificate?: boolean; revokeReason?: string | null }, chosenIds?: string[]) {
  const person = {
    id: 'e',
    personId: 'p',
    email: 'ada@example.it',
    phone: null,
    firstName: 'Ada',
    lastName: 'Prova',
    status: 'completed' as const,
    hasIssuedCertificate: false,
    hasCertificate: false,
    revokeReason: null,
    attended: 480,
    soFar: 480,
    requirement: { planned: 480, threshold: 80 },
    lacks: [],
    ...facts,
  }
  const nothing = { rows: [], total: 0 }
  const element = (
    <CertificateTable
      course={{ id: 'c', hasBegun: true, isYetToBegin: false }}
      ready={{ rows: [person], total: 1 }}
      lacking={nothing}
      valid={nothing}
      ended={nothing}
      lastNumber={{ year: 2027, seq: 1 }}
      chosenIds={chosenIds}
    />
  )
  return renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
}

const isTicked = (html: string) => /<input[^>]*value="e"[^>]*>/.exec(html)?.[0].includes('checked')

test('who may have an attestato is ticked, unless they had one, or the form was sent with others', () => {
  expect(isTicked(tableOf({}))).toBe(true)
  expect(isTicked(tableOf({ hasCertificate: true }))).toBe(false)
  expect(isTicked(tableOf({}, []))).toBe(false)
  expect(isTicked(tableOf({ hasCertificate: true }, ['e']))).toBe(true)
  const revoked = tableOf({ revokeReason: 'Ore non seguite' })
  expect(isTicked(revoked)).toBe(false)
  expect(revoked).toContain('Revocato: Ore non seguite')
  expect(revoked).not.toContain('Pronto<')
})
