import { readdirSync } from 'node:fs'
import { PDFDict, PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import { demoSheets } from '../../../scripts/demo-sheets'
import { inspect } from '../../storage/inspection.server'
import { demoCourses } from './courses'
import { demoPdf } from './pdfs'

const brochures = demoCourses('2026-11-21').filter(({ brochure }) => brochure)
const titles: [name: string, title: string][] = [
  ...brochures.map(({ slug, title }): [string, string] => [slug, title]),
  ...Object.entries(demoSheets).map(([name, { title }]): [string, string] => [name, title]),
]

test('every demo PDF belongs to a course or a document', () => {
  const names = titles.map(([name]) => `${name}.pdf`)
  expect(
    readdirSync('app/operations/demo')
      .filter((name) => name.endsWith('.pdf'))
      .toSorted(),
  ).toEqual(names.toSorted())
})

test.each(titles)('%s is small, tagged, in Italian, with its fonts embedded', async (name, title) => {
  const bytes = await demoPdf(name)
  expect(bytes.length).toBeLessThanOrEqual(40 * 1024)
  expect(await inspect(bytes)).toEqual({ extension: 'pdf', concern: null })
  const pdf = await PDFDocument.load(bytes)
  expect(pdf.getTitle()).toBe(title)
  expect(pdf.catalog.lookup(PDFName.of('Lang'), PDFString).asString()).toBe('it')
  expect(String(pdf.catalog.lookup(PDFName.of('MarkInfo'), PDFDict).get(PDFName.of('Marked')))).toBe('true')
  expect(pdf.catalog.has(PDFName.of('StructTreeRoot'))).toBe(true)
  const fonts = pdf.context
    .enumerateIndirectObjects()
    .flatMap(([, object]) => (object instanceof PDFDict ? [object] : []))
    .filter((object) => object.get(PDFName.of('Type')) === PDFName.of('FontDescriptor'))
  expect(fonts.length).toBeGreaterThanOrEqual(2)
  for (const font of fonts) expect(font.has(PDFName.of('FontFile2'))).toBe(true)
})
