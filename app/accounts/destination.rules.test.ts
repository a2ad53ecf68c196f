import { expect, test } from 'vitest'
import { destinationFrom, isDownloadPath, withDestination } from './destination.rules'

test.each([
  '/dashboard/iscrizioni/6f1b1c0a-0000-4000-8000-000000000000',
  '/dashboard/iscrizioni/1/annulla',
  '/dashboard/account?nuovo=1',
  '/admin',
  '/admin/richieste',
  '/admin/people?q=D%E2%80%99Orazio&pagina=2',
  '/documenti/6f1b1c0a',
  '/docente',
  '/docente/corsi/6f1b1c0a/lezioni/2',
])('%s is a page behind the sign-in', (path) => {
  expect(destinationFrom(path)).toBe(path)
})

test.each([
  null,
  '',
  '/dashboard',
  '/',
  '/corsi',
  '/logout',
  '/adminevil',
  '/dashboard.evil.example',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/%2f/evil.example',
  '/%5cevil.example',
  'https://evil.example/dashboard',
  'javascript:alert(1)//dashboard',
  'http:/dashboard',
  'dashboard',
  ' /dashboard/account',
  '/dashboard/ account',
  '/dashboard\\@evil.example',
  '/dashboard/\\evil.example',
  '/dashboard/..//evil.example',
  '/dashboard/%2e%2e//evil.example',
  '/dashboard/.%2E/../corsi',
  '/admin/../logout',
  '/dashboard/\t/evil.example',
  '/\t/evil.example',
  '/dashboard/\r\nSet-Cookie: session=x',
  '/dashboard/\0',
  '/dashboard/\u2028',
  '/dashboard/è',
  '@evil.example/dashboard',
  `/dashboard/${'a'.repeat(2000)}`,
])('%j is none', (path) => {
  expect(destinationFrom(path)).toBeNull()
})

test('whatever is accepted stays on the site', () => {
  const pieces = [
    '/',
    '//',
    '\\',
    '..',
    '%2e%2e',
    '%2f',
    '%5c',
    '@',
    ':',
    '?',
    '#',
    '\t',
    'dashboard',
    'evil.example',
  ]
  for (const a of pieces)
    for (const b of pieces)
      for (const c of pieces) {
        for (const text of [`/dashboard${a}${b}${c}`, `${a}${b}${c}`, `/admin/${a}${b}${c}`]) {
          const path = destinationFrom(text)
          if (path === null) continue
          const { origin, pathname } = new URL(path, 'https://corsi.example.it')
          expect([origin, /^\/(dashboard|admin|documenti)/.test(pathname)], text).toEqual([
            'https://corsi.example.it',
            true,
          ])
        }
      }
})

test('the page that was asked for travels in the query', () => {
  expect(withDestination('/auth', null)).toBe('/auth')
  expect(withDestination('/auth', '/admin/people?q=a&b')).toBe('/auth?verso=%2Fadmin%2Fpeople%3Fq%3Da%26b')
  expect(withDestination('/auth?scheda=registrazione', '/admin')).toBe(
    '/auth?scheda=registrazione&verso=%2Fadmin',
  )
})

test('files are told from pages', () => {
  for (const file of [
    '/documenti/1',
    '/dashboard/documenti/1',
    '/dashboard/dati.json',
    '/admin/courses/1/iscritti/firme.pdf?lezione=2',
    '/admin/audit.csv?utente=a',
  ])
    expect(isDownloadPath(file), file).toBe(true)
  for (const page of ['/dashboard/iscrizioni/1', '/admin/documents', '/admin/people?q=a.csv'])
    expect(isDownloadPath(page), page).toBe(false)
})
