import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setImmediate as serveOthers } from 'node:timers/promises'
import { create, type Font } from 'fontkit'
import PDFDocument from 'pdfkit'
import { encode } from 'uqr'
import { siteSettings } from '../site/settings'
import { toPrintable } from './rules'
import { COLOUR, mm } from './style.rules'

// This module is imported dynamically, since loading pdfkit would slow down the start of the server.

/** The two arches of the logo, as a path, 28 units wide. */
const LOGO_PATH = 'M0 32V14a14 14 0 0 1 28 0v18h-6V14a8 8 0 0 0-16 0v18zM11 32V14a3 3 0 0 1 6 0v18z'

// ── Fonts ───────────────────────────────────────────────────────────────────────────────────────────

/** The files of the fonts. `title` and `titleExt` are one face, split over two files. */
const FONT_FILES = {
  title: 'paper-title',
  titleExt: 'paper-title-ext',
  text: 'paper-text',
  bold: 'paper-bold',
}
type Face = Exclude<keyof typeof FONT_FILES, 'titleExt'>
type Fonts = Record<keyof typeof FONT_FILES, Font>

/**
 * Returns a function that gives the fonts of a folder. They are read and parsed once, since that takes longer than to
 * draw most papers; after a failure the next call tries again.
 */
export function fontReader(folder: string): () => Promise<Fonts> {
  let fonts: Promise<Fonts> | undefined
  return () => {
    fonts ??= Promise.all(
      Object.entries(FONT_FILES).map(async ([face, file]) => [
        face,
        await readFont(join(folder, `${file}.ttf`)),
      ]),
    ).then((entries) => Object.fromEntries(entries) as Fonts)
    fonts.catch(() => {
      fonts = undefined
    })
    return fonts
  }
}

const readFonts = fontReader(import.meta.env.PROD ? 'build/client/fonts' : 'public/fonts')

async function readFont(path: string): Promise<Font> {
  const font = create(await readFile(path)) as Font
  // fontkit remembers for each glyph the letters of its first use. A glyph first used as a part of another one has
  // none: its text could not be copied out of later documents.
  for (const code of font.characterSet) font.glyphForCodePoint(code)
  return font
}

// ── Documents ───────────────────────────────────────────────────────────────────────────────────────

/** `size`, positions and `width` in points; `tracking`: points added between letters. */
type TextStyle = {
  face?: Face
  size?: number
  color?: string
  x: number
  y: number
  width?: number
  align?: 'left' | 'right' | 'center'
  tracking?: number
}

/** A text, or the pieces of a text, between which spaces are set. */
type Words = string | (string | { bold: string })[]
type Area = { x: number; y: number; width: number }
type Pairs = readonly (readonly [label: string, value: string])[]
type Element = PDFKit.PDFStructureElement

/**
 * `width`: points. `isName`: its cells are the headings of their rows. `isBox`: its cells are to be written in, with a
 * line at their left.
 */
export type PaperColumn = {
  title: string
  width: number
  align?: 'left' | 'right'
  isName?: boolean
  isBox?: boolean
}

type TableStyle = {
  y: number
  /** The text above the columns on each page after the first. */
  runningHead: string
  /** The least height of a row, in points. With it, texts are in the middle of their rows. */
  rowHeight?: number
}

type PaperOptions = {
  title: string
  subject?: string
  /** The moment of creation in the metadata of the file. */
  createdAt: Date
  layout?: 'portrait' | 'landscape'
  /** The page has no margins: whoever draws it places each part. */
  isWithoutMargins?: boolean
}

export async function newPaper(options: PaperOptions): Promise<Paper> {
  return new Paper(options, await readFonts())
}

/** The size of text, in points, unless its style has another. */
const TEXT_SIZE = 10
/** Points of a cell: at both sides of its text; and above the text, as many as below. */
const CELL = { side: 4, above: 3.5 }
/** Points from the top of a table to the line below the names of its columns. */
const HEAD_HEIGHT = 16
/** After so many rows, some milliseconds of work, other requests are served. */
const ROWS_AT_ONCE = 20

/** A tagged A4 document. Lengths are in points, positions count from the upper left corner. */
export class Paper extends PDFDocument {
  readonly fonts: Fonts
  readonly body: Element

  constructor(options: PaperOptions, fonts: Fonts) {
    const { title, subject = '', createdAt, layout = 'portrait', isWithoutMargins } = options
    const { name } = siteSettings().company
    super({
      size: 'A4',
      layout,
      margins: isWithoutMargins
        ? { top: 0, right: 0, bottom: 0, left: 0 }
        : { top: mm(30), right: mm(15), bottom: mm(20), left: mm(15) },
      pdfVersion: '1.7',
      tagged: true,
      lang: 'it-IT',
      displayTitle: true,
      // pdfkit would begin with Helvetica, which is not embedded.
      font: '',
      bufferPages: true,
      info: {
        Title: toPrintable(title),
        Subject: toPrintable(subject),
        Author: toPrintable(name),
        Creator: toPrintable(name),
        Producer: 'PDFKit',
        CreationDate: createdAt,
      },
    })
    this.fonts = fonts
    for (const [face, font] of Object.entries(fonts)) this.registerFont(face, font)
    this.font('text')
    this.body = this.struct('Document')
    this.addStructure(this.body)
  }

  /** Escapes the texts for the XML of the metadata, which pdfkit does not do, and for that alone. */
  override _addInfo() {
    const { info } = this
    const escaped = Object.entries(info).map(([key, value]) => [
      key,
      typeof value === 'string' ? escapeXml(value) : value,
    ])
    this.info = Object.fromEntries(escaped)
    super._addInfo()
    this.info = info
  }

  /** Writes text in one of the fonts, without a tag: `put` and `artifact` tag it. */
  write(
    words: Words,
    { face = 'text', size = TEXT_SIZE, color = COLOUR.text, x, y, tracking = 0, ...box }: TextStyle,
  ): this {
    const pieces = [words].flat()
    const parts = pieces.flatMap((piece, i) => {
      const runs = this.#runs(piece, face)
      return i < pieces.length - 1 ? [...runs, { font: 'text', text: ' ' }] : runs
    })
    for (const [i, { font, text }] of parts.entries()) {
      this.font(font, size).fillColor(color)
      const style = { ...box, characterSpacing: tracking, continued: i < parts.length - 1 }
      if (i === 0) this.text(text, x, y, style)
      else this.text(text, style)
    }
    return this
  }

  /**
   * Splits a text into runs of one font. A text in the face `title` with a letter that neither of its files has is set
   * in the font of texts as a whole.
   */
  #runs(piece: string | { bold: string }, face: Face): { font: string; text: string }[] {
    if (typeof piece !== 'string') return [{ font: 'bold', text: toPrintable(piece.bold) }]
    const text = toPrintable(piece)
    if (face !== 'title') return [{ font: face, text }]
    const fontOf = (character: string) => {
      const code = character.codePointAt(0) ?? 0
      return (['title', 'titleExt'] as const).find((name) => this.fonts[name].hasGlyphForCodePoint(code))
    }
    const runs: { font: string; text: string }[] = []
    for (const character of text) {
      const font = fontOf(character)
      if (!font) return [{ font: 'text', text }]
      const last = runs.at(-1)
      if (last?.font === font) last.text += character
      else runs.push({ font, text: character })
    }
    return runs
  }

  /** The width of a text on one line. */
  widthOf(words: string, face: Face, size: number): number {
    const widths = this.#runs(words, face).map(({ font, text }) => this.font(font, size).widthOfString(text))
    return widths.reduce((sum, width) => sum + width, 0)
  }

  /** Writes text as a structure element. `tag`: 'H1', 'P' and others. */
  put(tag: string, words: Words, style: TextStyle, parent: Element = this.body): this {
    parent.add(
      this.struct(tag, {}, () => {
        this.write(words, style)
      }),
    )
    return this
  }

  /** Paints decoration or repeated text, which screen readers leave out. */
  artifact(paint: () => void, type: 'Layout' | 'Pagination' = 'Layout'): this {
    this.markContent('Artifact', { type })
    this.save()
    paint()
    this.restore()
    return this.endMarkedContent()
  }

  /** Draws a horizontal line between two x. */
  rule(from: number, y: number, to: number, color = COLOUR.ink): this {
    return this.artifact(() => this.moveTo(from, y).lineTo(to, y).lineWidth(0.8).stroke(color))
  }

  /** Draws the logo and the name of the school, with a line of text below. */
  brand(x: number, y: number, name: string, line: string): this {
    const size = mm(9)
    this.artifact(() =>
      this.translate(x, y)
        .scale(size / 28)
        .path(LOGO_PATH)
        .fill(COLOUR.ink, 'even-odd'),
    )
    const left = x + size + mm(4)
    this.put('P', name, { face: 'title', size: 14, color: COLOUR.ink, x: left, y: y - 1 })
    return this.put('P', line, { size: 9, x: left, y: y + 15.5 })
  }

  /** The left and right edge of the area within the margins of the page, and its width. */
  get area() {
    const { margins, width } = this.page
    const [left, right] = [margins.left, width - margins.right]
    return { left, right, width: right - left }
  }

  /** Draws the head of the first page: school, `kind` of paper, a line, a heading, and values with their labels. */
  head(kind: string, heading: string, pairs: Pairs): this {
    const { left, right, width } = this.area
    this.brand(left, mm(13), siteSettings().company.name, kind)
    this.rule(left, mm(28), right)
    this.put('H1', heading, { face: 'title', size: 22, color: COLOUR.ink, x: left, y: mm(33), width })
    return this.facts(pairs, { x: left, y: this.y + mm(4), width })
  }

  /** Draws a QR code. `alt`: the text that screen readers read instead. */
  qr(content: string, { x, y, size, alt }: { x: number; y: number; size: number; alt: string }): this {
    const { data, size: modules } = encode(content, { ecc: 'M', border: 0 })
    const unit = size / modules
    const box: [number, number, number, number] = [x, y, x + size, y + size]
    const paint = () => {
      for (const [row, cells] of data.entries())
        for (const { from, length } of darkRuns(cells))
          this.rect(x + from * unit, y + row * unit, length * unit, unit)
      this.fill(COLOUR.ink)
    }
    this.body.add(this.struct('Figure', { alt: toPrintable(alt), bbox: box, placement: 'Block' }, paint))
    return this
  }

  /** Writes values side by side, each below its label. Afterwards `y` is at their lower end. */
  facts(pairs: Pairs, { x, y, width }: Area): this {
    const list = this.struct('L')
    this.body.add(list)
    const column = width / pairs.length
    let bottom = y
    for (const [i, [label, value]] of pairs.entries()) {
      const item = this.struct('LI')
      list.add(item)
      const place = { x: x + i * column, width: column - mm(4) }
      this.put('Lbl', label, { ...place, y, size: 8.5, color: COLOUR.quiet }, item)
      this.put('LBody', value, { ...place, y: y + 12, size: 9.5 }, item)
      item.end()
      bottom = Math.max(bottom, this.y)
    }
    list.end()
    this.y = bottom
    return this
  }

  /**
   * Draws a table from the left margin on, over as many pages as it needs, and serves other requests meanwhile. Screen
   * readers read the names of the columns once; on further pages they are only painted. Afterwards `y` is at its lower
   * end.
   */
  async tabulate(
    columns: readonly PaperColumn[],
    rows: readonly Words[][],
    style: TableStyle,
  ): Promise<this> {
    const { runningHead, rowHeight = 0 } = style
    const { top, bottom, left } = this.page.margins
    const end = left + columns.reduce((sum, { width }) => sum + width, 0)
    const lowestY = this.page.height - bottom
    const columnLefts = columns.map((_, i) =>
      columns.slice(0, i).reduce((sum, { width }) => sum + width, left),
    )
    const table = this.struct('Table')
    this.body.add(table)
    /** The place of a text in a cell of a column. */
    const cell = (i: number, y: number) => ({
      x: (columnLefts[i] ?? left) + CELL.side,
      y,
      width: (columns[i]?.width ?? 0) - 2 * CELL.side,
      align: columns[i]?.align ?? 'left',
    })
    const headStyle = { face: 'bold', size: 8.5, color: COLOUR.quiet } as const

    const head = this.struct('TR')
    table.add(head)
    for (const [i, { title }] of columns.entries()) {
      const heading = this.struct('TH', { scope: 'Column' }, () => {
        this.write(title, { ...headStyle, ...cell(i, style.y) })
      })
      head.add(heading)
    }
    head.end()
    let y = style.y + HEAD_HEIGHT
    this.rule(left, y, end)

    for (const [index, row] of rows.entries()) {
      const heights = row.map((words, i) => this.#heightOf(words, cell(i, y).width))
      const height = Math.max(rowHeight, ...heights.map((textHeight) => textHeight + 2 * CELL.above))
      if (y + height > lowestY) {
        this.addPage()
        y = top
        this.artifact(() => {
          this.write(runningHead, { size: 9, color: COLOUR.quiet, x: left, y: mm(12), width: end - left })
          for (const [i, { title }] of columns.entries())
            this.write(title, { ...headStyle, ...cell(i, y - HEAD_HEIGHT) })
          this.moveTo(left, y).lineTo(end, y).lineWidth(0.8).stroke(COLOUR.ink)
        }, 'Pagination')
      }
      const line = this.struct('TR')
      table.add(line)
      for (const [i, words] of row.entries()) {
        const [tag, options] = columns[i]?.isName
          ? (['TH', { scope: 'Row' }] as const)
          : (['TD', {}] as const)
        const space = rowHeight > 0 ? (height - (heights[i] ?? 0)) / 2 : CELL.above
        const paint = () => {
          this.write(words, { ...cell(i, y + space), color: COLOUR.ink })
        }
        const entry = words === '' ? this.struct(tag, options) : this.struct(tag, options, paint)
        line.add(entry)
        entry.end()
      }
      line.end()
      const lowerEdge = y + height
      this.artifact(() => {
        this.moveTo(left, lowerEdge).lineTo(end, lowerEdge)
        for (const [i, { isBox }] of columns.entries())
          if (isBox) this.moveTo(columnLefts[i] ?? left, y).lineTo(columnLefts[i] ?? left, lowerEdge)
        this.lineWidth(0.6).stroke(COLOUR.line)
      })
      y = lowerEdge
      if (index % ROWS_AT_ONCE === 0) await serveOthers()
    }
    table.end()
    this.y = y
    return this
  }

  /**
   * The height of a text in a cell. One with a bold piece is measured as all bold, which is wider, so that it fits in
   * any case.
   */
  #heightOf(words: Words, width: number): number {
    const pieces = [words].flat()
    const text = pieces.map((piece) => (typeof piece === 'string' ? piece : piece.bold)).join(' ')
    const face = pieces.every((piece) => typeof piece === 'string') ? 'text' : 'bold'
    return this.font(face, TEXT_SIZE).heightOfString(toPrintable(text) || ' ', { width })
  }

  /** Ends the document and returns the file. With a `note`, each page has it and its number at the foot. */
  async finish(note?: string): Promise<Buffer> {
    const { count } = this.bufferedPageRange()
    for (let page = 0; note !== undefined && page < count; page++) {
      this.switchToPage(page)
      // pdfkit begins a new page for text in the bottom margin.
      this.page.margins.bottom = 0
      const { left: x, width } = this.area
      const foot = { x, y: this.page.height - mm(13), width, size: 9, color: COLOUR.quiet }
      this.artifact(() => {
        this.write(note, foot)
        this.write(`pagina ${page + 1} di ${count}`, { ...foot, align: 'right' })
      }, 'Pagination')
    }
    this.body.end()
    this.end()
    return buffer(this)
  }
}

const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/**
 * The runs of dark modules in a row of a QR code. Each is drawn as one shape, so that no line shows between modules.
 */
function darkRuns(cells: readonly boolean[]): { from: number; length: number }[] {
  const row = cells.map((isDark) => (isDark ? '1' : '0')).join('')
  return [...row.matchAll(/1+/g)].map(({ index, 0: run }) => ({ from: index, length: run.length }))
}
