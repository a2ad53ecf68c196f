import { decodePDFRawStream, PDFDocument, PDFRawStream } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import { inspect } from '../platform/inspection.server'
import { formatDate, formatMoney } from '../ui/format'
import { company } from './company'
import { demoBrochure } from './demo-brochure'
import { demoCourses } from './demo-courses'

/** What is written on the pages, in its order; where lines end, a space. */
async function written(pdf: PDFDocument): Promise<string> {
  const streams = pdf.context.enumerateIndirectObjects().flatMap(([, object]) => {
    if (!(object instanceof PDFRawStream)) return []
    return Buffer.from(decodePDFRawStream(object).decode()).toString('latin1')
  })
  const lines = streams.flatMap((stream) => [...stream.matchAll(/<([0-9A-F]+)> Tj/g)])
  return lines
    .map(([, hex = '']) => new TextDecoder('windows-1252').decode(Buffer.from(hex, 'hex')))
    .join(' ')
}

test('a brochure says all that its course says of itself, on pages that count', async () => {
  const printed = demoCourses('2026-11-21').filter(({ brochure }) => brochure)
  // The most and the least that there is to say: ten weekends, one stretch of three days, no dates at all.
  for (const slug of ['short-master-in-management', 'parlare-in-pubblico', 'sicurezza-informatica']) {
    const course = printed.find((each) => each.slug.startsWith(slug))
    if (!course) throw new Error(`${slug} has no brochure`)
    const bytes = await demoBrochure(course)
    expect(await inspect(bytes), slug).toEqual({ extension: 'pdf', concern: null })
    const pdf = await PDFDocument.load(bytes)
    expect(pdf.getTitle()).toBe(course.title)
    const text = await written(pdf)
    const pages = pdf.getPageCount()
    for (const words of [
      ...[course.title, course.shortDescription ?? '', ...(course.description?.split('\n\n') ?? [])],
      ...[...course.moduli, ...course.contenuti, ...course.destinatari, ...course.metodologie],
      ...[
        ...course.certificazione,
        ...course.contattiEmail,
        ...course.partnerPromotori.map(({ name }) => name),
      ],
      ...[course.price, course.priceEarlyBird, course.priceSingleModule]
        .flatMap((price) => price ?? [])
        .map(formatMoney),
      ...course.sessions.map(({ startDate }) => formatDate(startDate, 'd MMM')),
      ...[company.name, company.phone, `1 di ${pages}`, `${pages} di ${pages}`],
    ])
      expect(text, slug).toContain(words.replaceAll('\u00a0', ' '))
  }
})
