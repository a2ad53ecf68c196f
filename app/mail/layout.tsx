import { createElement, Fragment, type ReactNode } from 'react'
import { href } from 'react-router'
import { siteSettings } from '../site/settings'
import { colour, EmailFoot, Letterhead, LetterheadStrata, layoutTable, sans, serif } from './letterhead'
import { OUTLOOK_TABLE_TAG, outlookStyle } from './outlook'
import { paragraphsOf, piecesOf, typedLines } from './typed-text'

type EmailProps = {
  /** The preview text in the list of messages. */
  preview: string
  title: string
  /** Why the person receives the e-mail, in the footer. */
  reason: string
  children: ReactNode
}

/** Colours for dark mode, and less padding in narrow windows, for the clients that read a style sheet. */
const STYLE = `
@media (prefers-color-scheme: dark) {
  .ground { background-color: #0e1822 !important; }
  .paper { background-color: #152230 !important; }
  .ink { color: #f5f0e6 !important; border-color: #f5f0e6 !important; }
  .text { color: #dfdbd2 !important; }
  .quiet { color: #b9c3cc !important; }
  .line { border-color: #35495c !important; }
  .stratum { background-color: #35495c !important; }
}
@media (max-width: 480px) {
  .paper { padding: 28px 22px 16px !important; }
}`

/** Pixels. */
const WIDTH = 560

/** A table as wide as the window, up to `WIDTH`. Outlook ignores `max-width`, so it gets an outer table of `WIDTH`. */
function Sheet({ children }: { children: ReactNode }) {
  const sheet = (
    <table {...layoutTable} width="100%" style={{ width: '100%', maxWidth: WIDTH, textAlign: 'left' }}>
      <tbody>{children}</tbody>
    </table>
  )
  return createElement(OUTLOOK_TABLE_TAG, { width: WIDTH }, sheet)
}

/** Adds space above and below with a cell: Outlook ignores margins of tables, and padding except of cells. */
function Spaced({ top, bottom, children }: { top: number; bottom: number; children: ReactNode }) {
  return (
    <table {...layoutTable} width="100%">
      <tbody>
        <tr>
          <td style={{ padding: `${top}px 0 ${bottom}px` }}>{children}</td>
        </tr>
      </tbody>
    </table>
  )
}

/**
 * The document of every e-mail, in tables and inline styles, since many mail clients ignore style sheets. In the text
 * version each table row is a line, and a `th` is its label.
 */
export function EmailLayout({ preview, title, reason, children }: EmailProps) {
  const paper = {
    padding: '36px 40px 24px',
    backgroundColor: colour.paper,
    border: `1px solid ${colour.line}`,
    borderTop: 0,
  }
  const heading = { margin: '0 0 22px', font: `400 30px/1.2 ${serif}`, color: colour.ink }
  return (
    <html lang="it" dir="ltr">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no, date=no, address=no" />
        <title>{title}</title>
        <style>{STYLE}</style>
      </head>
      <body className="ground" style={{ margin: 0, padding: 0, backgroundColor: colour.ground }}>
        <div
          data-skip-in-text="true"
          style={{ display: 'none', maxHeight: 0, overflow: 'hidden', ...outlookStyle({ msoHide: 'all' }) }}
        >
          {preview}
        </div>
        <table
          {...layoutTable}
          className="ground"
          width="100%"
          bgcolor={colour.ground}
          style={{ backgroundColor: colour.ground }}
        >
          <tbody>
            <tr>
              <td align="center" style={{ padding: '32px 12px 40px' }}>
                <Sheet>
                  <tr>
                    <td style={{ padding: '0 0 22px' }}>
                      <Letterhead />
                    </td>
                  </tr>
                  <LetterheadStrata />
                  <tr>
                    <td className="paper line" style={paper}>
                      <h1 className="ink" style={heading}>
                        {title}
                      </h1>
                      {children}
                      <TypedText text={siteSettings().letters.signature} />
                    </td>
                  </tr>
                  <tr>
                    <td style={{ padding: '26px 2px 0' }}>
                      <EmailFoot reason={reason} />
                    </td>
                  </tr>
                </Sheet>
              </td>
            </tr>
          </tbody>
        </table>
      </body>
    </html>
  )
}

/** A paragraph. `quiet`: smaller and paler, for what is less important. */
export function P({ children, quiet = false }: { children: ReactNode; quiet?: boolean }) {
  const [size, color] = quiet ? [15, colour.quiet] : [17, colour.text]
  return (
    <p
      className={quiet ? 'quiet' : 'text'}
      style={{ margin: '0 0 16px', font: `400 ${size}px/1.55 ${sans}`, color }}
    >
      {children}
    </p>
  )
}

/**
 * A text that a person has typed, with its paragraphs and lines. `links`: whether web and e-mail addresses in it become
 * links; false for what a visitor typed, who may be anybody.
 */
export function TypedText({
  text,
  links = true,
  quiet = false,
}: {
  text: string
  links?: boolean
  quiet?: boolean
}) {
  return paragraphsOf(text).map((paragraph, number) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs may repeat, and an e-mail is rendered once
    <P key={number} quiet={quiet}>
      <TypedLines text={paragraph} links={links} />
    </P>
  ))
}

/** Separates lines by `<br>`, since Outlook and the text version ignore `white-space`. */
function TypedLines({ text, links }: { text: string; links: boolean }) {
  return typedLines(text).map((line, number) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines may repeat, and an e-mail is rendered once
    <Fragment key={number}>
      {number > 0 && <br />}
      {links ? <LinkedLine line={line} /> : line}
    </Fragment>
  ))
}

/** The class of links whose text is their address, so that the text version writes the address only once. */
export const BARE_LINK_CLASS = 'address'

function LinkedLine({ line }: { line: string }) {
  return piecesOf(line).map(({ text, href }, number) =>
    href === undefined ? (
      text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: addresses may repeat, and an e-mail is rendered once
      <a key={number} className={`ink ${BARE_LINK_CLASS}`} href={href} style={LINK_STYLE}>
        {text}
      </a>
    ),
  )
}

/** A quotation. In the text version each of its lines begins with '> '. */
export function Quote({ children }: { children: ReactNode }) {
  return (
    <blockquote style={{ margin: 0 }}>
      <table {...layoutTable} width="100%">
        <tbody>
          <tr>
            <td className="line" style={{ paddingLeft: 16, borderLeft: `3px solid ${colour.line}` }}>
              {children}
            </td>
          </tr>
        </tbody>
      </table>
    </blockquote>
  )
}

const LINK_STYLE = { color: colour.ink, wordBreak: 'break-word' } as const

export function TextLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a className="ink" href={href} style={LINK_STYLE}>
      {children}
    </a>
  )
}

/** A link that looks like a button. Outlook ignores the padding of links, so there the cell has the padding. */
export function ActionButton({ href, children }: { href: string; children: ReactNode }) {
  const padding = '15px 24px'
  const label = { font: `600 17px/22px ${sans}`, color: '#ffffff', textDecoration: 'none' }
  return (
    <Spaced top={12} bottom={26}>
      <table {...layoutTable}>
        <tbody>
          <tr>
            <td
              style={{
                backgroundColor: colour.cotto,
                borderRadius: 3,
                ...outlookStyle({ msoPaddingAlt: padding }),
              }}
            >
              <a href={href} style={{ ...label, display: 'inline-block', padding }}>
                {children}
              </a>
            </td>
          </tr>
        </tbody>
      </table>
    </Spaced>
  )
}

/** The address of a button as text, for clients that do not show the button. */
export function CopyLink({ href }: { href: string }) {
  return (
    <div data-skip-in-text="true">
      <P quiet>
        Se il pulsante non si apre, copia questo indirizzo nel browser:
        <br />
        <a className="quiet" href={href} style={{ color: colour.quiet, wordBreak: 'break-all' }}>
          {href}
        </a>
      </P>
    </div>
  )
}

/** A table of labels and typed values, without the rows that have no value. `links`: as in `TypedText`. */
export function FactRows({
  rows,
  links = true,
}: {
  rows: [label: string, value: string | null | undefined][]
  links?: boolean
}) {
  const line = `1px solid ${colour.line}`
  const cell = { padding: '10px 0', borderTop: line, verticalAlign: 'top', textAlign: 'left' } as const
  const label = { ...cell, width: 84, paddingRight: 14, font: `400 16px/1.5 ${sans}`, color: colour.quiet }
  const content = { ...cell, font: `400 16px/1.5 ${sans}`, color: colour.ink } as const
  return (
    <Spaced top={8} bottom={20}>
      <table
        className="line"
        cellPadding={0}
        cellSpacing={0}
        width="100%"
        style={{ borderBottom: line, borderCollapse: 'collapse' }}
      >
        <tbody>
          {rows.map(
            ([name, value]) =>
              value && (
                <tr key={name}>
                  <th scope="row" className="line quiet" style={label}>
                    {name}
                  </th>
                  <td className="line ink" style={content}>
                    <TypedLines text={value} links={links} />
                  </td>
                </tr>
              ),
          )}
        </tbody>
      </table>
    </Spaced>
  )
}

/** A link to the e-mail address of the office. */
export function OfficeMailLink() {
  return <TextLink href={`mailto:${siteSettings().company.email}`}>{siteSettings().company.email}</TextLink>
}

/** The button to the members' area. `origin`: the public origin of the site. */
export function DashboardButton({ origin }: { origin: string }) {
  return <ActionButton href={`${origin}${href('/dashboard')}`}>Vai all’area personale</ActionButton>
}
