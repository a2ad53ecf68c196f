import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  CELL_LENGTH,
  type Cell,
  findCellFormat,
  respondWithCsv,
  writeEuros,
  writeLine,
  writePhone,
} from './csv.server'
import { ReadError, readOrExplain } from './read-error.server'

const italian = findCellFormat(new URL('http://site/'))

function parsed(text: string, separator = ';'): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let quoted = false
  for (let i = 0; i < text.length; i++) {
    const sign = text[i]
    if (quoted && sign === '"' && text[i + 1] === '"') cell += text[++i]
    else if (sign === '"' && (quoted || cell === '')) quoted = !quoted
    else if (!quoted && sign === separator) {
      row.push(cell)
      cell = ''
    } else if (!quoted && sign === '\n') {
      rows.push([...row, cell.replace(/\r$/, '')])
      row = []
      cell = ''
    } else cell += sign
  }
  return rows
}

const oneCell = (text: string) => parsed(writeLine([text]))[0]?.[0] ?? ''
const FORMULA = /^[\s"]*[=+\-@＝＋－＠]/
/** Signs after blanks, which some spreadsheets drop. */
const BEGINS = /^[\t\r\n]|^[\s"]*[=+\-@＝＋－＠]/

const signs = [
  '=',
  '+',
  '-',
  '@',
  '＝',
  '＠',
  ';',
  ',',
  '\t',
  '\n',
  '\r\n',
  '\r',
  '"',
  "'",
  ' ',
  '\u200b',
  'a',
  '1',
]
const nasty = fc.array(fc.constantFrom(...signs), { maxLength: 12 }).map((parts) => parts.join(''))
const anyText = fc.oneof(nasty, fc.string({ unit: 'binary', maxLength: 30 }))

test('what is written is read back, but for the apostrophes that make it harmless', () => {
  const plain = (text: string) => text.replace(/\r\n?/g, '\n').replaceAll("'", '')
  fc.assert(
    fc.property(fc.array(anyText, { minLength: 1, maxLength: 6 }), (cells) => {
      const [row, ...others] = parsed(writeLine(cells))
      expect(others).toEqual([])
      expect(row?.map(plain)).toEqual(cells.map(plain))
    }),
    { numRuns: 3000 },
  )
})

test('no cell begins a formula, whichever separator the spreadsheet believes in', () => {
  fc.assert(
    fc.property(
      fc.array(anyText, { minLength: 1, maxLength: 4 }),
      fc.constantFrom(';', ',', '\t'),
      (cells, by) => {
        const found = parsed(writeLine(cells), by).flat()
        const begins = by === ';' ? BEGINS : FORMULA
        expect(found.filter((cell) => begins.test(cell))).toEqual([])
      },
    ),
    { numRuns: 5000 },
  )
})

test.each([
  ['=1+1', "'=1+1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['+39 0736', "'+39 0736"],
  ['-2+3', "'-2+3"],
  ['\t=1', "'\t'=1"],
  ['  =1', "'  =1"],
  ['＝cmd', "'＝cmd"],
  ['"=1', '\'"=1'],
  ['Ada; =1', "Ada; '=1"],
  ['Primo\n- punto', "Primo\n'- punto"],
  ["l'uovo - due", "l'uovo - due"],
  ['mario-rossi+x@example.org', 'mario-rossi+x@example.org'],
  ['', ''],
])('%j is written as %j', (text, written) => {
  expect(oneCell(text)).toBe(written)
})

test('a line is what Italian spreadsheets expect', () => {
  const line = writeLine([
    12,
    3.5,
    null,
    'Leadership & Team',
    'a;b',
    'dice "sì"',
    writeEuros(1250),
    italian.day('2027-01-16'),
  ])
  expect(line).toBe('12;3,5;;Leadership & Team;"a;b";"dice ""sì""";1250,00;16/01/2027\r\n')
  expect([writeEuros(null), italian.day(null), writeEuros(0.1 + 0.2)]).toEqual([null, null, '0,30'])
})

test.each([
  ['2026-03-29T00:59:00Z', '29/03/2026 01:59'],
  ['2026-03-29T01:00:00Z', '29/03/2026 03:00'],
  ['2026-12-31T23:30:00Z', '01/01/2027 00:30'],
])('the instant %s is shown as clocks in Italy show it', (instant, shown) => {
  expect(italian.instant(new Date(instant))).toBe(shown)
})

test.each([
  ['+39 0736 123456', '0039 0736 123456'],
  ['+390736123456', '0039 0736123456'],
  ['0736123456', '0736 123456'],
  ['333 1234567', '333 1234567'],
  ['3331234567', '333 1234567'],
  [null, null],
])('the telephone number %j stays text: %j', (phone, cell) => {
  expect(writePhone(phone)).toBe(cell)
})

test('a text beyond the length of a cell is cut between characters', () => {
  for (const text of ['a'.repeat(CELL_LENGTH + 1), `${'a'.repeat(CELL_LENGTH - 2)}😀😀`]) {
    const cell = oneCell(text)
    expect(cell.length).toBeLessThanOrEqual(CELL_LENGTH)
    expect(cell.isWellFormed()).toBe(true)
    expect(cell.endsWith('…')).toBe(true)
  }
})

/** Batches that record how far they were read, and whether they were closed. */
function batches(many: number, fault?: Error) {
  const seen = { read: 0, ended: false }
  async function* rows(): AsyncGenerator<Cell[][]> {
    try {
      for (let i = 0; i < many; i++) {
        seen.read = i + 1
        if (fault && i === many - 1) throw fault
        yield [[i, 'riga']]
      }
    } finally {
      seen.ended = true
    }
  }
  return { seen, rows: rows() }
}

test('the file has a mark, quoted column names and its name', async () => {
  const response = await respondWithCsv('prova.csv', ['ID', 'Nome'], batches(2).rows)
  expect(response.headers.get('Content-Disposition')).toBe('attachment; filename="prova.csv"')
  expect(response.headers.get('Content-Type')).toBe('text/csv; charset=utf-8')
  const bytes = Buffer.from(await response.arrayBuffer())
  expect(bytes.toString('utf8')).toBe('\ufeff"ID";"Nome"\r\n0;riga\r\n1;riga\r\n')
})

test('rows are read no faster than they are taken', async () => {
  const { seen, rows } = batches(1000)
  const reader = (await respondWithCsv('prova.csv', ['ID'], rows)).body?.getReader()
  for (let i = 0; i < 3; i++) await reader?.read()
  expect(seen.read).toBeLessThanOrEqual(4)
  await reader?.cancel()
  await expect.poll(() => seen.ended).toBe(true)
  expect(seen.read).toBeLessThanOrEqual(4)
})

test('an early failure is shown, a later one aborts the file', async () => {
  await expect(respondWithCsv('prova.csv', ['ID'], batches(1, new Error('no')).rows)).rejects.toThrow('no')
  const response = await respondWithCsv('prova.csv', ['ID'], batches(3, new Error('no')).rows)
  await expect(response.text()).rejects.toThrow('no')
})

test('a failed read has its sentence', async () => {
  const failed = readOrExplain(
    'Errore nel recuperare gli utenti',
    Promise.reject(new Error('connection lost')),
  )
  await expect(failed).rejects.toEqual(new ReadError('Errore nel recuperare gli utenti'))
})

test('a text of separators and of what is skipped costs no more than its length', () => {
  const line = (text: string) => {
    const started = performance.now()
    writeLine([text])
    return performance.now() - started
  }
  for (const part of ['\n', '\t', ', ', ';"', '\n\u200b']) {
    const text = part.repeat(200_000 / part.length)
    expect(line(text)).toBeLessThan(200)
    expect(line(`a${text}=1`)).toBeLessThan(200)
  }
  expect(writeLine(['a\n\n \t=1'])).toBe('"a\n\n \t\'=1"\r\n')
})
