import { type PDFContext, PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib'

type Change = (pdf: PDFDocument, context: PDFContext) => unknown
type Dictionary = Record<string, unknown>

/** pdf-lib nests literals and objects as it likes; its types know only part of that. */
export const dictionary = (context: PDFContext, value: Dictionary) =>
  context.obj(value as unknown as Record<string, string>)

/** A PDF of one page, changed as the test wants; `packed`: its objects lie compressed in object streams. */
export async function aPdf(change: Change = () => {}, { packed = false } = {}): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  pdf.addPage([200, 200]).drawText('Corso HTML/CSS/JavaScript', { size: 12 })
  await change(pdf, pdf.context)
  return pdf.save({ useObjectStreams: packed })
}

/** A PDF of exactly so many bytes. */
export async function aPdfOf(bytes: number): Promise<Uint8Array> {
  const filled = (length: number) =>
    aPdf((_, context) => context.register(context.stream(new Uint8Array(length).fill(65))))
  const empty = await filled(1_000_000)
  const nearly = await filled(1_000_000 + bytes - empty.length)
  return filled(1_000_000 + bytes - empty.length + bytes - nearly.length)
}

/** An annotation that does something when it is clicked. */
export function clickable(action: Dictionary): Change {
  return (pdf, context) => {
    const annotation = { Type: 'Annot', Subtype: 'Link', Rect: [0, 0, 9, 9], A: action }
    pdf.getPage(0).node.set(PDFName.of('Annots'), context.obj([dictionary(context, annotation)]))
  }
}

/** Something in the catalogue, where a reader looks when it opens the file. */
export function opening(key: string, value: Dictionary): Change {
  return (pdf, context) => pdf.catalog.set(PDFName.of(key), context.register(dictionary(context, value)))
}

export const SCRIPT = { S: 'JavaScript', JS: PDFString.of('app.alert(1)') }

/** One text for another, byte for byte. */
export function rewritten(pdf: Uint8Array, from: string, to: string): Uint8Array {
  return Buffer.from(Buffer.from(pdf).toString('latin1').replace(from, to), 'latin1')
}
