import { beforeAll, expect, test } from 'vitest'
import { ActionButton, CopyLink, EmailLayout, FactRows, P, Quote, TextLink, TypedText } from './layout'
import { renderEmail } from './outbox.server'

// What the engine of Word can draw. Outlook itself cannot run here.

let html = ''
let text = ''
beforeAll(async () => {
  const email = await renderEmail({
    kind: 'prova',
    to: { name: '', address: 'ada@example.it' },
    subject: 'Uno',
    content: (
      <EmailLayout title="Uno" preview="Due" reason="Tre">
        <P>
          Ciao <TextLink href="https://example.it">qui</TextLink>
        </P>
        <TypedText text={'Uno\nDue\n\nTre'} />
        <Quote>
          <P quiet>Quattro</P>
        </Quote>
        <FactRows
          rows={[
            ['Corso', 'Vendite'],
            ['Dove', 'Fermo'],
          ]}
        />
        <ActionButton href="https://example.it/vai">Vai</ActionButton>
        <CopyLink href="https://example.it/vai" />
      </EmailLayout>
    ),
  })
  html = email.html
  text = email.text
})

/** Each element with a style, and its properties. */
const styled = () =>
  [...html.matchAll(/<(?<tag>[\w-]+)[^>]*? style="(?<style>[^"]*)"/g)].map(({ groups }) => ({
    tag: groups?.tag ?? '',
    style: Object.fromEntries(
      (groups?.style ?? '')
        .replaceAll('&quot;', '"')
        .split(';')
        .map((property) => property.split(/:(.*)/s, 2) as [string, string]),
    ),
  }))
const having = (...names: string[]) =>
  styled()
    .filter(({ style }) => names.some((name) => name in style))
    .map(({ tag }) => tag)

test('padding is that of cells, and of the link in a button whose cell tells Outlook its padding', () => {
  const others = having('padding', 'padding-left', 'padding-top').filter(
    (tag) => !['td', 'th', 'body'].includes(tag),
  )
  expect(others).toEqual(['a'])
  expect(html).toMatch(
    /<td style="[^"]*mso-padding-alt:15px 24px[^"]*"><a href="https:\/\/example.it\/vai" style="[^"]*padding:15px 24px/,
  )
})

test('no table has a margin', () => {
  expect(having('margin').filter((tag) => tag === 'table')).toEqual([])
})

test('the sheet has its width from a table for Outlook alone', () => {
  expect(having('max-width')).toEqual(['table'])
  expect(html).toMatch(
    /<!--\[if mso\]><table role="presentation" align="center" width="560"[^>]*><tr><td><!\[endif\]--><table[^>]*max-width:560px/,
  )
  expect(html).toMatch(/<\/table><!--\[if mso\]><\/td><\/tr><\/table><!\[endif\]--><\/td>/)
  expect(html).not.toContain('outlook-table')
})

test('thin rows are no higher than they say', () => {
  const rows = styled().filter(({ style }) => style['font-size'] === '1px')
  expect(
    rows.map(({ style }) => [style.height, style['line-height'], style['mso-line-height-rule']]),
  ).toEqual([
    ['6px', '6px', 'exactly'],
    ['4px', '4px', 'exactly'],
    ['2px', '2px', 'exactly'],
  ])
  expect(html).not.toMatch(/<td[^>]*><\/td>/)
})

test('lines do not depend on white-space, nor letters on the fonts of a Mac', () => {
  expect(having('white-space')).toEqual([])
  for (const { style } of styled()) if (style.font) expect(style.font).toMatch(/(?:"Segoe UI"|Georgia),/)
})

test('layout tables have no spacing of their own', () => {
  for (const [tag] of html.matchAll(/<table[^>]*>/g)) {
    expect(tag).toMatch(/cellpadding="0"/i)
    expect(tag).toMatch(/cellspacing="0"/i)
  }
})

test('the text version knows nothing of it', () => {
  expect(text).not.toMatch(/mso|outlook|\[if/)
  expect(text).toContain(
    'Uno\nDue\n\nTre\n\n> Quattro\n\nCorso: Vendite\nDove: Fermo\n\nVai → https://example.it/vai',
  )
})
