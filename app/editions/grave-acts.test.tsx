import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { GraveActs } from './grave-acts'

/** The words of the section. `counts`: of the people. */
function wordsWith(counts: { participants: number; involved: number }): string {
  const element = (
    <GraveActs course="ceramica" phase="before" matters={counts} refundCents={0}>
      {null}
    </GraveActs>
  )
  const html = renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
  return html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
}

test('a deletion says who restores the course later, since the log is for administrators', () => {
  expect(wordsWith({ participants: 2, involved: 2 })).toContain(
    'Si può ripristinare subito dopo; più tardi lo fa un amministratore.',
  )
})

test('a cancellation counts those who wait for an answer, since they get the e-mail too', () => {
  const waiting = wordsWith({ participants: 0, involved: 3 })
  expect(waiting).toContain('Non si fa più: 3 persone avvisate.')
  expect(waiting).toContain('Nuove date; nessuno partecipa ancora.')
  expect(wordsWith({ participants: 1, involved: 1 })).toContain('Non si fa più: 1 persona avvisata.')
  expect(wordsWith({ participants: 0, involved: 0 })).toContain('Non si fa più: nessuno da avvisare.')
})
