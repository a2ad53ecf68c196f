import { expect, test } from 'vitest'
import { firstName } from './fields'

test('a name is a name, however it is written', () => {
  for (const name of ['Ada', 'Maria Chiara', 'M.Grazia', 'Jean-Luc', 'D’Aloè', 'Łukasz', 'Ada jr.'])
    expect(firstName.safeParse(name).success, name).toBe(true)
})

test('a link is not a name, because e-mails show names', () => {
  for (const name of ['Vai su www.example.org', 'example.org/premio', 'http://x', 'ada@example.org'])
    expect(firstName.safeParse(name).error?.issues[0]?.message, name).toBe('Scrivi un nome, senza indirizzi')
})
