import type { ReactNode } from 'react'
import { colour, EmailFoot, Letterhead, layout, type Sender, Strata, sans, serif } from './letterhead'

type EmailProps = {
  from: Sender
  /** The preview text in the list of messages. */
  preview: string
  title: string
  /** Why the person receives the e-mail, in the footer. */
  reason: string
  children: ReactNode
}

/** For clients with dark mode. */
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

/** Tables and inline styles, since mail clients ignore style sheets. In the text version a row is a line and `th` its label. */
export function EmailLayout({ from, preview, title, reason, children }: EmailProps) {
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
        <div data-skip-in-text="true" style={{ display: 'none', maxHeight: 0, overflow: 'hidden' }}>
          {preview}
        </div>
        <table {...layout} className="ground" width="100%" style={{ backgroundColor: colour.ground }}>
          <tbody>
            <tr>
              <td align="center" style={{ padding: '32px 12px 40px' }}>
                <table {...layout} width={560} style={{ width: '100%', maxWidth: 560, textAlign: 'left' }}>
                  <tbody>
                    <tr>
                      <td style={{ padding: '0 0 22px' }}>
                        <Letterhead name={from.name} />
                      </td>
                    </tr>
                    <Strata />
                    <tr>
                      <td className="paper line" style={paper}>
                        <h1 className="ink" style={heading}>
                          {title}
                        </h1>
                        {children}
                      </td>
                    </tr>
                    <tr>
                      <td style={{ padding: '26px 2px 0' }}>
                        <EmailFoot from={from} reason={reason} />
                      </td>
                    </tr>
                  </tbody>
                </table>
              </td>
            </tr>
          </tbody>
        </table>
      </body>
    </html>
  )
}

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

/** In the text version each line begins with '> '. */
export function Quote({ children }: { children: ReactNode }) {
  return (
    <blockquote
      className="line"
      style={{ margin: '0 0 16px', padding: '2px 0 0 16px', borderLeft: `3px solid ${colour.line}` }}
    >
      {children}
    </blockquote>
  )
}

export function TextLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a className="ink" href={href} style={{ color: colour.ink, wordBreak: 'break-word' }}>
      {children}
    </a>
  )
}

export function ActionButton({ href, children }: { href: string; children: ReactNode }) {
  const label = { font: `600 17px/22px ${sans}`, color: '#ffffff', textDecoration: 'none' }
  return (
    <table {...layout} style={{ margin: '28px 0 26px' }}>
      <tbody>
        <tr>
          <td style={{ backgroundColor: colour.cotto, borderRadius: 3 }}>
            <a href={href} style={{ ...label, display: 'inline-block', padding: '15px 24px' }}>
              {children}
            </a>
          </td>
        </tr>
      </tbody>
    </table>
  )
}

/** For clients that do not show the button. */
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

/** Rows without a value are left out. */
export function Facts({ rows }: { rows: [label: string, value: string | null | undefined][] }) {
  const line = `1px solid ${colour.line}`
  const cell = { padding: '10px 0', borderTop: line, verticalAlign: 'top', textAlign: 'left' } as const
  const label = { ...cell, width: 84, paddingRight: 14, font: `400 16px/1.5 ${sans}`, color: colour.quiet }
  const content = {
    ...cell,
    font: `400 16px/1.5 ${sans}`,
    color: colour.ink,
    whiteSpace: 'pre-line',
  } as const
  return (
    <table
      className="line"
      cellPadding={0}
      cellSpacing={0}
      width="100%"
      style={{ margin: '24px 0', borderBottom: line }}
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
                  {value}
                </td>
              </tr>
            ),
        )}
      </tbody>
    </table>
  )
}
