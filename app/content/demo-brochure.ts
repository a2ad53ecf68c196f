import { Resvg } from '@resvg/resvg-js'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { spanOf } from '../calendar/rules'
import { Cover } from '../courses/cover'
import { formatDate, formatHours, formatMoney } from '../ui/format'
import { company } from './company'
import type { DemoSession } from './demo-calendar'
import { openPaper } from './demo-paper'
import type { DemoCourse } from './demo-plan'

/** A brochure from what the demo course says of itself, as the office would upload it. */
export async function demoBrochure(course: DemoCourse): Promise<Uint8Array> {
  const paper = await openPaper(course.title, coverOf(course.slug))
  paper.text(course.shortDescription ?? '', { size: 13, leading: 18 })
  paper.space(12)
  paper.facts(facts(course))
  for (const paragraph of course.description?.split('\n\n') ?? []) {
    paper.text(paragraph, { size: 10.5, leading: 15 })
    paper.space(7)
  }
  const section = (title: string, items: readonly string[]) => {
    if (items.length === 0) return
    paper.heading(title)
    paper.list(items)
  }
  section('A chi è rivolto', course.destinatari)
  paper.heading('Programma')
  course.moduli.forEach((module, i) => {
    paper.row(`Modulo ${i + 1}`, module, '')
    if (i > 0 || course.contenuti.length === 0) return
    paper.space(3)
    paper.list(course.contenuti, 150)
    paper.space(5)
  })
  section('Metodologie didattiche', course.metodologie)
  if (course.sessions.length > 0) paper.heading('Calendario sessioni')
  for (const session of course.sessions)
    paper.row(daysOf(session), timesOf(session), session.hours ? formatHours(session.hours) : '')
  section('Certificazioni rilasciate', course.certificazione)
  section(
    'Partner promotori',
    course.partnerPromotori.map(({ name, description }) => `${name}. ${description}`),
  )
  section('Contatti', contacts(course))
  return paper.finish()
}

/** A sheet of text in the same dress, for the demo documents. */
export async function demoSheet(title: string, lines: string[]): Promise<Uint8Array> {
  const paper = await openPaper(title)
  for (const line of lines) {
    paper.text(line, { size: 11, leading: 16 })
    paper.space(8)
  }
  return paper.finish()
}

/** The cover of the course page, as fine as paper shows it. */
function coverOf(slug: string): Uint8Array {
  const svg = renderToStaticMarkup(createElement(Cover, { slug, size: { width: 840, height: 280 } }))
  const named = svg.replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"')
  return new Resvg(named, { font: { loadSystemFonts: false } }).render().asPng()
}

function facts(course: DemoCourse): [string, string][] {
  const { startDate, endDate, totalHours } = spanOf(course.sessions)
  const [from, to] = [startDate, endDate].map((day) => formatDate(day, 'd MMM yyyy'))
  const { price, priceEarlyBird, priceSingleModule, paymentInstallments } = course
  const money = (amount: number | null) => amount && formatMoney(amount)
  const known: [string, string | number | null | undefined][] = [
    ['Date', from === to ? from : `${from} – ${to}`],
    ['Luogo', course.location],
    ['Modalità', [...new Set([course.modalita, course.tipoSessione])].filter(Boolean).join(', ')],
    ['Durata', course.duration ?? (totalHours && formatHours(totalHours))],
    ['Livello', course.level],
    ['Posti', course.maxPartecipanti && `Max ${course.maxPartecipanti} partecipanti`],
    ['Prezzo', money(price)],
    ['Prezzo Early Bird', money(priceEarlyBird)],
    ['Prezzo Modulo Singolo', money(priceSingleModule)],
    ['Rate', paymentInstallments.map(formatMoney).join(' + ')],
  ]
  return known.flatMap(([label, value]) => (value ? [[label, String(value)]] : []))
}

function daysOf({ startDate, endDate }: DemoSession): string {
  return endDate === startDate
    ? formatDate(startDate, 'EEE d MMM yyyy')
    : `${formatDate(startDate, 'd MMM')} – ${formatDate(endDate, 'd MMM yyyy')}`
}

function timesOf({ startTime, endTime }: DemoSession): string {
  return [startTime, endTime].flatMap((time) => time?.replace(/^0/, '') ?? []).join('-')
}

function contacts({ contattiEmail }: DemoCourse): string[] {
  const { phone, hours, offices } = company
  return [
    `Segreteria: ${phone}, ${contattiEmail.join(', ')}`,
    `${hours.days} ${hours.spans.map(({ from, to }) => `${from}-${to}`).join(' e ')}`,
    ...offices.map(({ city, street, postcode, province }) => `${street}, ${postcode} ${city} (${province})`),
  ]
}
