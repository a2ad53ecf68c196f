import { expect, test } from 'vitest'
import { audiencesOf, filledPieces, fillIn, mistakesInText, type Reader } from './rules'

const aReader = (id: string, facts: Partial<Reader> = {}): Reader => ({
  id,
  firstName: id,
  lastName: 'Prova',
  status: 'approved',
  isAdmitted: false,
  isOnWaitingList: false,
  isOffered: false,
  isUnanswered: false,
  isLate: false,
  ...facts,
})

test('people are offered by why one would write to them, and no group twice', () => {
  const groups = (readers: Reader[]) =>
    audiencesOf(readers).map(({ word, ids }) => `${word}: ${ids.join(' ')}`)
  expect(groups([])).toEqual([])
  expect(groups([aReader('ada'), aReader('bice')])).toEqual(['iscritti: ada bice'])
  expect(
    groups([
      aReader('ada', { isUnanswered: true }),
      aReader('bice', { status: 'in_progress', isLate: true }),
      aReader('carlo', { status: 'pending', isAdmitted: true, isOnWaitingList: true, isOffered: true }),
      aReader('dora', { status: 'pending' }),
      aReader('elio', { status: 'rejected' }),
    ]),
  ).toEqual([
    'iscritti: ada bice',
    'da-pagare: bice',
    'da-avviare: ada',
    'in-corso: bice',
    'senza-risposta: ada',
    'posto-offerto: carlo',
    'lista-attesa: carlo',
    'in-attesa: dora',
    'rifiutati: elio',
  ])
})

test('placeholders are filled once, in any case; other brackets stay', () => {
  const facts = { nome: '[corso]', corso: 'Ceramica' }
  expect(fillIn('Ciao [nome], [Corso] e [ore]', facts)).toBe('Ciao [corso], Ceramica e [ore]')
  expect(filledPieces('[nome]!', facts)).toEqual([
    { text: '[corso]', isFilled: true },
    { text: '!', isFilled: false },
  ])
})

test('every mistake of a message is named beside its field', () => {
  expect(mistakesInText({ subject: ' ', text: 'Ciao [nome],' })).toEqual({
    subject: 'no-subject',
    text: 'no-text',
  })
  expect(mistakesInText({ subject: 'Aula', text: 'Ciao, a domani' })).toEqual({})
})
