import { type PDFContext, PDFDocument } from '@cantoo/pdf-lib'

type Change = (pdf: PDFDocument, context: PDFContext) => unknown

/** One page, changed by `change`; `packed`: with object streams. */
export async function aPdf(change: Change = () => {}, { packed = false } = {}): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  pdf.addPage([200, 200]).drawText('Corso HTML/CSS/JavaScript', { size: 12 })
  await change(pdf, pdf.context)
  return pdf.save({ useObjectStreams: packed })
}

export async function aPdfOf(bytes: number): Promise<Uint8Array> {
  const filled = (length: number) =>
    aPdf((_, context) => context.register(context.stream(new Uint8Array(length).fill(65))))
  const empty = await filled(1_000_000)
  const nearly = await filled(1_000_000 + bytes - empty.length)
  return filled(1_000_000 + bytes - empty.length + bytes - nearly.length)
}

/** Opens with the password alone. */
export const anEncryptedPdf = ({ packed = false } = {}) =>
  aPdf((pdf) => pdf.encrypt({ userPassword: 'segreto', ownerPassword: 'segretissimo' }), { packed })

/** Opens for reading only, without a password. */
export const aProtectedPdf = ({ packed = false } = {}) =>
  aPdf((pdf) => pdf.encrypt({ ownerPassword: 'segreto' }), { packed })
