import { XMLParser } from 'fast-xml-parser'
import { tidy } from '../../parsing/text.rules'
import { LINE_TEXT_MOST, type SkippedLine, type StatementLine, skippedLine } from './rules'
import { dayOfCell } from './table.rules'

/** Reads CAMT.053, the bank statement of ISO 20022, also within the envelope of CBI, which uses its own prefixes. */

type XmlNode = { [name: string]: XmlNode | XmlNode[] | string }

/** Values are parsed as texts, since a number would lose the zeros of '0100'. */
const parser = new XMLParser({ ignoreAttributes: false, parseTagValue: false, removeNSPrefix: true })

/** Cuts out the XML of each entry (`Ntry`), so that entries can be parsed one by one; null if one is not closed. */
export function camtEntries(xml: string): string[] | null {
  const entries: string[] = []
  const opening = /<((?:[\w.-]+:)?Ntry)(?=[\s>])/g
  for (let openingTag = opening.exec(xml); openingTag; openingTag = opening.exec(xml)) {
    const closing = `</${openingTag[1]}>`
    const end = xml.indexOf(closing, openingTag.index)
    if (end === -1) return null
    entries.push(xml.slice(openingTag.index, end + closing.length))
    opening.lastIndex = end
  }
  return entries
}

/** Returns the IBAN of the account, the first of the file; null if there is none near the beginning. */
export function camtAccount(xml: string): string | null {
  const [, iban] = /<(?:[\w.-]+:)?IBAN>\s*([A-Z0-9 ]{5,42})\s*</.exec(xml.slice(0, 20_000)) ?? []
  return iban?.replaceAll(' ', '') ?? null
}

/** Returns elements as a list: the parser gives a list only where an element occurs more than once. */
const listOf = (value: XmlNode[string] | undefined): (XmlNode | string)[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value]

/** Returns all elements with a name at any depth, without searching inside the found ones. */
function elementsIn(node: XmlNode | string | undefined, name: string): (XmlNode | string)[] {
  if (typeof node !== 'object') return []
  return Object.entries(node).flatMap(([key, value]) =>
    key === name ? listOf(value) : listOf(value).flatMap((inner) => elementsIn(inner, name)),
  )
}

/** Returns the first element with a name directly inside another; undefined without one. */
const childOf = (node: XmlNode | string | undefined, name: string): XmlNode | string | undefined =>
  typeof node === 'object' ? listOf(node[name])[0] : undefined

/** Returns the text of an element. The parser gives an object instead of a text if the element has attributes. */
function textOf(node: XmlNode | string | undefined): string {
  const text = typeof node === 'object' ? node['#text'] : node
  return typeof text === 'string' ? text.trim() : ''
}

/**
 * Reads the movements of an entry: one for each transaction, if it has several. An entry that the bank has not booked
 * yet gives a skipped line. Throws for broken XML. `firstLine`: the number of the first movement.
 */
export function readCamtEntry(xml: string, firstLine: number): (StatementLine | SkippedLine)[] {
  const entry = childOf(parser.parse(xml, true) as XmlNode, 'Ntry')
  const status = childOf(entry, 'Sts')
  const isBooked = ['BOOK', ''].includes(textOf(childOf(status, 'Cd')) || textOf(status))
  if (!isBooked)
    return [skippedLine(firstLine, 'non ancora contabilizzato', textOf(childOf(entry, 'AddtlNtryInf')))]
  const transactions = elementsIn(entry, 'TxDtls')
  const parts = transactions.length > 1 ? transactions : [entry]
  return parts.map((part, index) => readTransaction(part, entry, firstLine + index))
}

/**
 * Reads a movement from a transaction of an entry, or from the entry itself (`part`) if it has one transaction or none.
 * A transaction without an amount is skipped: the amount of the entry is the sum of all.
 */
function readTransaction(
  part: XmlNode | string | undefined,
  entry: XmlNode | string | undefined,
  line: number,
): StatementLine | SkippedLine {
  const words = [
    ...elementsIn(part, 'Dbtr').map((debtor) =>
      textOf(childOf(debtor, 'Nm') ?? childOf(childOf(debtor, 'Pty'), 'Nm')),
    ),
    ...elementsIn(part, 'CdtrRefInf').map((reference) => textOf(childOf(reference, 'Ref'))),
    ...elementsIn(part, 'Ustrd').map(textOf),
    textOf(childOf(part, 'AddtlNtryInf')) || textOf(childOf(part, 'AddtlTxInf')),
  ]
  const text = tidy(words.filter(Boolean).join(' ').slice(0, LINE_TEXT_MOST))
  const amount = childOf(part, 'Amt') ?? elementsIn(part, 'Amt')[0]
  const currency = textOf(childOf(amount, '@_Ccy'))
  const bookingDate = childOf(entry, 'BookgDt')
  const day = dayOfCell(textOf(childOf(bookingDate, 'Dt')) || textOf(childOf(bookingDate, 'DtTm')))
  const [euros] = /^\d{1,8}(?:\.\d{1,2})?$/.exec(textOf(amount)) ?? []
  if (currency && currency !== 'EUR') return skippedLine(line, `in ${currency.slice(0, 3)}`, text)
  if (!day) return skippedLine(line, 'senza data', text)
  if (!euros) return skippedLine(line, 'l’importo non si legge', text)
  const direction = textOf(childOf(part, 'CdtDbtInd')) || textOf(childOf(entry, 'CdtDbtInd'))
  const cents = Math.round(Number(euros) * 100) * (direction === 'DBIT' ? -1 : 1)
  const bankReference = textOf(childOf(entry, 'AcctSvcrRef')).slice(0, LINE_TEXT_MOST) || null
  return { line, day, cents, text, bankReference }
}
