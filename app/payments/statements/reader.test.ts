import { describe, expect, test } from 'vitest'
import { longestBlock } from '../../../tests/longest-block'
import { readStatement, readStatementFile } from './reader.server'
import { addOrdinals } from './rules'
import { centsOfCell, dayOfCell } from './table.rules'

/** Movements of Italian banks as they write them, each with the same two. */
const SHAPES: Record<string, string> = {
  'Banco BPM':
    'Ragione Sociale;Data contabile;Data valuta;Banca;Rapporto;Importo;Divisa;Descrizione;Categoria/sottocategoria;Hashtag\nACCADEMIA;15/03/2027;15/03/2027;BPM;1;1.490,00;EUR;"BONIFICO DA ROSSI; GIULIA";Entrate;\nACCADEMIA;16/03/2027;16/03/2027;BPM;1;-2,50;EUR;COMMISSIONI;Uscite;',
  'UniCredit, points in days':
    'Data Registrazione;Data valuta;Descrizione;Importo (EUR);\n15.03.2027;15.03.2027;BONIFICO A VOSTRO FAVORE   ROSSI   GIULIA;1.490,00;\n16.03.2027;16.03.2027;COMMISSIONI;-2,50;',
  'ING and Mediolanum, balances among the rows':
    'DATA CONTABILE;DATA VALUTA;USCITE;ENTRATE;CAUSALE;DESCRIZIONE OPERAZIONE\n;;;1.000,00;Saldo iniziale;\n15/03/2027;15/03/2027;;+1.490,00;BONIFICO;ROSSI GIULIA\n16/03/2027;16/03/2027;-2,50;;COMM.;COMMISSIONI\n;;;2.487,50;Saldo finale;',
  'account and balance above the headings':
    'Conto corrente n. 000012345;;;;\nSaldo iniziale al 01/03/2027;;;;12.345,67\n\nData contabile;Data valuta;Descrizione operazione;Dare;Avere\n15/03/2027;15/03/2027;BONIFICO DA ROSSI GIULIA;;1.490,00\n16/03/2027;16/03/2027;COMMISSIONI;2,50;',
  'BancoPosta, pasted':
    'Data Contabile\tData Valuta\tAddebiti (euro)\tAccrediti (euro)\tDescrizione operazioni\n15/03/2027\t15/03/2027\t\t1.490,00\tBONIFICO ROSSI GIULIA\n16/03/2027\t16/03/2027\t2,50\t\tCOMMISSIONI',
  'Intesa Sanpaolo, pasted: the currency is called Valuta, decimals follow a point':
    'Data\tOperazione\tDettagli\tConto o carta\tContabilizzazione\tCategoria \tValuta\tImporto\n15.03.2027\tBonifico\tROSSI GIULIA\tConto 1\tCONTABILIZZATO\tAltre entrate\tEUR\t1490.00\n16.03.2027\tCommissioni\tCOMMISSIONI\tConto 1\tCONTABILIZZATO\tAltre uscite\tEUR\t-2.5',
  'Fineco, underscores and ISO days':
    'Data_Operazione;Data_Valuta;Entrate;Uscite;Descrizione;Descrizione_Completa;Stato;Moneymap\n2027-03-15;2027-03-15;1490,00;;Bonifico;ROSSI GIULIA;Contabilizzato;\n2027-03-16;2027-03-16;;-2,50;Comm;COMMISSIONI;Contabilizzato;',
  'Crédit Agricole, lines that end with two returns':
    'Data Operazione;Data valuta;CHECK;Chiave;Causale;Banca;Descrizione;Entrate;Uscite;Divisa\r\r\n15/03/2027;15/03/2027;;1;48;CA;ROSSI GIULIA;1.490,00;;EUR\r\r\n16/03/2027;16/03/2027;;2;16;CA;COMMISSIONI;;2,50;EUR\r\r\n',
  BNL: 'Data operazione;Data valuta;Causale / Descrizione operazione;Importo (EUR)\n15/03/2027;15/03/2027;ROSSI GIULIA;1.490,00\n16/03/2027;16/03/2027;COMMISSIONI;-2,50',
  'BPER, with a column for the sign':
    'Data operazione;Data valuta;Descrizione;Segno;Importo;Saldo\n15/03/2027;15/03/2027;ROSSI GIULIA;A;1.490,00;9.000,00\n16/03/2027;16/03/2027;COMMISSIONI;D;2,50;8.997,50',
}

const read = async (text: string) => (await readStatement(text)).statement ?? expect.fail('not read')
const problemOf = async (text: string) => (await readStatement(text)).problem
const bytes = (text: string) => new TextEncoder().encode(text)
const BNL = 'Data operazione;Data valuta;Causale / Descrizione operazione;Importo (EUR)\n'

describe('a table', () => {
  test.each(Object.entries(SHAPES))('of %s', async (_bank, text) => {
    const { lines } = await read(text)
    expect(lines.map(({ day, cents }) => [day, cents])).toEqual([
      ['2027-03-15', 149000],
      ['2027-03-16', -250],
    ])
    expect(lines[0]?.text).toMatch(/ROSSI;? GIULIA$/)
    expect(lines[1]?.text).toBe('COMMISSIONI')
  })

  test('lists what it skips, with the lines of the file', async () => {
    const { lines, skipped } = await read(SHAPES['ING and Mediolanum, balances among the rows'] ?? '')
    expect(lines.map(({ line }) => line)).toEqual([3, 4])
    expect(skipped).toEqual([
      { line: 2, reason: 'senza data: un saldo, un totale o un titolo', text: '1.000,00 Saldo iniziale' },
      { line: 5, reason: 'senza data: un saldo, un totale o un titolo', text: '2.487,50 Saldo finale' },
    ])
    const odd = `${BNL}15/03/2027;;A;1.490,00\n${BNL}31/02/2027;;B;1,00\n16/03/2027;;C;uno\n17/03/2027;;D;\n18/03/2027;;E;1.23.4,56`
    const reading = await read(odd)
    expect(reading.lines.map(({ text }) => text)).toEqual(['A'])
    expect(reading.skipped.map(({ line, reason }) => [line, reason.split(':')[0]])).toEqual([
      [3, 'senza data'],
      [4, 'senza data'],
      [5, 'l’importo non si legge'],
      [6, 'l’importo non si legge'],
      [7, 'l’importo non si legge'],
    ])
  })

  test('with a comma and a point before the decimals is refused, with both lines', async () => {
    expect(await problemOf(`${BNL}15/03/2027;;A;1.490,00\n16/03/2027;;B;1,490.00`)).toBe(
      'Alcuni importi hanno la virgola e altri il punto: riga 2 «1.490,00», riga 3 «1,490.00»',
    )
    const { lines } = await read(`${BNL}15/03/2027;;A;1.490\n16/03/2027;;B;1 490,50 €`)
    expect(lines.map(({ cents }) => cents)).toEqual([149000, 149050])
  })

  test('is read as UTF-8, UTF-16 or Windows-1252', async () => {
    const text = `${BNL}15/03/2027;;SOCIETÀ È «FÜR»;10,00`
    const encodings = [
      bytes(`\ufeff${text}`),
      Uint8Array.from(Buffer.from(text, 'latin1')),
      Uint8Array.from(Buffer.from(`\ufeff${text}`, 'utf16le')),
    ]
    for (const file of encodings)
      expect((await readStatementFile(file)).statement?.lines[0]?.text).toBe('SOCIETÀ È «FÜR»')
  })

  test('that is none says what to do', async () => {
    expect((await readStatementFile(bytes('PK\u0003\u0004'))).problem).toContain('Excel')
    expect((await readStatementFile(bytes('%PDF-1.7'))).problem).toContain('PDF')
    expect(await problemOf('<html><table>')).toContain('pagina web')
    expect(await problemOf('a;b\n1;2')).toContain('la riga dei titoli')
    expect(await problemOf(BNL)).toContain('la riga dei titoli')
    expect(await problemOf(`${BNL}15/03/2027;;A\0;1,00`)).toContain('non è un testo')
    expect(await problemOf(`${BNL}15/03/2027;;"A;1,00`)).toBe('Riga 2: le virgolette non si chiudono')
    expect(await problemOf(' \n ')).toBe('L’estratto è vuoto')
    expect(await problemOf('x'.repeat(2 * 1024 * 1024 + 1))).toContain('2 MB')
  })

  test('of 10,000 lines is read while other requests are answered, and one of 50,000 too', async () => {
    const rows = '15/03/2027;;ROSSI GIULIA RF97 0010 42;9,00\n'
    const longest = await longestBlock(async () => {
      expect((await read(BNL + rows.repeat(10_000))).lines).toHaveLength(10_000)
    }, 0.6)
    expect(longest).toBeLessThan(0.6)
    const begin = performance.now()
    const { lines } = await read(BNL + '1/3/27;;A;1\n'.repeat(50_000))
    expect(lines).toHaveLength(50_000)
    expect(performance.now() - begin).toBeLessThan(3_000)
  }, 20_000)
})

describe('cells', () => {
  test('days', () => {
    const days = ['15/03/2027', ' 15.3.27 ', '15-03-2027', '2027-03-15', '2027-03-15T10:00:00']
    expect(days.map(dayOfCell)).toEqual(days.map(() => '2027-03-15'))
    for (const cell of [
      '',
      '31/02/2027',
      '2027-02-31',
      '15/13/2027',
      '15 marzo',
      '15/03',
      '15/03/2027 x',
      '1/1/1/27',
    ])
      expect(dayOfCell(cell), cell).toBeNull()
  })

  test('amounts', () => {
    const amounts = [
      '1.490,00',
      '+1.490,00 €',
      '1490',
      '1490,0',
      'EUR 1.490,00',
      '1 490,00',
      '1’490,00'.replace('’', ''),
    ]
    expect(amounts.map((cell) => centsOfCell(cell, ','))).toEqual(amounts.map(() => 149000))
    expect(centsOfCell('−2,50', ',')).toBe(-250)
    expect(centsOfCell('1,490.5', '.')).toBe(149050)
    expect(centsOfCell(' ', ',')).toBeNull()
    for (const cell of ['1.49,00', '1,4900', '1e3', '0x10', '--1', '1-', '٣', 'uno', ','])
      expect(centsOfCell(cell, ','), cell).toBeNaN()
  })
})

const entry = (prefix: string, amount = '490.00') =>
  `<${prefix}Ntry><${prefix}Amt Ccy="EUR">${amount}</${prefix}Amt><${prefix}CdtDbtInd>CRDT</${prefix}CdtDbtInd><${prefix}Sts>BOOK</${prefix}Sts><${prefix}BookgDt><${prefix}Dt>2027-03-15</${prefix}Dt></${prefix}BookgDt><${prefix}AcctSvcrRef>0100</${prefix}AcctSvcrRef><${prefix}NtryDtls><${prefix}TxDtls><${prefix}RltdPties><${prefix}Dbtr><${prefix}Nm>ROSSI &amp; FIGLI SRL</${prefix}Nm></${prefix}Dbtr></${prefix}RltdPties><${prefix}RmtInf><${prefix}Ustrd>RF52 0010 42 rata 1</${prefix}Ustrd></${prefix}RmtInf></${prefix}TxDtls></${prefix}NtryDtls></${prefix}Ntry>`
const account = (prefix: string) =>
  `<${prefix}Acct><${prefix}Id><${prefix}IBAN>IT60X0542811101000000123456</${prefix}IBAN></${prefix}Id></${prefix}Acct>`
const iso = (entries: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>${account('')}${entries}</Stmt></BkToCstmrStmt></Document>`
const CBI = `\ufeff<?xml version="1.0"?><CBIBdyBkToCstmrStmtReq xmlns:n="urn:CBI:xsd:CBIPrdcStmtReqLogMsg.00.01.02"><CBIEnvelBkToCstmrStmtReqLogMsg><CBIBkToCstmrStmtReqLogMsg><CBIDlyStmtReqLogMsg><n:Stmt>${account('n:')}${entry('n:')}</n:Stmt></CBIDlyStmtReqLogMsg></CBIBkToCstmrStmtReqLogMsg></CBIEnvelBkToCstmrStmtReqLogMsg></CBIBdyBkToCstmrStmtReq>`

describe('CAMT.053', () => {
  test('is read alike as it is and in the envelope of CBI', async () => {
    const statement = await read(iso(entry('')))
    expect(statement).toEqual({
      format: 'CAMT.053',
      account: 'IT60X0542811101000000123456',
      lines: [
        {
          line: 1,
          day: '2027-03-15',
          cents: 49000,
          text: 'ROSSI & FIGLI SRL RF52 0010 42 rata 1',
          bankReference: '0100',
        },
      ],
      skipped: [],
    })
    expect(await read(CBI)).toEqual(statement)
  })

  test('divides an entry of several transactions, and knows what goes out or is not booked', async () => {
    const transaction = (amount: string, text: string) =>
      `<TxDtls><Amt Ccy="EUR">${amount}</Amt><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls>`
    const entries = [
      entry('', '900.00').replace(
        /<TxDtls>.*<\/TxDtls>/,
        transaction('400.00', 'A') + transaction('500.00', 'B'),
      ),
      entry('').replace('CRDT', 'DBIT'),
      entry('').replace('BOOK', 'PDNG'),
      entry('').replace('<Sts>BOOK</Sts>', '<Sts><Cd>BOOK</Cd></Sts>'),
      entry('').replace('Ccy="EUR"', 'Ccy="USD"'),
      entry('').replace('490.00', '4.9e2'),
    ]
    const { lines, skipped } = await read(iso(entries.join('')))
    expect(lines.map(({ line, cents, text }) => [line, cents, text.slice(0, 5)])).toEqual([
      [1, 40000, 'A'],
      [2, 50000, 'B'],
      [3, -49000, 'ROSSI'],
      [5, 49000, 'ROSSI'],
    ])
    expect(skipped.map(({ line, reason }) => [line, reason])).toEqual([
      [4, 'non ancora contabilizzato'],
      [6, 'in USD'],
      [7, 'l’importo non si legge'],
    ])
  })

  test('skips transactions without an amount of their own: that of the entry is their sum', async () => {
    const transactions = '<TxDtls><RmtInf><Ustrd>A</Ustrd></RmtInf></TxDtls>'.repeat(2)
    const { lines, skipped } = await read(iso(entry('').replace(/<TxDtls>.*<\/TxDtls>/, transactions)))
    expect(lines).toEqual([])
    expect(skipped.map(({ line, reason, text }) => [line, reason, text])).toEqual([
      [1, 'l’importo non si legge', 'A'],
      [2, 'l’importo non si legge', 'A'],
    ])
  })

  test('with a DOCTYPE, without movements, cut off or broken is refused', async () => {
    const bomb = `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><Document>&x;</Document>`
    expect(await problemOf(bomb)).toContain('DOCTYPE')
    expect(await problemOf('<Document><A/></Document>')).toContain('Non trovo movimenti')
    expect(await problemOf(iso(entry('')).slice(0, -200))).toContain('incompleto')
    expect(await problemOf(iso(entry('').replace('</Sts>', '')))).toContain('rovinato')
  })

  test('of 2 MB is read while other requests are answered', async () => {
    const many = iso(entry('').repeat(4_000))
    const longest = await longestBlock(async () => {
      expect((await read(many)).lines).toHaveLength(4_000)
    }, 0.4)
    expect(longest).toBeLessThan(0.4)
  })
})

test('of lines that are alike each has its own number', async () => {
  const { lines } = await read(`${BNL}15/03/2027;;Rossi;9,00\n15/03/2027;;ROSSI;9,00\n16/03/2027;;ROSSI;9,00`)
  expect(addOrdinals(lines).map(({ ordinal }) => ordinal)).toEqual([1, 2, 1])
})
