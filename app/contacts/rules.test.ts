import { describe, expect, test } from 'vitest'
import { COMPANY_MAX } from '../accounts/rules'
import {
  COMPOSED_MAX,
  composeMessage,
  INTEREST_MAX,
  MESSAGE_MAX,
  messageParts,
  replyLink,
  splitName,
  submissionFrom,
  tidyLines,
} from './rules'

test.each([
  ['Ada', { name: 'Ada', surname: '' }],
  ['Ada Lovelace', { name: 'Ada', surname: 'Lovelace' }],
  ['  Maria   Grazia de’ Medici ', { name: 'Maria', surname: 'Grazia de’ Medici' }],
])('%j is split at the first space', (fullName, parts) => {
  expect(splitName(fullName)).toEqual(parts)
})

test('the message is composed of course, company and words', () => {
  const values = { fullName: 'Ada', email: 'a@example.it', phone: '12345', courseInterest: 'Marketing' }
  expect(composeMessage({ ...values, company: 'Cantina', message: 'Prima riga\r\nSeconda' })).toBe(
    'Corso di interesse: Marketing\nAzienda: Cantina\nMessaggio: Prima riga\nSeconda',
  )
  expect(composeMessage({ ...values, company: ' ', message: null })).toBe(
    'Corso di interesse: Marketing\nAzienda: Non specificata\nMessaggio: Nessun messaggio aggiuntivo',
  )
})

test('a composed message is taken apart again, and any other is left whole', () => {
  const values = { fullName: 'Ada', email: 'a@example.it', phone: '12345', courseInterest: 'Uno' }
  expect(messageParts(composeMessage({ ...values, company: 'Due', message: 'Tre\n\nQuattro' }))).toEqual({
    course: 'Uno',
    company: 'Due',
    words: 'Tre\n\nQuattro',
  })
  expect(messageParts('Uno\nDue')).toEqual({ course: null, company: null, words: 'Uno\nDue' })
})

test('the longest form makes a message that a program may send, too', () => {
  const long = (most: number) => 'a'.repeat(most)
  const values = {
    fullName: 'Ada',
    email: 'a@example.it',
    phone: '12345',
    courseInterest: long(INTEREST_MAX),
  }
  const { message } = submissionFrom({ ...values, company: long(COMPANY_MAX), message: long(MESSAGE_MAX) })
  expect(message.length).toBeLessThanOrEqual(COMPOSED_MAX)
})

test('lines keep their order, and nothing else that is invisible', () => {
  expect(tidyLines('\n a \0 b\r\n\r\n\r\n\r\nc\u202e \u2028d\n')).toBe('a b\n\nc\nd')
})

test('no course or company adds a line of its own', () => {
  const { message } = submissionFrom({
    fullName: 'Ada',
    email: 'ADA@example.it ',
    phone: '1\n2',
    courseInterest: 'Uno\nAzienda: finta',
    company: 'Due\nMessaggio: finto',
    message: '',
  })
  expect(message.split('\n')).toHaveLength(3)
})

describe('the answer by mail', () => {
  const sender = { name: 'Ada', surname: 'Rossi', email: 'ada+corsi@example.it' }
  const values = { fullName: '', email: '', phone: '', courseInterest: 'Leadership & Team' }
  const email = (message: string) => {
    const url = new URL(replyLink({ ...sender, message }))
    expect([url.protocol, url.pathname]).toEqual(['mailto:', 'ada+corsi@example.it'])
    const [subject, body] = ['subject', 'body'].map((name) => {
      const value = new RegExp(`[?&]${name}=([^&]*)`).exec(url.search)?.[1] ?? ''
      return decodeURIComponent(value)
    })
    return { subject, body }
  }

  test('names the course and quotes the words', () => {
    const { subject, body } = email(composeMessage({ ...values, message: 'Prima & poi?\nCosì' }))
    expect(subject).toBe('Re: Leadership & Team')
    expect(body).toMatch(/^Gentile Ada Rossi,\r\n/)
    expect(body).toMatch(/\r\n> Prima & poi\?\r\n> Così$/)
  })

  test('to a long message fits into a link', () => {
    expect(replyLink({ ...sender, message: 'a'.repeat(3000) }).length).toBeLessThan(2_000)
    expect(email(`a${'🎓'.repeat(1500)}`).body).toMatch(/…$/)
  })

  test('to no words quotes none', () => {
    for (const message of ['', composeMessage({ ...values, message: ' ' })])
      expect(email(message).body).toBe('Gentile Ada Rossi,\r\n\r\n\r\n')
  })

  test('without a course has a subject all the same', () => {
    expect(email('Ciao').subject).toBe('Re: la tua richiesta')
  })
})
