import { expect, test } from 'vitest'
import { factsNamedIn } from './legal-facts.server'

test('a legal page carries only the tables that its text names', () => {
  expect(factsNamedIn('## A\nTesto di [azienda]').tables).toEqual({})
  const { tables } = factsNamedIn('## A\nTesto\n\n[tabella: cookie]')
  expect(tables).toEqual({ cookie: expect.objectContaining({ caption: 'I cookie del sito' }) })
})
