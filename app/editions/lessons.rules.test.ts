import { expect, test } from 'vitest'
import { readLesson, visibleChanges, writeLesson } from './lessons.rules'

const NOTHING = { topic: null, place: null, link: null }

test('empty fields are nothing; spaces are tidied and a link is read as the course form does', () => {
  expect(readLesson({ topic: ' ', place: '', link: '' })).toEqual({ lesson: NOTHING, errors: {} })
  const typed = { topic: ' Leggere  il mercato', place: 'Sala Rossa ', link: '<https://example.it/uno>' }
  const { lesson, errors } = readLesson(typed)
  expect({ lesson, errors }).toEqual({
    lesson: { topic: 'Leggere il mercato', place: 'Sala Rossa', link: 'https://example.it/uno' },
    errors: {},
  })
  expect(readLesson(writeLesson(lesson)).lesson).toEqual(lesson)
})

test('a topic and a place have 200 characters, a link 2,000', () => {
  const link = 'https://example.it/'
  const most = { topic: 'a'.repeat(200), place: 'b'.repeat(200), link: link.padEnd(2_000, 'c') }
  expect(readLesson(most).errors).toEqual({})
  const more = { topic: `${most.topic}a`, place: `${most.place}b`, link: `${most.link}c` }
  expect(readLesson(more).errors).toEqual({
    topic: 'Al massimo 200 caratteri: ora sono 201',
    place: 'Al massimo 200 caratteri: ora sono 201',
    link: 'Al massimo 2000 caratteri: ora sono 2001',
  })
})

test.each(['javascript:alert(1)', 'example.it', 'https://exa mple.it'])('%s is no link', (link) => {
  const { lesson, errors } = readLesson({ topic: '', place: '', link })
  expect(lesson.link).toBeNull()
  expect(errors.link).toMatch(/^Il link: «/)
})

test('participants read another place or link, in place of those of the course; a topic is no news', () => {
  const course = { location: 'Fermo', lessonsUrl: 'https://example.it/tutte' }
  const changed = (before: object, after: object) =>
    visibleChanges(course, 'sabato 23 gennaio', { ...NOTHING, ...before }, { ...NOTHING, ...after })
  expect(changed({}, { topic: 'Leggere il mercato', place: 'Fermo' })).toEqual([])
  expect(changed({ place: 'Sala Rossa' }, { link: 'https://example.it/uno' })).toEqual([
    { what: 'Luogo della lezione di sabato 23 gennaio', before: 'Sala Rossa', after: 'Fermo' },
    {
      what: 'Link della lezione di sabato 23 gennaio',
      before: 'https://example.it/tutte',
      after: 'https://example.it/uno',
    },
  ])
})
