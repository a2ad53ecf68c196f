import { expect, test } from 'vitest'
import { courseTablePage, courseTableQuery, tableView } from './rules'

const view = (query: string) => tableView(new URLSearchParams(query))
const PLAIN = { text: '', filter: 'tutti', order: null, page: 1 }

test('an address that says nothing, or nonsense, is the whole table in its specified order', () => {
  expect(view('')).toEqual(PLAIN)
  expect(view('stato=toString&ordine=-__proto__&pagina=0')).toEqual(PLAIN)
  expect(view('stato=&ordine=&pagina=-1&q=%00')).toEqual(PLAIN)
})

test('text, state, order and page are read', () => {
  expect(view('q=+pnl+&stato=pieni&ordine=-prezzo&pagina=12')).toEqual({
    text: 'pnl',
    filter: 'pieni',
    order: '-prezzo',
    page: 12,
  })
  expect(view(`q=${'x'.repeat(500)}`).text).toHaveLength(200)
})

test('below a dialog the page keeps its parameters, without those of the dialog', () => {
  expect(courseTableQuery('?q=pnl&rifiuta=1&persona=x&corso=y&pagina=2')).toBe('?q=pnl&pagina=2')
  expect(courseTablePage('?stato=&rifiuta=1')).toBe('/admin')
})
