import { expect, test } from 'vitest'
import { type CourseField, type CourseText, FIELD_LIMITS } from './rules'
import {
  changedFields,
  SECTIONS,
  sectionAfter,
  sectionOf,
  sectionStates,
  stateInWords,
  wrongFields,
} from './sections.rules'

const text = (typed: Partial<CourseText> = {}): CourseText => ({
  ...(Object.fromEntries(Object.keys(FIELD_LIMITS).map((name) => [name, ''])) as Record<CourseField, string>),
  comingSoon: false,
  draft: false,
  ...typed,
})

test('every field of the form is in one section', () => {
  const fields = Object.values(SECTIONS).flatMap((section): readonly string[] => section.fields)
  expect(fields.toSorted()).toEqual([...Object.keys(FIELD_LIMITS), 'comingSoon', 'draft'].toSorted())
  expect(sectionOf('location')).toBe('dove')
  expect(sectionOf('notify')).toBeUndefined()
})

test('a section tells what is to be looked at before what changed', () => {
  const typed = text({ title: 'Nuovo', location: 'Fermo', sessions: 'sabato prossimo' })
  const changed = changedFields(typed, text())
  const wrong = wrongFields(typed, { location: 'Il luogo è obbligatorio' })
  expect(changed).toEqual(['title', 'location', 'sessions'])
  expect(wrong).toEqual(['location', 'sessions'])
  const states = sectionStates(changed, wrong)
  expect(stateInWords(states.corso)).toBe('1 cambiato')
  expect(stateInWords(states.dove)).toBe('1 da vedere')
  expect(stateInWords(states.prezzi)).toBe('')
})

test('errors that belong to no section are not counted among fields', () => {
  expect(wrongFields(text(), { notify: 'Salvando parte un’email a chi è iscritto' } as object)).toEqual([])
})

test('the sections follow each other to the last', () => {
  expect(sectionAfter('pubblicazione')).toBe('corso')
  expect(sectionAfter('contatti')).toBeUndefined()
})
