import { PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from '@cantoo/pdf-lib'
import { formatDate, formatHours, formatMoney } from '../ui/format'
import { company } from './company'
import type { DemoCourse } from './demo-plan'

/** Points; A4. */
const [WIDTH, HEIGHT] = [595.28, 841.89]
const MARGIN = 56
const MEASURE = WIDTH - 2 * MARGIN

const colour = (hex: string) =>
  rgb(
    ...([0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255) as [number, number, number]),
  )
const STONE = colour('f5f0e6')
const LINE = colour('ddd2be')
const INK = colour('152230')
const QUIET = colour('506274')
const COTTO = colour('a33b27')

type Fonts = { serif: PDFFont; sans: PDFFont; strong: PDFFont }

/** A brochure of one page from what the demo course says of itself, as the office would upload it. */
export async function demoBrochure(course: DemoCourse): Promise<Uint8Array> {
  const { pdf, page, fonts } = await sheet(course.title)
  let y = masthead(page, fonts, course.title)
  y = paragraph(page, fonts.sans, course.shortDescription ?? '', { y, size: 13, leading: 19 }) - 16
  for (const [label, value] of facts(course)) y = fact(page, fonts, label, value, y)
  y = list(page, fonts, 'Programma', course.moduli, y - 20)
  y = list(page, fonts, 'A chi è rivolto', course.destinatari, y - 8)
  list(page, fonts, 'Certificazioni rilasciate', course.certificazione, y - 8)
  return pdf.save()
}

/** A sheet of text in the same dress, for the demo documents. */
export async function demoSheet(title: string, lines: string[]): Promise<Uint8Array> {
  const { pdf, page, fonts } = await sheet(title)
  let y = masthead(page, fonts, title)
  for (const line of lines) y = paragraph(page, fonts.sans, line, { y, size: 11, leading: 16 }) - 8
  return pdf.save()
}

async function sheet(title: string) {
  const pdf = await PDFDocument.create()
  pdf.setTitle(title, { showInWindowTitleBar: true })
  pdf.setAuthor(company.name)
  pdf.setLanguage('it-IT')
  const fonts = {
    serif: pdf.embedStandardFont(StandardFonts.TimesRoman),
    sans: pdf.embedStandardFont(StandardFonts.Helvetica),
    strong: pdf.embedStandardFont(StandardFonts.HelveticaBold),
  }
  const page = pdf.addPage([WIDTH, HEIGHT])
  page.drawRectangle({ x: 0, y: 0, width: WIDTH, height: HEIGHT, color: STONE })
  footer(page, fonts)
  return { pdf, page, fonts }
}

/** Name and arches above, then the title; gives where the text goes on. */
function masthead(page: PDFPage, { serif, sans }: Fonts, title: string): number {
  const band = 132
  page.drawRectangle({ x: 0, y: HEIGHT - band, width: WIDTH, height: band, color: INK })
  for (let x = 300; x < WIDTH; x += 44)
    page.drawSvgPath('M0 100V44a18 18 0 0 1 36 0V100z', {
      x,
      y: HEIGHT - band + 100,
      color: colour('35495c'),
    })
  page.drawText(company.name, { x: MARGIN, y: HEIGHT - 66, size: 20, font: serif, color: STONE })
  page.drawText(company.tagline, { x: MARGIN, y: HEIGHT - 84, size: 10, font: sans, color: colour('b9c3cc') })
  return paragraph(page, serif, title, { y: HEIGHT - band - 60, size: 32, leading: 36, color: INK }) - 12
}

function facts({ sessions, price, modalita, tipoSessione, location, duration, level }: DemoCourse) {
  const hours = sessions.reduce((sum, session) => sum + (session.hours ?? 0), 0)
  const known: [string, string | null | undefined][] = [
    ['Inizio', formatDate(sessions[0]?.startDate, 'd MMMM yyyy')],
    ['Dove e come', [location, modalita, tipoSessione].filter(Boolean).join(', ')],
    ['Durata', duration ?? (hours > 0 ? formatHours(hours) : null)],
    ['Livello', level],
    ['Prezzo', price === null ? null : formatMoney(price)],
  ]
  return known.filter((fact): fact is [string, string] => Boolean(fact[1]))
}

function fact(page: PDFPage, { sans, strong }: Fonts, label: string, value: string, y: number): number {
  rule(page, y + 15)
  page.drawText(label, { x: MARGIN, y, size: 10, font: sans, color: QUIET })
  page.drawText(plain(value), { x: MARGIN + 100, y, size: 11, font: strong, color: INK })
  return y - 24
}

function list(page: PDFPage, { serif, sans }: Fonts, title: string, items: string[], y: number): number {
  if (items.length === 0 || y < 150) return y
  page.drawText(title, { x: MARGIN, y, size: 15, font: serif, color: INK })
  let next = y - 21
  for (const item of items) {
    if (next < 100) break
    page.drawRectangle({ x: MARGIN, y: next + 3, width: 8, height: 1.5, color: COTTO })
    next = paragraph(page, sans, item, { y: next, size: 10.5, leading: 14, indent: 16 }) - 3
  }
  return next - 8
}

function footer(page: PDFPage, { sans }: Fonts) {
  rule(page, 76)
  const lines = [
    `${company.name}, ${company.offices.map(({ city }) => city).join(' e ')}. ${company.phone}, ${company.email}`,
    'Contenuto dimostrativo: corsi, prezzi e persone sono inventati.',
  ]
  for (const [i, line] of lines.entries())
    page.drawText(plain(line), { x: MARGIN, y: 58 - 13 * i, size: 8.5, font: sans, color: QUIET })
}

function rule(page: PDFPage, y: number) {
  page.drawLine({ start: { x: MARGIN, y }, end: { x: WIDTH - MARGIN, y }, thickness: 0.75, color: LINE })
}

/** Sets a text within the measure; gives where the next line goes. */
function paragraph(
  page: PDFPage,
  font: PDFFont,
  text: string,
  { y, size, leading, indent = 0, color = QUIET }: Setting,
): number {
  let [line, next] = ['', y]
  const set = () => {
    page.drawText(line, { x: MARGIN + indent, y: next, size, font, color })
    next -= leading
  }
  for (const word of plain(text).split(' ')) {
    const longer = line ? `${line} ${word}` : word
    if (font.widthOfTextAtSize(longer, size) > MEASURE - indent) {
      set()
      line = word
    } else line = longer
  }
  if (line) set()
  return next
}
type Setting = { y: number; size: number; leading: number; indent?: number; color?: ReturnType<typeof rgb> }

/** The fonts that every reader has know the letters of Western Europe and ordinary spaces. */
function plain(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[^ -~\u00a1-\u00ff€‘’“”–—•…]/g, '')
}
