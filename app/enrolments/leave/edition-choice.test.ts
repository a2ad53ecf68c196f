import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { EditionChoice, onlyOtherEdition } from './edition-choice'

const AN_EDITION = {
  id: 'a',
  title: 'Contabilità',
  startDate: null,
  place: null,
  maxPartecipanti: 2,
  seatsTaken: 1,
  isSameCourse: true,
  price: null,
  existing: null,
}
const ANOTHER_COURSE = { ...AN_EDITION, id: 'b', isSameCourse: false }

test('a move proposes the only other edition of the course, if it has a seat', () => {
  expect(onlyOtherEdition([AN_EDITION, ANOTHER_COURSE])).toBe('a')
  expect(onlyOtherEdition([{ ...AN_EDITION, maxPartecipanti: null }])).toBe('a')
  expect(onlyOtherEdition([{ ...AN_EDITION, seatsTaken: 2 }])).toBeUndefined()
  expect(onlyOtherEdition([AN_EDITION, { ...AN_EDITION, id: 'c' }])).toBeUndefined()
  expect(onlyOtherEdition([ANOTHER_COURSE])).toBeUndefined()
  const requested = { ...AN_EDITION, id: 'c', existing: 'pending' as const }
  expect(onlyOtherEdition([AN_EDITION, requested])).toBe('a')
  expect(onlyOtherEdition([requested])).toBeUndefined()
})

test('an edition in which the person has an enrolment is shown with the reason, and cannot be chosen', () => {
  const element = createElement(EditionChoice, {
    editions: [
      { ...AN_EDITION, existing: 'pending' },
      { ...AN_EDITION, id: 'c', existing: 'rejected' },
      { ...ANOTHER_COURSE, existing: 'approved' },
    ],
    balance: null,
    chosen: undefined,
    error: undefined,
  })
  const html = renderToStaticMarkup(element)
  expect(html.match(/<input[^>]*disabled/g)).toHaveLength(3)
  for (const words of ['In attesa', 'Rifiutato', 'Approvato'])
    expect(html).toContain(`ha già un’iscrizione qui: ${words}`)
})

test('a list that is cut says so, and a search without result is no lack of editions', () => {
  const choiceOf = (count: number, isSearch = false) => {
    const editions = Array.from({ length: count }, (_, i) => ({ ...AN_EDITION, id: `edition-${i}` }))
    return renderToStaticMarkup(
      createElement(EditionChoice, {
        editions,
        balance: null,
        chosen: undefined,
        error: undefined,
        isSearch,
      }),
    )
  }
  expect(choiceOf(20)).toContain('Sono mostrati i primi 20')
  expect(choiceOf(19)).not.toContain('Sono mostrati')
  expect(choiceOf(0)).toContain('Nessun’altra edizione accetta iscrizioni.')
  expect(choiceOf(0, true)).toContain('Nessun corso trovato')
})
