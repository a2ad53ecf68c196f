import { decodeText, documentKind } from '../../parsing/text-file.rules'
import { inTurns } from '../../runtime/turns.server'
import { camtAccount, camtEntries, readCamtEntry } from './camt.server'
import {
  inOrderOfDays,
  type SkippedLine,
  STATEMENT_LIMIT,
  type StatementLine,
  type StatementReading,
} from './rules'
import { findTable, readMovement } from './table.rules'

/** Files of another kind that people choose by mistake, each with what to do instead. */
const UNREADABLE_KINDS = {
  excel: 'È un file di Excel: aprilo e salvalo come CSV, oppure copia le righe e incollale qui sotto',
  pdf: 'È un PDF: scarica dalla banca i movimenti come CSV',
}
export const STATEMENT_TOO_LONG = 'L’estratto è troppo grande: al massimo 2 MB. Scegli un periodo più breve'

/** Reads a statement from a file. Returns a sentence as `problem` if it cannot be read. */
export async function readStatementFile(bytes: Uint8Array): Promise<StatementReading> {
  const kind = documentKind(bytes)
  if (kind) return { problem: UNREADABLE_KINDS[kind] }
  if (bytes.length > STATEMENT_LIMIT) return { problem: STATEMENT_TOO_LONG }
  return readStatement(decodeText(bytes))
}

/**
 * Reads a statement: CSV, rows pasted from a spreadsheet, or CAMT.053. A long one is read in turns (`inTurns`), so that
 * other requests are answered meanwhile.
 */
export async function readStatement(text: string): Promise<StatementReading> {
  const beginning = text.slice(0, 1000)
  if (text.trim() === '') return { problem: 'L’estratto è vuoto' }
  if (text.length > STATEMENT_LIMIT) return { problem: STATEMENT_TOO_LONG }
  if (text.includes('\0'))
    return { problem: 'Questo file non è un testo: scarica dalla banca i movimenti come CSV' }
  if (/^\ufeff?\s*<(?:!doctype html|html|head|body|table)/i.test(beginning))
    return {
      problem:
        'È una pagina web: salvala come CSV, oppure copia le righe della tabella e incollale qui sotto',
    }
  const reading = /^\ufeff?\s*</.test(beginning) ? await readCamt(text) : await readTable(text)
  const { statement } = reading
  if (statement && statement.lines.length === 0 && statement.skipped.length === 0)
    return { problem: 'L’estratto non ha movimenti' }
  return reading
}

async function readTable(text: string): Promise<StatementReading> {
  const { table, problem } = findTable(text)
  if (!table) return { problem }
  const movements = await inTurns(table.rows, (row) => readMovement(row, table) ?? [])
  return {
    statement: { format: `Colonne: ${table.format}`, account: null, ...separateLines(movements.flat()) },
  }
}

async function readCamt(text: string): Promise<StatementReading> {
  // Entities of the document's own could refer to files, or grow without end.
  if (/<!DOCTYPE/i.test(text))
    return { problem: 'Il file ha una dichiarazione DOCTYPE: non è un estratto conto' }
  const entries = camtEntries(text)
  if (!entries) return { problem: 'Il file è incompleto: scaricalo di nuovo' }
  if (entries.length === 0) return { problem: 'Non trovo movimenti: questo XML non è un estratto CAMT.053' }
  try {
    let movementCount = 0
    const movements = await inTurns(entries, (entry) => {
      const entryMovements = readCamtEntry(entry, movementCount + 1)
      movementCount += entryMovements.length
      return entryMovements
    })
    return {
      statement: { format: 'CAMT.053', account: camtAccount(text), ...separateLines(movements.flat()) },
    }
  } catch {
    return { problem: 'Il file XML è rovinato: scaricalo di nuovo' }
  }
}

/** Separates the lines that are movements, in order of days, from the skipped ones. */
function separateLines(movements: readonly (StatementLine | SkippedLine)[]) {
  const lines = movements.filter((movement): movement is StatementLine => 'day' in movement)
  return {
    lines: lines.toSorted(inOrderOfDays),
    skipped: movements.filter((movement): movement is SkippedLine => 'reason' in movement),
  }
}
