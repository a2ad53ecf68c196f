import { setImmediate as serveOthers } from 'node:timers/promises'
import { renderAsync } from '@resvg/resvg-js'
import type { CoverFacts } from '../courses/covers/cover.rules'
import { drawTallCover } from '../courses/covers/cover-drawing'
import { attendedInWords } from '../enrolments/attendance/rules'
import { withArticle } from '../italian/articles'
import { formatDate } from '../italian/dates'
import { fromDayToDay } from '../italian/periods'
import { capitalize } from '../italian/words'
import { loadSharp } from '../storage/pictures.server'
import type { Paper } from './paper.server'
import type { CertificateFacts } from './rules'
import { COLOUR, mm } from './style.rules'

/** The width of the drawing in pixels: 300 to an inch. */
const COVER_WIDTH = 1016

/** Draws an attestato as a PDF of one page. Rejects if the fonts of papers are missing. */
export function drawCertificate(facts: CertificateFacts): Promise<Buffer> {
  return drawPages(`Attestato n. ${facts.number}, ${fullName(facts)}`, [facts], drawNumber)
}

/**
 * Draws the attestati that people of one course would get as a PDF, a page each, marked as a trial, without number and
 * code. Rejects if `people` is empty, or the fonts of papers are missing.
 */
export function drawCertificatePreview(people: readonly CertificateFacts[]): Promise<Buffer> {
  const [first] = people
  const title =
    first && people.length === 1
      ? `Prova dell’attestato, ${fullName(first)}`
      : `Prova di ${people.length} attestati`
  return drawPages(title, people, markAsTrial)
}

const fullName = ({ firstName, lastName }: CertificateFacts) => `${firstName} ${lastName}`

/**
 * Draws a page for each person, all with the cover of the first one’s course. `drawFoot`: draws the part in which a
 * trial differs from an attestato.
 */
async function drawPages(
  title: string,
  people: readonly CertificateFacts[],
  drawFoot: (paper: Paper, facts: CertificateFacts) => void,
): Promise<Buffer> {
  const { newPaper } = await import('./paper.server')
  const [first] = people
  if (!first) throw new Error('there is nobody to draw an attestato of')
  // A cover shows the state of its course. An attestato does not tell it, so its cover is always that of an open
  // course.
  const cover = await coverPicture({ ...first.course, state: 'open' })
  const paper = await newPaper({
    title,
    subject: first.course.title,
    createdAt: new Date(`${first.issuedOn}T12:00Z`),
    layout: 'landscape',
    isWithoutMargins: true,
  })
  for (const [i, facts] of people.entries()) {
    if (i > 0) paper.addPage()
    // Each part takes some milliseconds; other requests are served in between.
    paper.artifact(() => paper.image(cover, 0, 0, { width: mm(PAGE.art), height: mm(PAGE.height) }))
    for (const drawPart of [drawSentence, drawFoot, drawIssuer]) {
      await serveOthers()
      drawPart(paper, facts)
    }
    await serveOthers()
  }
  return paper.finish()
}

/**
 * Positions in millimetres: the right edge of the drawing (`art`), the edges of the texts, the height of the page, and
 * the upper edge of the part with number and signature (`foot`).
 */
const PAGE = { art: 86, left: 102, right: 280, height: 210, foot: 151 }

/** Draws the upper part: who attended which course. */
function drawSentence(paper: Paper, facts: CertificateFacts) {
  const { issuer } = facts
  const x = mm(PAGE.left)
  const width = mm(PAGE.right) - x
  paper.brand(x, mm(15), issuer.name, `${issuer.tagline}, in collaborazione con ${issuer.partner}`)

  const title = { face: 'title', color: COLOUR.ink, x } as const
  const line = { x, width, size: 11 }
  paper.put('P', 'Attestato di frequenza', { ...title, size: 15, color: COLOUR.cotto, y: mm(42) })
  const name = fullName(facts)
  const size = fontSizeFor(width, (points) => paper.widthOf(name, 'title', points))
  paper.put('H1', name, { ...title, size, y: mm(49), width, tracking: -0.02 * size })
  paper.put('P', attendedWords(facts), { ...line, y: paper.y + mm(7) })
  const titleSize = facts.course.title.length > 90 ? 17 : 22
  paper.put('H2', facts.course.title, { ...title, size: titleSize, y: paper.y + mm(1.5), width })
  paper.y += mm(2)
  for (const text of detailLines(facts)) paper.put('P', text, { ...line, y: paper.y + 2 })
}

/**
 * Draws the QR code that verifies the attestato; beside it its number, the day of issue, and the number of the
 * attestato that it replaces.
 */
function drawNumber(paper: Paper, facts: CertificateFacts) {
  const { number, issuedOn, replaces, verificationUrl, verificationPage } = facts
  const [x, y] = [mm(PAGE.left), mm(PAGE.foot)]
  const alt = `Codice QR per verificare l’attestato n. ${number} su ${verificationPage}`
  // A QR code of capitals needs fewer modules (its squares), so that each is larger.
  paper.qr(verificationUrl.toUpperCase(), { x, y, size: mm(35), alt })
  const lineBesideCode = { x: x + mm(40), size: 9, width: mm(82) }
  const replacedLines = replaces ? [`Sostituisce l’attestato n. ${replaces}`] : []
  paper.put('P', `N. ${number}`, {
    face: 'title',
    color: COLOUR.ink,
    x: lineBesideCode.x,
    size: 15,
    y: y + mm(13 - 4 * replacedLines.length),
  })
  const day = formatDate(issuedOn, 'd MMMM yyyy')
  for (const text of [day, ...replacedLines, 'Si verifica con questo codice o su'])
    paper.put('P', text, { ...lineBesideCode, y: paper.y + 1 })
  paper.put('P', [{ bold: verificationPage }], { ...lineBesideCode, color: COLOUR.ink, y: paper.y + 1 })
}

/** Prints 'Prova' in the place of number and code, and across the page. */
function markAsTrial(paper: Paper) {
  const { left, right, height, foot } = PAGE
  paper.put('P', 'Prova', { face: 'title', color: COLOUR.ink, x: mm(left), size: 15, y: mm(foot + 13) })
  paper.put('P', 'Non è stato rilasciato: non ha numero né codice.', {
    x: mm(left),
    size: 9,
    y: paper.y + 1,
  })
  const middle = { x: mm((left + right) / 2), y: mm(height / 2) }
  paper.artifact(() => {
    paper.rotate(-24, { origin: [middle.x, middle.y] }).opacity(0.13)
    paper.write('Prova', {
      face: 'title',
      size: 150,
      color: COLOUR.cotto,
      align: 'center',
      x: middle.x - mm(120),
      y: middle.y - 95,
      width: mm(240),
    })
  })
}

/** Draws the signature line, and the company at the foot. */
function drawIssuer(paper: Paper, { issuer, signatory }: CertificateFacts) {
  const [x, right, height, foot] = [mm(PAGE.left), mm(PAGE.right), mm(PAGE.height), mm(PAGE.foot)]
  const signature = { x: right - mm(52), width: mm(52), size: 9 }
  paper.rule(signature.x, foot + mm(23.5), right)
  paper.put('P', [{ bold: signatory.name }], { ...signature, color: COLOUR.ink, y: foot + mm(25) })
  paper.put('P', signatory.role, { ...signature, y: paper.y })

  paper.rule(x, height - mm(19), right, COLOUR.line)
  const { legalName, registeredOffice, vat, rea } = issuer
  const imprint = `${legalName}, ${registeredOffice}, P. IVA ${vat}, REA ${rea}`
  paper.put('P', imprint, { x, width: right - x, size: 7.5, color: COLOUR.quiet, y: height - mm(16.5) })
}

/** The largest font size, from 40 down to 16 points, at which a name fits on one line; 16 if it does not fit at all. */
function fontSizeFor(width: number, widthAt: (size: number) => number): number {
  let size = 40
  while (size > 16 && widthAt(size) > width) size -= 2
  return size
}

function attendedWords({ attendance }: CertificateFacts) {
  if (!attendance) return 'ha frequentato il corso'
  const { attended, planned } = attendance
  return ['ha frequentato', { bold: attendedInWords({ attended, soFar: planned }) }, 'del corso']
}

function detailLines({ mode, place, period, teachers, outcome, attendance }: CertificateFacts): string[] {
  const occasionLine = capitalize([mode, place, period && periodWords(period)].filter(Boolean).join(', '))
  const teachersLine =
    teachers.length === 0 ? '' : `${teachers.length === 1 ? 'Docente' : 'Docenti'}: ${teachers.join(', ')}`
  const threshold = attendance && `Soglia di frequenza: ${attendance.threshold} %`
  const outcomeLine = [`Esito: ${outcome.toLowerCase()}`, threshold].filter(Boolean).join('. ')
  return [occasionLine, teachersLine, outcomeLine].filter(Boolean)
}

function periodWords({ first, last }: { first: string; last: string }): string {
  return first === last ? withArticle('il', formatDate(first, 'd MMMM yyyy')) : fromDayToDay(first, last)
}

/** The last cover is kept, since attestati of one course are drawn one after the other. */
let latestCover: { key: string; picture: Promise<Buffer> } | undefined

function coverPicture(facts: CoverFacts): Promise<Buffer> {
  const key = [facts.slug, facts.theme, facts.format].join()
  if (latestCover?.key === key) return latestCover.picture
  const picture = renderCover(facts)
  latestCover = { key, picture }
  picture.catch(() => {
    latestCover = undefined
  })
  return picture
}

async function renderCover(facts: CoverFacts): Promise<Buffer> {
  const sharp = await loadSharp()
  const picture = await renderAsync(drawTallCover(facts, COVER_WIDTH), { font: { loadSystemFonts: false } })
  // pdfkit embeds a PNG as it is if it has a palette and no transparency.
  return sharp(picture.asPng()).removeAlpha().png({ palette: true }).toBuffer()
}
