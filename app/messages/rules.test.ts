import { expect, test } from 'vitest'
import {
  audiencesOf,
  BY_HAND,
  choiceAmong,
  filledPieces,
  fillIn,
  mistakesInMessage,
  type Recipient,
} from './rules'

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

test('a choice keeps those who are still in its audience, and is by hand where the form does not offer that', () => {
  const people = [
    aRecipient('ada', { hasLateDue: true }),
    aRecipient('bice', { hasLateDue: true }),
    aRecipient('carlo'),
  ]
  const to = ['ada', 'carlo', 'dora']
  const choices = ['da-pagare', BY_HAND, 'da-avviare', 'senza-risposta', 'x'].map((audience) =>
    choiceAmong(people, { audience, to }),
  )
  expect(choices).toEqual([
    { audience: 'da-pagare', to: ['ada'] },
    { audience: BY_HAND, to: ['ada', 'carlo'] },
    // Everybody is in that state.
    { audience: BY_HAND, to: ['ada', 'carlo'] },
    { audience: BY_HAND, to: [] },
    { audience: BY_HAND, to: [] },
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
