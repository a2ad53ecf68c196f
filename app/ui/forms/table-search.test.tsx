import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { TableSearch } from './table-search'

test.each([
  ['', 3, false, ''],
  ['rossi', 0, false, 'Nessun risultato per «rossi»'],
  ['rossi', 1, false, '1 risultato per «rossi»'],
  ['rossi', 50, true, '50 risultati in questa pagina per «rossi»'],
])('a search for %j that finds %i rows is announced', (text, foundCount, isPart, sentence) => {
  const element = <TableSearch label="Nome" text={text} action="/" foundCount={foundCount} isPart={isPart} />
  const page = renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
  expect(page).toContain(`aria-live="polite">${sentence}</p>`)
})
