import { PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from '@cantoo/pdf-lib'
import { company } from './company'

/** Points; A4. */
const [WIDTH, HEIGHT] = [595.28, 841.89]
const MARGIN = 56
const MEASURE = WIDTH - 2 * MARGIN
const BAND = 46
/** Nothing but the foot of the page stands below. */
const FOOT = 92

const colour = (hex: string) =>
  rgb(
    ...([0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255) as [number, number, number]),
  )
const STONE = colour('f5f0e6')
const PALE = colour('b9c3cc')
const LINE = colour('ddd2be')
const INK = colour('152230')
const QUIET = colour('506274')
const COTTO = colour('a33b27')

type Style = { size: number; leading: number; font?: PDFFont; color?: typeof INK; x?: number; width?: number }

/**
 * Paper with the school’s name above and its address below; what is set goes on over as many pages as it takes.
 * `picture` is a PNG, three times as wide as high, for the first page.
 */
export async function openPaper(title: string, picture?: Uint8Array) {
  const pdf = await PDFDocument.create()
  pdf.setTitle(title, { showInWindowTitleBar: true })
  pdf.setAuthor(company.name)
  pdf.setLanguage('it-IT')
  const serif = pdf.embedStandardFont(StandardFonts.TimesRoman)
  const sans = pdf.embedStandardFont(StandardFonts.Helvetica)
  const strong = pdf.embedStandardFont(StandardFonts.HelveticaBold)
  let page = addPage()
  let y = HEIGHT - BAND - (picture ? 48 : 64)

  if (picture) {
    const height = WIDTH / 3
    const image = await pdf.embedPng(picture)
    page.drawImage(image, { x: 0, y: HEIGHT - BAND - height, width: WIDTH, height })
    y -= height
  }
  text(title, { size: 31, leading: 35, font: serif, color: INK })
  y -= 4

  function addPage(): PDFPage {
    const next = pdf.addPage([WIDTH, HEIGHT])
    next.drawRectangle({ x: 0, y: 0, width: WIDTH, height: HEIGHT, color: STONE })
    next.drawRectangle({ x: 0, y: HEIGHT - BAND, width: WIDTH, height: BAND, color: INK })
    next.drawText(company.name, { x: MARGIN, y: HEIGHT - 29, size: 15, font: serif, color: STONE })
    const from = WIDTH - MARGIN - sans.widthOfTextAtSize(company.tagline, 9)
    next.drawText(company.tagline, { x: from, y: HEIGHT - 28, size: 9, font: sans, color: PALE })
    return next
  }

  /** Goes on overleaf unless so many points are left. */
  function keep(height: number) {
    if (y - height >= FOOT) return
    page = addPage()
    y = HEIGHT - BAND - 44
  }

  function text(words: string, { size, leading, font = sans, color = QUIET, x = 0, width = MEASURE }: Style) {
    for (const line of wrapped(words, font, size, width - x)) {
      keep(leading)
      page.drawText(line, { x: MARGIN + x, y, size, font, color })
      y -= leading
    }
  }

  function heading(words: string) {
    keep(78) // a heading keeps at least two lines below it
    y -= 14
    page.drawText(words, { x: MARGIN, y, size: 16, font: serif, color: INK })
    y -= 24
  }

  /** Label above value, three in a row. */
  function facts(all: [label: string, value: string][]) {
    const cell = MEASURE / 3
    for (let first = 0; first < all.length; first += 3) {
      const row = all.slice(first, first + 3).map(([label, value]) => ({
        label,
        lines: wrapped(value, strong, 10.5, cell - 14),
      }))
      const height = 34 + 14 * Math.max(...row.map(({ lines }) => lines.length))
      keep(height)
      rule(y + 12)
      row.forEach(({ label, lines }, i) => {
        const x = MARGIN + i * cell
        page.drawText(label, { x, y: y - 4, size: 8.5, font: sans, color: QUIET })
        lines.forEach((line, n) => {
          page.drawText(line, { x, y: y - 19 - 14 * n, size: 10.5, font: strong, color: INK })
        })
      })
      y -= height - 6
    }
    rule(y + 12)
    y -= 16
  }

  function list(items: readonly string[], x = 0) {
    for (const item of items) {
      keep(14)
      page.drawRectangle({ x: MARGIN + x, y: y + 3, width: 8, height: 1.25, color: COTTO })
      text(item, { size: 10.5, leading: 14, x: x + 16 })
      y -= 3
    }
  }

  /** A line across the page: what it is about, what about it, and a figure at the right edge. */
  function row(label: string, words: string, figure: string) {
    keep(19)
    page.drawText(plain(label), { x: MARGIN, y, size: 10.5, font: strong, color: INK })
    page.drawText(plain(words), { x: MARGIN + 150, y, size: 10.5, font: sans, color: QUIET })
    const from = WIDTH - MARGIN - sans.widthOfTextAtSize(plain(figure), 10.5)
    page.drawText(plain(figure), { x: from, y, size: 10.5, font: sans, color: QUIET })
    rule(y - 6)
    y -= 19
  }

  function rule(at: number) {
    page.drawLine({
      ...{ start: { x: MARGIN, y: at }, end: { x: WIDTH - MARGIN, y: at } },
      ...{ thickness: 0.75, color: LINE },
    })
  }

  const space = (height: number) => {
    y -= height
  }

  /** The bytes, once every page knows how many there are. */
  function finish(): Promise<Uint8Array> {
    const lines = [
      `${company.name}, ${company.offices.map(({ city }) => city).join(' e ')}. ${company.phone}, ${company.email}`,
      'Contenuto dimostrativo: corsi, prezzi, partner e persone sono inventati.',
    ]
    const pages = pdf.getPages()
    for (const [i, each] of pages.entries()) {
      page = each
      rule(70)
      for (const [n, line] of lines.entries())
        page.drawText(plain(line), { x: MARGIN, y: 54 - 13 * n, size: 8.5, font: sans, color: QUIET })
      const number = `${i + 1} di ${pages.length}`
      const from = WIDTH - MARGIN - sans.widthOfTextAtSize(number, 8.5)
      page.drawText(number, { x: from, y: 54, size: 8.5, font: sans, color: QUIET })
    }
    return pdf.save()
  }

  return { text, heading, facts, list, row, space, finish }
}

/** Lines no wider than `width`; none ends with a word of one or two letters, none begins with the sign of the euro. */
function wrapped(words: string, font: PDFFont, size: number, width: number): string[] {
  const lines = ['']
  for (const word of plain(words).split(/(?<!(?:^| )\p{L}{1,2}) (?!€)/u)) {
    const longer = [lines.at(-1), word].filter(Boolean).join(' ')
    if (font.widthOfTextAtSize(longer, size) <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines.filter(Boolean)
}

/** The fonts that every reader has know the letters of Western Europe and ordinary spaces. */
function plain(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[^ -~\u00a1-\u00ff€‘’“”–—•…]/g, '')
}
