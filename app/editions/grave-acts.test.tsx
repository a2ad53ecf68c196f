import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { GraveActs } from './grave-acts'

test('a deletion says who restores the course later, since the log is for administrators', () => {
  const element = (
    <GraveActs course="ceramica" phase="before" people={2} refundCents={0}>
      {null}
    </GraveActs>
  )
  const html = renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
  expect(html.replace(/\s+/g, ' ')).toContain(
    'Si può ripristinare subito dopo; più tardi lo fa un amministratore.',
  )
})
