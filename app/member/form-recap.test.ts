import { expect, test } from 'vitest'
import { recapOf } from './form-recap'

test('a saved form is told in the words of its page, without addresses and codes', () => {
  const fields = [
    ['key', '6f1f6a0e-0000-4000-8000-000000000000'],
    ['to', 'approved'],
    ['to', 'in_progress'],
    ['subject', 'Cambio aula'],
    ['text', 'Al piano terra'],
    ['intent', 'send'],
  ] as const
  expect(recapOf({ path: '/admin/courses/uno/messaggi/nuovo', fields })).toEqual([
    { label: 'Modulo', value: 'Scrivi ai partecipanti' },
    { label: 'A chi', value: 'Approvato' },
    { label: 'A chi', value: 'In corso' },
    { label: 'Oggetto', value: 'Cambio aula' },
    { label: 'Messaggio', value: 'Al piano terra' },
  ])
  const course = recapOf({
    path: '/admin/courses/uno?versione=2',
    fields: [
      ['title', 'Ceramica'],
      ['theme', 'marketing'],
      ['joiningEmail', 'on'],
      ['version', '3'],
    ],
  })
  expect(course).toContainEqual({ label: 'Modulo', value: 'Modifica Corso' })
  expect(course).toContainEqual({ label: 'Email prima dell’inizio', value: 'sì' })
  expect(course.map(({ value }) => value)).not.toContain('3')
})

test('an unknown page is not named, and nothing is told by its address', () => {
  for (const path of ['/admin/decisioni/x/ripristina', '/qualcosa', '/admin/mail'])
    expect(recapOf({ path, fields: [] })).toEqual([])
})
