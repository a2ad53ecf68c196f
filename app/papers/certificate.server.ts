import { setImmediate as turn } from 'node:timers/promises'
import { renderAsync } from '@resvg/resvg-js'
import sharp from 'sharp'
import type { CoverFacts } from '../courses/covers/cover.rules'
import { drawTallCover } from '../courses/covers/cover-drawing'
import { attendedInWords } from '../enrolments/attendance/rules'
import { withArticle } from '../italian/articles'
import { formatDate } from '../italian/dates'
import { capitalize } from '../italian/words'
import type { CertificateFacts } from './rules'

/** Pixels, 300 to an inch of paper. */
const COVER_WIDTH = 1016

/**
 * The attestato as a PDF of one page; a preview is marked as such, and has neither number nor code. Rejects where the fonts
 * of papers are missing.
 */
export async function drawCertificate(facts: CertificateFacts, { isPreview = false } = {}): Promise<Buffer> {
  const { newPaper, mm, COLOUR } = await import('./paper.server')
  const { issuer, signatory } = facts
  const name = `${facts.firstName} ${facts.lastName}`
  const cover = await coverPicture({ ...facts.course, state: 'open' })
  const paper = await newPaper({
    title: isPreview ? `Anteprima dell’attestato, ${name}` : `Attestato n. ${facts.number}, ${name}`,
    subject: facts.course.title,
    createdAt: new Date(`${facts.issuedOn}T12:00Z`),
    layout: 'landscape',
  })
  const [art, x, right] = [mm(86), mm(102), mm(280)]
  const [height, width] = [mm(210), right - x]
  paper.artifact(() => paper.image(cover, 0, 0, { width: art, height }))
  paper.brand(x, mm(15), issuer.name, `${issuer.tagline}, in collaborazione con ${issuer.partner}`)

  const title = { face: 'title', color: COLOUR.ink, x } as const
  const line = { x, width, size: 11 }
  paper.put('P', 'Attestato di frequenza', { ...title, size: 15, color: COLOUR.cotto, y: mm(42) })
  const size = fontSizeFor(width, (points) => paper.widthOf(name, 'title', points))
  paper.put('H1', name, { ...title, size, y: mm(49), width, tracking: -0.02 * size })
  paper.put('P', attendedWords(facts), { ...line, y: paper.y + mm(7) })
  const titleSize = facts.course.title.length > 90 ? 17 : 22
  paper.put('H2', facts.course.title, { ...title, size: titleSize, y: paper.y + mm(1.5), width })
  paper.y += mm(2)
  for (const text of detailLines(facts)) paper.put('P', text, { ...line, y: paper.y + 2 })

  const foot = height - mm(59)
  if (isPreview) {
    paper.put('P', 'Anteprima', { ...title, size: 15, y: foot + mm(13) })
    paper.put('P', 'Non è stato rilasciato: non ha numero né codice.', { x, size: 9, y: paper.y + 1 })
    const middle = x + width / 2
    paper.artifact(() => {
      paper.rotate(-24, { origin: [middle, height / 2] }).opacity(0.13)
      const mark = { face: 'title', size: 110, color: COLOUR.cotto, align: 'center' } as const
      paper.write('Anteprima', { ...mark, x: middle - mm(120), y: height / 2 - 70, width: mm(240) })
    })
  } else {
    const alt = `Codice QR per verificare l’attestato n. ${facts.number} su ${facts.verificationPage}`
    // In capitals a QR needs fewer modules, and each is larger.
    paper.qr(facts.verificationUrl.toUpperCase(), { x, y: foot, size: mm(35), alt })
    const beside = { x: x + mm(40), size: 9, width: mm(82) }
    const day = formatDate(facts.issuedOn, 'd MMMM yyyy')
    const replaces = facts.replaces ? [`Sostituisce l’attestato n. ${facts.replaces}`] : []
    const numberY = foot + mm(13 - 4 * replaces.length)
    paper.put('P', `N. ${facts.number}`, { ...title, x: beside.x, size: 15, y: numberY })
    for (const text of [day, ...replaces, 'Si verifica con questo codice o su'])
      paper.put('P', text, { ...beside, y: paper.y + 1 })
    paper.put('P', [{ bold: facts.verificationPage }], { ...beside, color: COLOUR.ink, y: paper.y + 1 })
  }

  const signed = { x: right - mm(52), width: mm(52), size: 9 }
  paper.rule(signed.x, foot + mm(23.5), right)
  paper.put('P', [{ bold: signatory.name }], { ...signed, color: COLOUR.ink, y: foot + mm(25) })
  paper.put('P', signatory.role, { ...signed, y: paper.y })

  paper.rule(x, height - mm(19), right, COLOUR.line, 0.7)
  const { legalName, registeredOffice, vat, rea } = issuer
  const imprint = `${legalName}, ${registeredOffice}, P. IVA ${vat}, REA ${rea}`
  paper.put('P', imprint, { x, width, size: 7.5, color: COLOUR.quiet, y: height - mm(16.5) })
  // Requests come between two attestati.
  await turn()
  return paper.finish()
}

/** A long name becomes smaller rather than breaking. */
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
  const occasion = capitalize([mode, place, period && periodWords(period)].filter(Boolean).join(', '))
  const taught =
    teachers.length === 0 ? '' : `${teachers.length === 1 ? 'Docente' : 'Docenti'}: ${teachers.join(', ')}`
  const threshold = attendance && `Soglia di frequenza: ${attendance.threshold} %`
  const result = [`Esito: ${outcome.toLowerCase()}`, threshold].filter(Boolean).join('. ')
  return [occasion, taught, result].filter(Boolean)
}

function periodWords({ first, last }: { first: string; last: string }): string {
  if (first === last) return withArticle('il', formatDate(first, 'd MMMM yyyy'))
  const from = formatDate(first, first.slice(0, 4) === last.slice(0, 4) ? 'd MMMM' : 'd MMMM yyyy')
  return `${withArticle('dal', from)} ${withArticle('al', formatDate(last, 'd MMMM yyyy'))}`
}

/** Attestati of one course are drawn one after the other. */
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
  const picture = await renderAsync(drawTallCover(facts, COVER_WIDTH), { font: { loadSystemFonts: false } })
  // Without transparency, and of few colours: pdfkit embeds such a PNG as it is.
  return sharp(picture.asPng()).removeAlpha().png({ palette: true }).toBuffer()
}
