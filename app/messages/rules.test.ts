import { expect, test } from 'vitest'
import { audiencesOf, filledPieces, fillIn, mistakesInMessage, type Recipient } from './rules'

const aRecipient = (id: string, facts: Partial<Recipient> = {}): Recipient => ({
  id,
  firstName: id,
  lastName: 'Prova',
  status: 'approved',
  isAdmitted: false,
  isOnWaitingList: false,
  isOffered: false,
  hasNotAnswered: false,
  hasLateDue: false,
  ...facts,
})

test('people are offered by why one would write to them, and no group twice', () => {
  const groups = (possibleRecipients: Recipient[]) =>
    audiencesOf(possibleRecipients).map(({ word, ids }) => `${word}: ${ids.join(' ')}`)
  expect(groups([])).toEqual([])
  expect(groups([aRecipient('ada'), aRecipient('bice')])).toEqual(['iscritti: ada bice'])
  expect(
    groups([
      aRecipient('ada', { hasNotAnswered: true }),
      aRecipient('bice', { status: 'in_progress', hasLateDue: true }),
      aRecipient('carlo', { status: 'pending', isAdmitted: true, isOnWaitingList: true, isOffered: true }),
      aRecipient('dora', { status: 'pending' }),
      aRecipient('elio', { status: 'rejected' }),
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
  expect(mistakesInMessage({ subject: ' ', text: 'Ciao [nome],' })).toEqual({
    subject: 'no-subject',
    text: 'no-text',
  })
  expect(mistakesInMessage({ subject: 'Aula', text: 'Ciao, a domani' })).toEqual({})
})
