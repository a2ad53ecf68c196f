import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  readEmails,
  readEntries,
  readInstalments,
  readLink,
  readPartners,
  readTeachers,
  writePartners,
  writeTeachers,
} from './entries.rules'
import { linesOf, writeLines } from './lines.rules'
import { AMOUNT_MAX, INTEGER_MAX, readAmount, readInteger, writeAmount } from './numbers.rules'

const anything = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.json(),
  fc
    .array(fc.constantFrom('1', '250', '.', ',', ' ', '-', '€', '|', '\n', '[', '"', 'x', ';', '@', 'a'))
    .map((parts) => parts.join('')),
)

test('a list is one entry per line, without blank lines and stray spaces', () => {
  expect(linesOf('  Primo \r\n\r\nSecondo\tmodulo\n')).toEqual(['Primo', 'Secondo modulo'])
})

test('a list that arrives as JSON text is the same list; what only looks like JSON is kept as it is', () => {
  expect(linesOf('["Primo", "Secondo"]')).toEqual(['Primo', 'Secondo'])
  expect(linesOf(JSON.stringify('["Primo"]'))).toEqual(['Primo'])
  expect(linesOf('[Bozza] Primo\n"Secondo"')).toEqual(['[Bozza] Primo', 'Secondo'])
  expect(linesOf('["Primo"')).toEqual(['["Primo"'])
})

test.each([
  ['• Obiettivo uno\n• Obiettivo due', ['Obiettivo uno', 'Obiettivo due']],
  ['▪\tObiettivo uno\no\tObiettivo due', ['Obiettivo uno', 'Obiettivo due']],
  ['\u{F0B7}\tObiettivo uno', ['Obiettivo uno']],
  [
    '- Obiettivo uno\n– Obiettivo due\n* Obiettivo tre\n-Obiettivo quattro',
    ['Obiettivo uno', 'Obiettivo due', 'Obiettivo tre', 'Obiettivo quattro'],
  ],
  ['1. Primo\n2. Secondo', ['Primo', 'Secondo']],
  ['1)\tPrimo\n2)\tSecondo', ['Primo', 'Secondo']],
  ['1. Primo\n  • uno\n  • due\n2. Secondo', ['Primo', 'uno', 'due', 'Secondo']],
  ['a) Primo\nb) Secondo', ['Primo', 'Secondo']],
  ['A. Primo\nB. Secondo', ['Primo', 'Secondo']],
  ['(A) Primo\n(B) Secondo', ['Primo', 'Secondo']],
  ['I. Primo\nII. Secondo\nIII. Terzo\nIV. Quarto', ['Primo', 'Secondo', 'Terzo', 'Quarto']],
  ['i) Primo\nii) Secondo', ['Primo', 'Secondo']],
  ['I. Rossi\nUn altro', ['I. Rossi', 'Un altro']],
  ['II. Secondo\nIII. Terzo', ['II. Secondo', 'III. Terzo']],
  ['"riga uno\nriga due"', ['riga uno', 'riga due']],
  ['"riga ""uno""\nriga due"\nriga tre', ['riga "uno"', 'riga due', 'riga tre']],
  ['"• uno\n• due"', ['uno', 'due']],
  ['["• uno","• due"]', ['uno', 'due']],
  ['231. Un decreto\n-5% di sconto\nE. Rossi', ['231. Un decreto', '-5% di sconto', 'E. Rossi']],
  ['2. Guerra mondiale\n3. Dopoguerra', ['2. Guerra mondiale', '3. Dopoguerra']],
  ['"Secondo"\n"Terzo" e altro', ['Secondo', '"Terzo" e altro']],
])('a list pasted from elsewhere loses bullets, numbers and quotes: %j', (typed, lines) => {
  expect(linesOf(typed)).toEqual(lines)
})

test('entries that are saved with bullets are written without JSON', () => {
  expect(writeLines(['• uno', '• due'])).toBe('• uno\n• due')
})

test('an object in JSON is no entry of a list', () => {
  const problem = 'Non capisco «{"a":1}»: scrivi una voce per riga'
  for (const typed of ['{"a":1}', '[{"a":1}]', '{\n  "a": 1\n}'])
    expect(readEntries(typed)).toEqual([{ problem }])
  expect(readEntries('Primo\n{"a":1}')).toEqual([{ value: 'Primo' }, { problem }])
  expect(readEntries('{bozza} Primo\n[null, "Secondo"]')).toEqual([
    { value: '{bozza} Primo' },
    { value: 'Secondo' },
  ])
})

test.each([
  'Mario Rossi | avvocato',
  'Mario Rossi – avvocato',
  'Mario Rossi — avvocato',
  'Mario Rossi - avvocato',
  'Mario Rossi: avvocato',
  '• Mario Rossi – avvocato',
  '1. Mario Rossi\tavvocato',
  'Mario Rossi\tavvocato\r\n',
  '"Mario Rossi"\t"avvocato"',
  '"Mario Rossi"\tavvocato\n',
  '•\tMario Rossi\tavvocato',
  '1.\tMario Rossi\tavvocato',
  'o\tMario Rossi – avvocato',
])('a teacher with a line about them: %j', (typed) => {
  expect(readTeachers(typed)).toEqual([{ value: { name: 'Mario Rossi', about: 'avvocato' } }])
})

test('initials of teachers are no counters', () => {
  const names = (typed: string) => readTeachers(typed).map(({ value }) => value?.name)
  expect(names('A. Rossi\nB. Bianchi')).toEqual(['A. Rossi', 'B. Bianchi'])
  expect(names('A) Mario Rossi\nB) Anna Bianchi')).toEqual(['Mario Rossi', 'Anna Bianchi'])
  expect(names('I. Mario Rossi\nII. Anna Bianchi')).toEqual(['Mario Rossi', 'Anna Bianchi'])
})

test('a name with a hyphen is one name, one with a dash can be written', () => {
  expect(readTeachers('Anna-Maria De-Luca')).toEqual([{ value: { name: 'Anna-Maria De-Luca', about: '' } }])
  const teachers = [{ name: 'Studio A – B', about: '' }]
  expect(readTeachers(writeTeachers(teachers))).toEqual([{ value: teachers[0] }])
})

test.each([
  ['', null],
  ['  ', null],
  ['980', 980],
  ['1250.5', 1250.5],
  ['1250,50', 1250.5],
  ['1.250', 1250],
  ['1.250,00', 1250],
  ['1,250.00', 1250],
  ['12.345.678,9', 12_345_678.9],
  ['€ 1 250', 1250],
  ['1.250 euro', 1250],
  ["1'250,-", null],
  ['0', 0],
  ['0,01', 0.01],
  ['0.01', 0.01],
  ['.5', 0.5],
  [',50', 0.5],
  ['€ .5', 0.5],
])('%j is an amount of %s euros', (typed, euros) => {
  const { value, problem } = readAmount(typed)
  if (typed === "1'250,-") expect(problem).toBeDefined()
  else expect(value).toBe(euros)
})

test.each([
  ['-5', 'non può essere negativo'],
  ['-.5', 'non può essere negativo'],
  ['1,2345', '«1,2345» non è un importo'],
  ['0.125', '«0.125» non è un importo'],
  ['0,125', '«0,125» non è un importo'],
  ['.125', '«.125» non è un importo'],
  ['012.500', '«012.500» non è un importo'],
  ['dieci', '«dieci» non è un importo'],
  ['1e3', '«1e3» non è un importo'],
  ['€', '«€» non è un importo'],
  ['.', '«.» non è un importo'],
  ['12.34.56', '«12.34.56» non è un importo'],
  ['999999999', 'è troppo grande'],
])('%j is no amount, and says why', (typed, sentence) => {
  expect(readAmount(typed)).toEqual({ problem: sentence })
})

test('whole numbers are zero or more', () => {
  expect([' 20 ', '1.000', '0', ''].map((typed) => readInteger(typed).value)).toEqual([20, 1000, 0, null])
  for (const typed of ['-1', '2,5', 'venti', '1e9', String(INTEGER_MAX + 1)])
    expect(readInteger(typed).problem).toBeTypeOf('string')
})

test('instalments are written in many ways', () => {
  const amounts = (text: string) => readInstalments(text).map(({ value }) => value)
  for (const typed of [
    '400\n300\n280',
    '400; 300; 280',
    '400 + 300 + 280',
    '400 - 300 - 280',
    '[400, 300, 280]',
  ])
    expect(amounts(typed)).toEqual([400, 300, 280])
  expect(amounts('3 x 326,67')).toEqual([326.67, 326.67, 326.67])
  expect(readInstalments('400\nbo')).toEqual([{ value: 400 }, { problem: '«bo» non è un importo' }])
})

test('instalments have an end', () => {
  expect(readInstalments('99 x 1')).toHaveLength(99)
  expect(readInstalments('99 x 1\n'.repeat(2500))).toEqual([{ problem: 'Più di 99 rate' }])
})

test('e-mail addresses are one per line', () => {
  expect(readEmails('a@example.org\nnessuno')).toEqual([
    { value: 'a@example.org' },
    { problem: 'Email non valida: nessuno' },
  ])
})

test('partners are name, logo and description; the last two may be missing', () => {
  expect(readPartners('Ente Uno | uno.svg | Capofila | e sede\nEnte Due').map(({ value }) => value)).toEqual([
    { name: 'Ente Uno', logo: 'uno.svg', description: 'Capofila | e sede' },
    { name: 'Ente Due', logo: '', description: '' },
  ])
  expect(readPartners('[{"name":"Ente","logo":"","description":"Capofila"}]')).toEqual([
    { value: { name: 'Ente', logo: '', description: 'Capofila' } },
  ])
  expect(readPartners('Ente Uno | ateneo')[0]?.value?.logo).toBe('ateneo')
  expect(readPartners('Ente Uno | UNO.PNG')[0]?.value?.logo).toBe('UNO.PNG')
  expect(readPartners('Ente Uno | Capofila')[0]?.problem).toContain('come «marchio»')
  expect(readPartners('| uno.svg')[0]?.problem).toContain('Manca il nome')
  expect(readPartners('Ente | ../uno.svg')[0]?.problem).toContain('nome di un’immagine')
})

test.each([
  '[{"nome":"Ente","descrizione":"Capofila"}]',
  '{"name":"Ente","sito":"https://ente.example"}',
  '{"name":"Ente","description":["Capofila"]}',
  '{"name":" "}',
  '{}',
])('a partner in JSON that is not understood is an error, not a loss: %s', (typed) => {
  const [reading, ...others] = readPartners(typed)
  expect(reading?.problem).toMatch(/^Non capisco «\{.*»: scrivi nome \| logo \| descrizione$/)
  expect(others).toEqual([])
})

test('a partner in JSON may leave out logo and description', () => {
  expect(readPartners('[{"name":"Ente","logo":null},"Altro | altro.svg"]').map(({ value }) => value)).toEqual(
    [
      { name: 'Ente', logo: '', description: '' },
      { name: 'Altro', logo: 'altro.svg', description: '' },
    ],
  )
})

test('partners are read in time of their length', () => {
  for (const unit of ['|', ' |', ' ']) {
    const json = JSON.stringify([{ name: 'Ente', description: `${unit.repeat(100_000)}x` }])
    const before = process.threadCpuUsage()
    readPartners(json)
    const { user, system } = process.threadCpuUsage(before)
    expect((user + system) / 1000, unit).toBeLessThan(100)
  }
})

test('a partner whose name looks like JSON stays as it was typed', () => {
  for (const line of ['""|', '"Ente"|', '[1] | marchio.svg', '{} | | Promuove'])
    expect(readPartners(writePartners(readPartners(line).flatMap(({ value }) => value ?? [])))).toEqual(
      readPartners(line),
    )
})

test('whatever is typed, nothing fails, and what is written reads back to the same', () => {
  fc.assert(
    fc.property(anything, (text) => {
      const lines = linesOf(text)
      expect(linesOf(writeLines(lines))).toEqual(lines)

      const { value: euros } = readAmount(text)
      if (euros !== undefined) expect(readAmount(writeAmount(euros)).value).toBe(euros)
      readInteger(text)
      readEmails(text)

      const amounts = readInstalments(text).flatMap(({ value }) => value ?? [])
      expect(readInstalments(amounts.map(writeAmount).join('\n')).map(({ value }) => value)).toEqual(amounts)
      const partners = readPartners(text).flatMap(({ value }) => value ?? [])
      expect(readPartners(writePartners(partners)).map(({ value }) => value)).toEqual(partners)
    }),
    { numRuns: 2000 },
  )
})

test('every price that the database can hold can be typed', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: AMOUNT_MAX * 100 }), (cents) => {
      expect(readAmount(writeAmount(cents / 100)).value).toBe(cents / 100)
      expect(readAmount((cents / 100).toFixed(2)).value).toBe(cents / 100)
    }),
  )
})

test('nesting beyond reason is kept as text', () => {
  const deep = '['.repeat(20_000) + ']'.repeat(20_000)
  expect(linesOf(deep).length).toBeLessThanOrEqual(1)
})

test('a teacher is a name and a line about them, and is written as it is read', () => {
  const teachers = [
    { name: 'Luca Morganti', about: 'Vende | da anni' },
    { name: 'Paolo Vitangeli', about: '' },
  ]
  const text = 'Luca Morganti | Vende | da anni\nPaolo Vitangeli |'
  expect(readTeachers(text)).toEqual(teachers.map((value) => ({ value })))
  expect(readTeachers(writeTeachers(teachers))).toEqual(teachers.map((value) => ({ value })))
  for (const wrong of ['| Vende da anni', '{"name": "Luca"}'])
    expect(readTeachers(wrong)).toEqual([{ problem: expect.stringContaining('Manca il nome') }])
})

test.each([
  ['', null],
  [' https://lezioni.example.org/corso ', 'https://lezioni.example.org/corso'],
  ['http://lezioni.example.org', 'http://lezioni.example.org/'],
  ['https://lezioni.example.org/j/1.', 'https://lezioni.example.org/j/1'],
  ['https://lezioni.example.org/j/1?pwd=a.1;', 'https://lezioni.example.org/j/1?pwd=a.1'],
  ['<https://lezioni.example.org/j/1>.', 'https://lezioni.example.org/j/1'],
  ['https://lezioni.example.org.', 'https://lezioni.example.org/'],
])('the link %j is %j', (typed, value) => {
  expect(readLink(typed)).toEqual({ value })
})

test('a link in angle brackets is that link, one with a space was wrapped', () => {
  expect(readLink('<https://lezioni.example.org/corso>')).toEqual({
    value: 'https://lezioni.example.org/corso',
  })
  expect(readLink('https://lezioni.example.org/cor so')).toEqual({
    problem: expect.stringContaining('contiene uno spazio'),
  })
})

test.each(['...', 'lezioni.example.org', 'javascript:alert(1)', 'ftp://example.org'])(
  '%j is no link',
  (typed) => {
    expect(readLink(typed)).toEqual({ problem: expect.stringContaining('non è un indirizzo') })
  },
)
