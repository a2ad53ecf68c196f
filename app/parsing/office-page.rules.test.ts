import { expect, test } from 'vitest'
import { officePage } from './office-page.rules'

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
