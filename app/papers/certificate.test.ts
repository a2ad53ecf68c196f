import { readFileSync } from 'node:fs'
import { create } from 'fontkit'
import jsQR from 'jsqr'
import sharp from 'sharp'
import { encode } from 'uqr'
import { expect, test } from 'vitest'
import { longestBlock } from '../../tests/longest-block'
import { CERTIFICATE } from '../../tests/paper-facts'
import { readPdf } from '../../tests/pdf'
import { drawCertificate, drawCertificatePreview } from './certificate.server'
import { PRINTABLE_CHARACTERS } from './characters.rules'
import { toPrintable, unprintable } from './rules'

test('an attestato is one tagged page that says all of its facts', async () => {
  const { pages, ...file } = await readPdf(await drawCertificate(CERTIFICATE))
  expect(file).toMatchObject({
    title: 'Attestato n. 2027/0012, Giulia Rossi',
    xmpTitle: 'Attestato n. 2027/0012, Giulia Rossi',
    language: 'it-IT',
    isTagged: true,
    loose: '',
  })
  expect(pages).toHaveLength(1)
  expect(file.tags).toEqual([
    'Root',
    'Document',
    'P Accademia Truentum',
    'P Alta formazione nel Piceno, in collaborazione con un’Università Cattolica',
    'P Attestato di frequenza',
    'H1 Giulia Rossi',
    'P ha frequentato 13 ore e 50 minuti su 16 ore del corso',
    'H2 Gestione del Tempo e delle Priorità',
    'P In aula, Fermo, dal 23 maggio al 13 giugno 2027',
    'P Docente: Chiara Balestra',
    'P Esito: completato. Soglia di frequenza: 75 %',
    'Figure (Codice QR per verificare l’attestato n. 2027/0012 su example.org/verifica)',
    'P N. 2027/0012',
    'P 26 giugno 2027',
    'P Si verifica con questo codice o su',
    'P example.org/verifica',
    'P Nome e cognome di esempio',
    'P Direzione',
    'P Ragione sociale di esempio S.r.l., Via dell’Esempio 1, 63100 Ascoli Piceno (AP), P. IVA 00000000000, REA AP-000000',
  ])
})

test('a preview has a page for each person, says that it is a trial, and has neither number nor code', async () => {
  const { title, tags, loose, pages } = await readPdf(
    await drawCertificatePreview([CERTIFICATE, { ...CERTIFICATE, firstName: 'Marco' }]),
  )
  expect(title).toBe('Prova di 2 attestati')
  expect(tags.filter((tag) => tag.startsWith('H1'))).toEqual(['H1 Giulia Rossi', 'H1 Marco Rossi'])
  expect(tags.filter((tag) => tag === 'P Prova')).toHaveLength(2)
  expect(tags.join()).not.toContain(CERTIFICATE.number)
  expect(tags.some((tag) => tag.startsWith('Figure'))).toBe(false)
  expect(loose).toBe('')
  expect(pages).toHaveLength(2)
  const alone = await readPdf(await drawCertificatePreview([CERTIFICATE]))
  expect(alone.title).toBe('Prova dell’attestato, Giulia Rossi')
})

test('a course without register, dates and teachers has a shorter attestato; one that replaces another says so', async () => {
  const { tags } = await readPdf(
    await drawCertificate({
      ...CERTIFICATE,
      replaces: '2026/0031',
      mode: null,
      place: null,
      period: null,
      teachers: [],
      attendance: null,
    }),
  )
  expect(tags).toContain('P ha frequentato il corso')
  expect(tags).toContain('P Sostituisce l’attestato n. 2026/0031')
  expect(tags).toContain('P Esito: completato')
  expect(tags.filter((tag) => tag.startsWith('P ')).length).toBe(13)
})

test('the longest facts stay on one page', async () => {
  const { pages } = await readPdf(
    await drawCertificate({
      ...CERTIFICATE,
      firstName: 'Maria Antonietta Immacolata Concetta',
      lastName: 'Castracane degli Antelminelli Montefeltro',
      replaces: '2026/0031',
      course: { ...CERTIFICATE.course, title: 'Wirtschaftsprüfung '.repeat(9).slice(0, 160) },
      mode: 'In presenza e a distanza, '.repeat(7),
      teachers: Array(8).fill('Bartolomeo Castracane degli Antelminelli'),
    }),
  )
  expect(pages).toHaveLength(1)
})

/** The names that a form accepts, or that somebody tries. */
const NAMES = [
  'Nicolò D’Àngelò',
  'e\u0301 n\u0303 Zoe\u0308',
  'q\u0307 x\u0323\u0302',
  'Đorđe Łukasz Şükrü Ţepeș',
  'Nguyễn Thị Ánh',
  'Ελένη Παπαδοπούλου',
  'Олена Шевченко',
  'محمد علي',
  'דוד כהן',
  '王小明',
  'Anna 😀👩‍👩‍👧',
  'Ann\u202Ea IssoR',
  'A\u0000B\u0007C',
  'Riga\nDue\r\nTre\tTab',
  '(parentesi) \\ back ) endstream endobj',
  '<< /JS (app.alert(1)) >>',
  '#evil[x] {{7*7}} %PDF',
  'W'.repeat(120),
  'O’Neill-Esposito '.repeat(6),
  '\ud800 surrogate',
  'a\u0300'.repeat(50),
  '\u0301\u0301start',
  'fi ffi ﬁ ligatures',
  'Ma\u00adria\u200bna\ufeff',
  'A\ufffeB\uffff',
  '  due   spazi ',
  'R&S <b>Rossi</b>',
]

test.each(NAMES)('a strange name is text on one page: %j', async (firstName) => {
  const bytes = await drawCertificate({
    ...CERTIFICATE,
    firstName,
    course: { ...CERTIFICATE.course, title: firstName },
  })
  const { pages, title, xmpTitle, loose, tags } = await readPdf(bytes)
  expect(pages).toHaveLength(1)
  expect(loose).toBe('')
  const name = toPrintable(`${firstName} Rossi`)
  expect(title).toBe(`Attestato n. 2027/0012, ${name}`)
  // Other readers of XML see what stands there.
  expect(xmpTitle).toBe(title)
  const heading = tags.find((tag) => tag.startsWith('H1'))
  if (!/\p{M}/u.test(name)) expect(heading?.replaceAll(' ', '')).toBe(`H1${name}`.replaceAll(' ', ''))
  expect(bytes.includes('/JavaScript')).toBe(false)
  expect(bytes.includes('/S /JS')).toBe(false)
})

test('what papers cannot print is named, and only that', () => {
  expect(NAMES.filter((name) => unprintable(name).length > 0)).toEqual([
    'محمد علي',
    'דוד כהן',
    '王小明',
    'Anna 😀👩‍👩‍👧',
    '\ud800 surrogate',
    'fi ffi ﬁ ligatures',
    'A\ufffeB\uffff',
  ])
  expect(unprintable('王小明 王')).toEqual(['王', '小', '明'])
  expect(toPrintable('Anna 王')).toBe('Anna ?')
})

test('the fonts of papers have every letter that is called printable', () => {
  for (const file of ['paper-text', 'paper-bold']) {
    const font = create(readFileSync(`public/fonts/${file}.ttf`))
    const codes = new Set('characterSet' in font ? font.characterSet : [])
    const missing = PRINTABLE_CHARACTERS.flatMap(([first, last]) =>
      Array.from({ length: last - first + 1 }, (_, i) => first + i),
    ).filter((code) => !codes.has(code))
    expect(missing).toEqual([])
  }
})

test('two papers drawn at once, and one after, keep all their letters', async () => {
  const names = ['Èva È', 'Eva `E', 'Evà e']
  const drawn = await Promise.all(names.map((firstName) => drawCertificate({ ...CERTIFICATE, firstName })))
  const alone = await drawCertificate({ ...CERTIFICATE, firstName: 'Eva `E' })
  expect(alone.equals(drawn[1] ?? Buffer.of())).toBe(true)
  for (const [i, bytes] of drawn.entries())
    expect((await readPdf(bytes)).tags).toContain(`H1 ${names[i]} Rossi`)
})

test('the QR is of version 3, and another program reads it', async () => {
  const address = 'HTTPS://EXAMPLE.ORG/V/A2B3C4D5E6F7G2H3A2B3C4D5E6'
  const { data, size, version } = encode(address, { ecc: 'M', border: 0 })
  expect(version).toBe(3)
  const modules = data.flatMap((row) => row.map((isDark) => (isDark ? 0 : 255)))
  const { data: pixels, info } = await sharp(Buffer.from(modules), {
    raw: { width: size, height: size, channels: 1 },
  })
    .resize(size * 4, size * 4, { kernel: 'nearest' })
    .extend({ top: 16, bottom: 16, left: 16, right: 16, background: '#fff' })
    .ensureAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect(jsQR(new Uint8ClampedArray(pixels), info.width, info.height)?.data).toBe(address)
})

test('while an attestato is drawn, others are served', async () => {
  await drawCertificate(CERTIFICATE)
  const block = await longestBlock(async () => {
    for (let n = 0; n < 20; n++) await drawCertificate({ ...CERTIFICATE, number: `2027/${n}` })
  }, 1 / 3)
  expect(block).toBeLessThan(1 / 3)
})
