import { expect, test } from 'vitest'
import { email, firstName, phone } from './fields'

const PASTED = [
  'Dott.ssa Maria',
  'Gian.Luca',
  'Ma.Teresa',
  'Avv.Rossi',
  'Ing.Paolo',
  'Rag.Anna',
  'Sig.ra Anna',
  'Prof.ssa De.Luca',
  'Prof.De Luca',
  'Anna.Maria',
  'M.Rosa',
  'Di.Stefano',
  'Amm.re Bianchi',
  'M.De Santis',
  'm.de santis',
  'M.DE SANTIS',
  'C.La Rosa',
  'G.B.De Rossi',
  'Ill.mo',
  'Rev.do Luca',
  'Preg.mo',
  'Gent.ma Anna',
  'Dott.ssa',
  'Dott.ssa.De Luca',
  'Dott.Ing.De Luca',
]

test('a name is a name, however it is written', () => {
  for (const name of [
    'Ada',
    'Maria Chiara',
    'M.Grazia',
    'Jean-Luc',
    'D’Aloè',
    'Łukasz',
    'Ada jr.',
    ...PASTED,
  ])
    expect(firstName.safeParse(name).success, name).toBe(true)
})

const LINKS = [
  'Premio.com',
  'bit.ly/abc',
  'vinci su premio.shop ora',
  'prof.de/premio',
  'a.example.co.uk',
  'WWW.x',
  'società.it',
  'premio.xn--p1ai',
  'x.com',
  'T.co',
  'x.co.uk',
  'Bit.ly',
  'Bit.Ly',
  'Premio.Shop',
  'Amm.re/premio',
  'M.De/premio',
  'dist.online',
  'dir.bet',
  'ill.shop',
  'sen.casino',
  'banca.dist.online',
  'banca.dott.online',
  'banca.ill.mo',
  'X.Casino',
  'Wa.Me',
  'Fb.Me',
  'Ow.Ly',
]

test('a link is not a name, because e-mails show names', () => {
  for (const name of [
    'Vai su www.example.org',
    'example.org/premio',
    'http://x',
    'ada@example.org',
    ...LINKS,
  ])
    expect(firstName.safeParse(name).error?.issues[0]?.message, name).toBe('Scrivi un nome, senza indirizzi')
})

test('a phone in the profile has a number, or is empty', () => {
  for (const typed of ['', '  ', '0736 123456', '+39 333 1234567 (sera)', '0736 1 / 333 1234567', '12345'])
    expect(phone.safeParse(typed).success, typed).toBe(true)
  // Two numbers, or more digits than can be dialled: whoever reads them tells them apart.
  for (const typed of ['3331234567 3337654321', '333 1234567 0736 123456', '1'.repeat(16)])
    expect(phone.safeParse(typed).success, typed).toBe(true)
  for (const typed of ['abc', 'non ho telefono', '-', '+', '123', 'dopo le 18'])
    expect(phone.safeParse(typed).error?.issues[0]?.message, typed).toBe('Numero di telefono non valido')
})

test('an e-mail is read as it is pasted; two are told', () => {
  const read = (text: string) => {
    const { data, error } = email.safeParse(text)
    return data ?? error?.issues[0]?.message
  }
  expect(read('Mario Rossi <Mario@example.it>;')).toBe('mario@example.it')
  expect(read('mario@società.it')).toMatch(/^mario@xn--/)
  expect(read('a@example.it, b@example.it')).toBe('Email non valida: scrivi un solo indirizzo')
  for (const typed of ['', 'mario', 'mario rossi@example.it']) expect(read(typed)).toBe('Email non valida')
})
