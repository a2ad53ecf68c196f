import { withArticle } from '../italian/articles'
import { formatDate } from '../italian/dates'
import { formatCents } from '../italian/prices'
import { siteSettings } from '../site/settings'
import type { ReceiptFacts } from './rules'
import { COLOUR, mm } from './style.rules'

const KIND = 'Ricevuta di pagamento'
/** A printed line, to be filled in by hand. */
const BLANK = '_'.repeat(28)

/** What the receipt says of its revenue stamp. */
const STAMP_SENTENCES: Record<ReceiptFacts['stamp'], string> = {
  due: `Imposta di bollo di 2,00 € assolta con contrassegno n. ${BLANK}`,
  free: 'Operazione esente da IVA: sotto i 77,47 € la ricevuta non paga l’imposta di bollo.',
  taxed: 'Riguarda un’operazione soggetta a IVA: esente da imposta di bollo.',
  unknown: `Imposta di bollo, se dovuta: contrassegno n. ${BLANK}`,
}

/** Draws the receipt of one payment, which the office prints, signs, and stamps if the law asks for it. */
export async function drawReceipt(facts: ReceiptFacts): Promise<Buffer> {
  const { newPaper } = await import('./paper.server')
  const { reference, payer, participant, course, cents, receivedOn, means, open, stamp, printedAt } = facts
  const { company } = siteSettings()
  const sum = formatCents(cents)
  const day = withArticle('il', formatDate(receivedOn, 'd MMMM yyyy'))
  const paper = await newPaper({
    title: `${KIND}, ${payer.name}`,
    createdAt: printedAt,
    isWithoutMargins: true,
  })
  const [left, right] = [mm(20), mm(190)]
  const width = right - left
  /** Writes a paragraph, `gap` millimetres below the last one. */
  const put = (words: string, gap: number, style: { size?: number; color?: string } = {}) =>
    paper.put('P', words, { x: left, y: paper.y + mm(gap), width, size: 11, ...style })

  paper.brand(left, mm(16), company.name, company.tagline)
  paper.rule(left, mm(33), right)
  paper.put('H1', KIND, { face: 'title', size: 24, color: COLOUR.ink, x: left, y: mm(42), width })
  put(`Abbiamo ricevuto ${[sum, means, day].filter(Boolean).join(' ')} da:`, 8)
  put(payer.name, 4, { size: 13, color: COLOUR.ink })
  for (const line of [...payer.codes, payer.address].filter(Boolean)) put(line, 1, { size: 10 })
  paper.facts(
    [
      ['Per il corso', course],
      ['Partecipa', participant],
      ['Pratica', reference],
      ['Importo', sum],
    ],
    { x: left, y: paper.y + mm(10), width },
  )
  if (open !== null)
    put(open > 0 ? `Restano da versare ${formatCents(open)}.` : 'Non resta nulla da versare.', 9)
  put('Questa ricevuta attesta il pagamento. Non sostituisce la fattura.', open === null ? 9 : 1)
  put(STAMP_SENTENCES[stamp], 1)

  const signatureTop = paper.y + mm(28)
  paper.put('P', formatDate(printedAt, 'd MMMM yyyy'), { x: left, y: signatureTop, size: 10 })
  paper.rule(mm(120), signatureTop + mm(4), right, COLOUR.line)
  paper.put('P', `Per ${company.legalName}`, {
    x: mm(120),
    y: signatureTop + mm(6),
    width: mm(70),
    size: 9,
    color: COLOUR.quiet,
  })
  const foot = { x: left, width, size: 9, color: COLOUR.quiet }
  paper.artifact(() => {
    paper.write(`${company.legalName}, ${company.registeredOffice}`, { ...foot, y: mm(278) })
    paper.write(`P. IVA ${company.vat}, REA ${company.rea}`, { ...foot, y: mm(283) })
  }, 'Pagination')
  return paper.finish()
}
