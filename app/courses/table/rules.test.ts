import { expect, test } from 'vitest'
import { officePage, pageBelow, pageQuery, tableView } from './rules'

const view = (query: string) => tableView(new URLSearchParams(query))
const PLAIN = { text: '', filter: 'tutti', order: null, down: false, page: 1 }

test('an address that says nothing, or nonsense, is the whole table in its specified order', () => {
  expect(view('')).toEqual(PLAIN)
  expect(view('stato=toString&ordine=-__proto__&pagina=0')).toEqual(PLAIN)
  expect(view('stato=&ordine=&pagina=-1&q=%00')).toEqual(PLAIN)
})

test('text, state, order and page are read', () => {
  expect(view('q=+pnl+&stato=pieni&ordine=-prezzo&pagina=12')).toEqual({
    text: 'pnl',
    filter: 'pieni',
    order: 'prezzo',
    down: true,
    page: 12,
  })
  expect(view(`q=${'x'.repeat(500)}`).text).toHaveLength(200)
})

test('below a dialog the page keeps its parameters, without those of the dialog', () => {
  expect(pageQuery('?q=pnl&rifiuta=1&persona=x&corso=y&pagina=2')).toBe('?q=pnl&pagina=2')
  expect(pageBelow('?stato=&rifiuta=1')).toBe('/admin')
})

test('a form returns to a page of the office, and nowhere else', () => {
  for (const page of [
    '/admin',
    '/admin?q=pnl+avanzata&pagina=2',
    '/admin/audit',
    '/admin/audit?azione=delete',
    '/admin/audit/12',
    '/admin/richieste?ordine=recenti#richiesta-1',
  ])
    expect(officePage(page)).toBe(page)
  for (const page of [
    '',
    '//example.org',
    'https://example.org/admin',
    '/admin\\@x',
    '/admin/../auth',
    '/administrator',
    '/admin#b/c',
    '/admin\n',
  ])
    expect(officePage(page)).toBe('/admin')
})
