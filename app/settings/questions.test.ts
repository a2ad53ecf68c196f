import { desc } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { anAdmin, emptyDatabase } from '../../tests/world'
import { detailsInFull } from '../audit/rules'
import { FIRST_SETTINGS } from '../content/first-settings'
import { db } from '../database/client.server'
import { auditLogs } from '../database/schema'
import { shownQuestions } from '../public/questions'
import { loader as settingsLoader } from '../site/settings.resource'
import { changeSettings } from './commands.server'
import { fillQuestions } from './fill-questions'
import { moveItem, withItem } from './list.rules'
import { MOST_QUESTIONS, readQuestion, writeQuestion } from './questions.rules'

beforeEach(emptyDatabase)

const stored = FIRST_SETTINGS.questions
const [first] = stored
const read = (question: string, answer: string, id = 'altra', questions = stored) =>
  readQuestion({ question, answer }, questions, id)

test('a question without words or answer is refused, and one that is too long with its count', () => {
  expect(read(' ', ' \n').errors).toEqual({ question: 'Scrivi la domanda', answer: 'Scrivi la risposta' })
  expect(read('d'.repeat(161), 'r'.repeat(701)).errors).toEqual({
    question: 'Al massimo 160 caratteri: ora sono 161',
    answer: 'Al massimo 700 caratteri: ora sono 701',
  })
  expect(read('Dove?', 'In [città], da [azienda].').errors.answer).toContain('al posto di [città]')
  expect(read('Chi è [azienda]?', 'Un ente.').errors).toEqual({})
  expect(read('Quali sono le [condizioni di disdetta]?', 'Queste.').errors).toEqual({
    question: 'Sposta [condizioni di disdetta] nella risposta: è un testo lungo',
  })
  expect(read('Dove?', '<b>Qui</b>, da [azienda]. [condizioni di disdetta]').errors).toEqual({})
})

test('the forty-first question is refused, while each of the forty can change', () => {
  const full = Array.from({ length: MOST_QUESTIONS }, (_, place) => ({
    ...first,
    id: `d${place}`,
  })) as typeof stored
  expect(read('Altro?', 'Sì.', 'altra', full).errors.question).toContain('già 40')
  expect(read('Altro?', 'Sì.', 'd7', full)).toMatchObject({ errors: {}, value: { id: 'd7', answer: 'Sì.' } })
})

test('what is written is read again to the letter, and a hidden question stays hidden', () => {
  for (const question of stored) {
    const text = writeQuestion(stored, question.id)
    expect(read(text.question, text.answer, question.id).value).toEqual(question)
  }
  const hidden = stored.map((question) => ({ ...question, hidden: true }))
  expect(read('Dove?', 'Qui.', 'prima-1', hidden).value.hidden).toBe(true)
})

test('the settings that browsers load contain no hidden question', async () => {
  const hidden = { id: 'nascosta', question: 'Segreta?', answer: 'Sì.', hidden: true }
  await changeSettings(await anAdmin(), 'questions', [...stored, hidden], 0)
  const args: unknown = { params: { version: 'x' } }
  const loaded = await settingsLoader(args as Parameters<typeof settingsLoader>[0]).json()
  expect(loaded.questions.map(({ id }: { id: string }) => id)).toEqual(
    stored.filter((question) => !question.hidden).map(({ id }) => id),
  )
})

test('questions move by one place, and no further than the ends', () => {
  const items = ['a', 'b', 'c'].map((id) => ({ id }))
  const ids = (list: { id: string }[] | null) => list?.map(({ id }) => id).join('')
  expect(ids(moveItem(items, 'su', 'b'))).toBe('bac')
  expect(ids(moveItem(items, 'giu', 'b'))).toBe('acb')
  for (const [act, id] of [
    ['su', 'a'],
    ['giu', 'c'],
    ['su', 'x'],
    ['giu', 'x'],
  ] as const)
    expect(moveItem(items, act, id), `${act} ${id}`).toBeNull()
  expect(ids(withItem(items, { id: 'd' }))).toBe('abcd')
  expect(ids(withItem(items, { id: 'e' }, 'b'))).toBe('aec')
})

test('the home page follows the order and what is hidden, and a preview reads as the page does', async () => {
  const admin = await anAdmin()
  const [one, two, ...others] = stored as [(typeof stored)[0], (typeof stored)[0], ...typeof stored]
  await changeSettings(admin, 'questions', [two, { ...one, hidden: true }, ...others], 0)
  expect(shownQuestions().map(({ id }) => id)).toEqual([two.id, ...others.map(({ id }) => id)])
  expect(fillQuestions([two, ...others])).toEqual(shownQuestions())
  expect(shownQuestions().filter(({ answer }) => answer.includes('['))).toEqual([])
  await changeSettings(admin, 'questions', [two, { ...one, hidden: false }, ...others], 1)
  const [entry] = await db.select().from(auditLogs).orderBy(desc(auditLogs.id))
  expect(detailsInFull(entry?.details ?? {}).changed).toEqual([
    {
      key: 'questions',
      label: 'Domande frequenti',
      before: `Risposta: ${one.answer}, Nascosta: sì, Domanda: ${one.question}`,
      after: `Risposta: ${one.answer}, Nascosta: no, Domanda: ${one.question}`,
    },
  ])
})
