import { expect, test } from 'vitest'
import { FactRows, Quote, TypedText } from './layout'
import { renderEmail } from './outbox.server'
import { piecesOf } from './typed-text'

const emailWith = (content: React.ReactElement) =>
  renderEmail({ kind: 'prova', to: { name: '', address: 'ada@example.it' }, subject: 'Uno', content })

const LIST = 'Portate:\n- documento\n- penna\n- calcolatrice'
const PAYMENT = 'Intestatario: Ente Prova\nIBAN: IT60 X054 2811 1010 0000 0123 456\nCausale: cognome e corso'

test.each([
  ['as Unix ends lines', LIST],
  ['as forms end lines', LIST.replaceAll('\n', '\r\n')],
  ['as old Macs end lines', LIST.replaceAll('\n', '\r')],
  ['as word processors end lines', LIST.replaceAll('\n', '\u2028')],
])('lines survive in both versions, %s', async (_how, text) => {
  const { html, text: plain } = await emailWith(<TypedText text={text} />)
  expect(plain).toBe(LIST)
  expect(html).toContain('Portate:<br/>- documento<br/>- penna<br/>- calcolatrice')
})

test('lines of payment instructions survive in a row of facts', async () => {
  const { html, text } = await emailWith(<FactRows rows={[['Pagamento', PAYMENT]]} />)
  expect(text).toContain(`Pagamento: ${PAYMENT}`)
  expect(html).toContain(PAYMENT.replaceAll('\n', '<br/>'))
})

test('paragraphs, indents and aligned columns survive', async () => {
  const typed = '  Buongiorno,  \n\n\nlunedì    9-13\nmartedì\t14-18\n \n  - penna\n\n'
  const { text, html } = await emailWith(<TypedText text={typed} />)
  expect(text.replaceAll('\u00a0', ' ')).toBe('Buongiorno,\n\nlunedì    9-13\nmartedì    14-18\n\n  - penna')
  expect(html.match(/<p /g)).toHaveLength(3)
})

test('a blank text has no paragraphs', async () => {
  const { html } = await emailWith(<TypedText text={' \n\n '} />)
  expect(html).not.toContain('<p ')
})

test('a quoted text keeps its lines, each marked', async () => {
  const { text } = await emailWith(
    <Quote>
      <TypedText text={LIST} links={false} />
    </Quote>,
  )
  expect(text).toBe(LIST.replace(/^/gm, '> '))
})

test.each([
  ['https://teams.example.com/l/meetup?p=a,b&c=d', 'https://teams.example.com/l/meetup?p=a,b&c=d'],
  ['www.example.it', 'https://www.example.it'],
  ['meet.example.com/abc-defg-hij', 'https://meet.example.com/abc-defg-hij'],
  ['segreteria@example.it', 'mailto:segreteria@example.it'],
  ['https://it.example.org/wiki/Legge_(diritto)', 'https://it.example.org/wiki/Legge_(diritto)'],
  ['http://example.it', 'http://example.it'],
])('%s becomes a link, once in the text version', async (typed, href) => {
  const line = `Vai su ${typed}, poi (vedi ${typed}).`
  expect(piecesOf(line)).toEqual([
    { text: 'Vai su ' },
    { text: typed, href },
    { text: ', poi (vedi ' },
    { text: typed, href },
    { text: ').' },
  ])
  const { text, html } = await emailWith(<TypedText text={line} />)
  expect(text).toBe(line)
  expect(html).toContain(`href="${href.replaceAll('&', '&amp;')}"`)
})

test.each([
  'Ci vediamo venerdì.Se piove, in aula.',
  'Artt. 1.2.3 e 9.00-13.00, D.Lgs. 231/2001',
  'javascript:alert(1) ftp://example.it //example.it',
  'Il file si chiama programma.pdf',
])('«%s» has no link', (line) => {
  expect(piecesOf(line)).toEqual([{ text: line }])
})

test('what a visitor typed has none', async () => {
  const { html } = await emailWith(<TypedText text="Guarda https://example.it" links={false} />)
  expect(html).not.toContain('<a ')
})

test('markup in a typed text is text', async () => {
  const typed = '<b>Uno</b> & "due" https://example.it/?a=<script>'
  const { html, text } = await emailWith(<TypedText text={typed} />)
  expect(text).toBe(typed)
  expect(html).not.toMatch(/<b>|<script/)
})
