import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { RegisterPerson } from './queries.server'
import { RegisterForm } from './register-form'
import type { MarkText, RegisterResult } from './rules'

const LESSON = {
  number: 1,
  startDate: '2026-11-21',
  endDate: '2026-11-21',
  startTime: '09:00:00' as string | null,
  endTime: '13:00:00' as string | null,
  hours: 4,
  closedAt: null,
}
const PRESENT = { minutes: 240, arrived: null, left: null }

const aPerson = (id: string, lastName: string, mark: RegisterPerson['mark']): RegisterPerson => ({
  id,
  firstName: 'Giulia',
  lastName,
  isEnrolled: true,
  mark,
  markerName: null,
  attended: 0,
  soFar: 0,
})

/** The form of the office after its result, with these people, as the server writes it. */
function markupOf(people: RegisterPerson[], result?: RegisterResult, lesson = LESSON): string {
  const form = (
    <RegisterForm
      heading={null}
      marksAddress="/segni"
      lesson={lesson}
      people={people}
      requirement={{ planned: 240, threshold: 80 }}
      result={result}
      mayEmpty
    />
  )
  const router = createMemoryRouter([{ path: '/', element: form }])
  return renderToStaticMarkup(<RouterProvider router={router} />)
}

const textOf = (...facts: Parameters<typeof markupOf>) => markupOf(...facts).replaceAll(/<[^>]*>/g, '')

const inPart = (arrived: string, left: string): MarkText => ({
  presence: 'partial',
  arrived,
  left,
  minutes: '',
})
const MARKED = [aPerson('rossi', 'Rossi', PRESENT), aPerson('verdi', 'Verdi', PRESENT)]

test('the form counts who is marked and who is not, and names the last person who is missing', () => {
  expect(textOf(MARKED)).toContain('Tutti segnati')
  const text = textOf([...MARKED, aPerson('bianchi', 'Bianchi', null)])
  expect(text).toContain('Manca Giulia Bianchi')
  expect(text).toContain('2 di 3 segnati')
  const unmarked = [aPerson('bianchi', 'Bianchi', null), aPerson('neri', 'Neri', null)]
  expect(textOf([...MARKED, ...unmarked])).toContain('2 persone da segnare')
})

test('somebody who was there in part is asked for times, or for minutes in a lesson without times', () => {
  const result = { rows: { rossi: inPart('', '') }, errors: {} }
  expect(textOf(MARKED, result)).toContain('scrivi quando entra o esce')
  const text = textOf(MARKED, result, { ...LESSON, startTime: null, endTime: null })
  expect(text).toContain('scrivi i minuti')
  expect(text).not.toContain('scrivi quando')
})

test.each([
  ['the times of the whole lesson', inPart('9:00', '13:00')],
  ['an empty field', inPart('9:00', '')],
  ['an exit before the entry', inPart('9:00', '8:00')],
])('somebody who is marked already is missing while their row has %s', (_case, row) => {
  const text = textOf(MARKED, { rows: { rossi: row }, errors: {} })
  expect(text).toContain('Da completare: Giulia Rossi')
  expect(text).toContain('1 di 2 segnati')
  expect(text).not.toContain('Tutti segnati')
})

test('the marks of who has left follow the rows, as text', () => {
  const text = textOf([
    aPerson('rossi', 'Rossi', null),
    { ...aPerson('verdi', 'Verdi', PRESENT), isEnrolled: false },
  ])
  expect(text).toContain('0 di 1 segnati')
  expect(text).toContain('Verdi GiuliaIscrizione finitaPresente')
})

test.each([
  ['closed and emptied while it has marks', PRESENT, true],
  ['neither while it has none', null, false],
])('a register in which nobody is enrolled any more can be %s', (_case, mark, isPossible) => {
  const people = mark ? [{ ...aPerson('verdi', 'Verdi', mark), isEnrolled: false }] : []
  const text = textOf(people)
  expect(text).toContain('Nessun utente iscritto')
  for (const words of ['Verdi', 'Chiudi il registro', 'Svuota il registro…'])
    expect(text.includes(words)).toBe(isPossible)
})

test('a row has four fields at most: without a script a register of two hundred people is sent whole', () => {
  const page = markupOf([aPerson('rossi', 'Rossi', { minutes: 60, arrived: '9:00', left: '10:00' })])
  const names = [...page.matchAll(/ name="([^"]+)"/g)].map(([, name]) => name)
  expect(new Set(names.filter((name) => name?.endsWith('rossi'))).size).toBe(4)
})
