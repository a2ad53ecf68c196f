/**
 * Prints the demo PDFs into app/operations/demo, tagged and with embedded fonts: `npm run demo-pdfs`, after a change of
 * the demo courses. CHROMIUM_PATH names a browser.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { PDFDocument } from '@cantoo/pdf-lib'
import { chromium } from '@playwright/test'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Cover } from '../app/courses/covers/cover'
import { formatOf } from '../app/courses/modes.rules'
import { formatPrice } from '../app/italian/prices'
import { demoCourses } from '../app/operations/demo/courses'
import type { DemoCourse } from '../app/operations/demo/planned-course'
import { siteSettings } from '../app/site/settings'
import { openDays } from '../app/site/week.rules'
import { demoSheets } from './demo-sheets'

const font = (family: string, file: string) =>
  `@font-face { font-family: '${family}'; src: url(data:font/ttf;base64,${readFileSync(`public/fonts/${file}.ttf`, 'base64')}) }`

const foot = `font: 8pt 'Source Sans 3'; color: #506274; border-top: .75pt solid #ddd2be; padding-top: 6pt; vertical-align: top`
const STYLE = `
${font('Newsreader', 'newsreader')}
${font('Source Sans 3', 'source-sans-3')}
@page {
  size: A4; margin: 20mm 20mm 28mm;
  @bottom-left { width: 85%; ${foot}; white-space: pre-line; content: '${siteSettings().company.name}, ${siteSettings().company.phone}, ${siteSettings().company.email}\\A Contenuto dimostrativo: corsi, prezzi, partner e persone sono inventati.' }
  @bottom-right { ${foot}; content: counter(page) ' di ' counter(pages) }
}
body { margin: 0; font: 10.5pt/1.45 'Source Sans 3'; color: #2c4055; font-synthesis: none }
header { display: flex; justify-content: space-between; border-bottom: 1.5pt solid #152230; padding-bottom: 6pt; margin-bottom: 16pt }
header p, h1, h2, .lead { margin: 0; font-family: Newsreader; font-weight: 500; color: #152230 }
header .tagline { font: 9pt/2 'Source Sans 3'; color: #506274 }
svg { display: block; width: 100%; height: 70mm; margin-bottom: 16pt }
h1 { font-size: 28pt; line-height: 1.15; margin-bottom: 8pt }
h2 { font-size: 15pt; margin: 15pt 0 6pt; break-after: avoid }
.lead { font-size: 13pt; margin-bottom: 12pt }
dl { display: grid; grid-template-columns: repeat(3, 1fr); gap: 8pt 12pt; border: solid #ddd2be; border-width: .75pt 0; padding: 8pt 0 }
dt { font-size: 8.5pt; color: #506274 }
dd { margin: 0; color: #152230 }
p { margin: 0 0 8pt; orphans: 3; widows: 3 }
ul, ol { margin: 0; padding-left: 14pt }
li { margin-bottom: 3pt; break-inside: avoid }
li::marker { color: #a33b27 }`

function Page({ title, children }: { title: string; children: ReactNode }) {
  return (
    <html lang="it">
      <head>
        <meta charSet="utf-8" />
        <title>{title}</title>
        <style>{STYLE}</style>
      </head>
      <body>
        <header>
          <p>{siteSettings().company.name}</p>
          <p className="tagline">{siteSettings().company.tagline}</p>
        </header>
        <main>{children}</main>
      </body>
    </html>
  )
}

function Section({ title, items }: { title: string; items: readonly string[] }) {
  if (items.length === 0) return null
  return (
    <section>
      <h2>{title}</h2>
      <ul>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </section>
  )
}

/** The brochure of a demo course, without dates, which depend on the first start of the site. */
function Brochure({ course }: { course: DemoCourse }) {
  const { price, priceEarlyBird, priceSingleModule, paymentInstallments, maxPartecipanti } = course
  const facts: [string, string | null | false | undefined][] = [
    ['Luogo', course.location],
    ['Modalità', [...new Set([course.modalita, course.tipoSessione])].filter(Boolean).join(', ')],
    ['Durata', course.duration],
    ['Livello', course.level],
    ['Posti', maxPartecipanti !== null && `Max ${maxPartecipanti} partecipanti`],
    ['Prezzo', price !== null && formatPrice(price)],
    ['Prezzo Early Bird', priceEarlyBird !== null && formatPrice(priceEarlyBird)],
    ['Prezzo Modulo Singolo', priceSingleModule !== null && formatPrice(priceSingleModule)],
    ['Rate', paymentInstallments.map(formatPrice).join(' + ')],
  ]
  const { hours, offices } = siteSettings()
  return (
    <Page title={course.title}>
      <Cover facts={{ ...course, format: formatOf(course), state: 'open' }} />
      <h1>{course.title}</h1>
      <p className="lead">{course.shortDescription}</p>
      <dl>
        {facts.flatMap(([label, value]) =>
          value
            ? [
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{value}</dd>
                </div>,
              ]
            : [],
        )}
      </dl>
      {course.description?.split('\n\n').map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      <p>Le date degli incontri sono nella pagina del corso, sul sito.</p>
      <Section title="A chi è rivolto" items={course.destinatari} />
      <Section title="Programma" items={course.moduli} />
      <Section title="Contenuti" items={course.contenuti} />
      <Section title="Metodologie didattiche" items={course.metodologie} />
      <Section title="Certificazioni rilasciate" items={course.certificazione} />
      <Section
        title="Partner promotori"
        items={course.partnerPromotori.map(({ name, description }) => `${name}. ${description}`)}
      />
      <Section
        title="Contatti"
        items={[
          `Segreteria: ${siteSettings().company.phone}, ${course.contattiEmail.join(', ')}`,
          ...openDays(hours.week).map(
            ({ days, spans }) => `${days} ${spans.map(({ from, to }) => `${from}-${to}`).join(' e ')}`,
          ),
          ...offices.map(
            ({ city, street, postcode, province }) => `${street}, ${postcode} ${city} (${province})`,
          ),
        ]}
      />
    </Page>
  )
}

const brochures = demoCourses('2026-01-01')
  .filter(({ brochure }) => brochure)
  .map((course) => [course.slug, <Brochure key={course.slug} course={course} />] as const)
const sheets = Object.entries(demoSheets).map(
  ([name, { title, paragraphs }]) =>
    [
      name,
      <Page key={name} title={title}>
        <h1>{title}</h1>
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </Page>,
    ] as const,
)

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH || undefined })
const page = await browser.newPage()
for (const [name, content] of [...brochures, ...sheets]) {
  await page.setContent(`<!doctype html>${renderToStaticMarkup(content)}`)
  await page.evaluate(() => document.fonts.ready)
  const printed = await page.pdf({
    tagged: true,
    outline: true,
    preferCSSPageSize: true,
    printBackground: true,
  })
  // Chromium leaves the structure uncompressed, half of the size.
  const pdf = await (await PDFDocument.load(printed)).save({ useObjectStreams: true })
  writeFileSync(`app/operations/demo/${name}.pdf`, pdf)
  console.log(`${name}.pdf, ${(pdf.length / 1024).toFixed(1)} kB`)
}
await browser.close()
