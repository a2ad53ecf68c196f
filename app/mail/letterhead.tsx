/** Header, footer, fonts and colours of every e-mail. The colours are those of `tokens.css`. */
import { siteSettings } from '../site/settings'
import { outlookStyle } from './outlook'

export const serif = 'Georgia, "Times New Roman", serif'
/** The font of Windows comes first: Outlook falls back to Times if it does not have the first font of the list. */
export const sans =
  '"Segoe UI", -apple-system, BlinkMacSystemFont, Roboto, "Helvetica Neue", Arial, sans-serif'
export const colour = {
  ground: '#f5f0e6',
  paper: '#fcfaf5',
  line: '#ddd2be',
  stone: '#c9bb9f',
  ink: '#152230',
  text: '#2c4055',
  quiet: '#506274',
  /** Terracotta, for buttons and the thinnest bar. */
  cotto: '#a33b27',
}

/** The attributes of a table that only arranges its content: screen readers do not announce it. */
export const layoutTable = { role: 'presentation', cellPadding: 0, cellSpacing: 0, border: 0 } as const

/**
 * The head with the mark and the name of the company. The mark is drawn with borders, since clients block SVG and
 * remote images; it is hidden in Outlook, which cannot round borders.
 */
export function Letterhead() {
  const hiddenInOutlook = outlookStyle({ msoHide: 'all' })
  const arch = { display: 'block', borderStyle: 'solid', borderColor: colour.ink, ...hiddenInOutlook }
  const outer = { width: 12, height: 19, borderWidth: '5px 5px 0', borderRadius: '11px 11px 0 0' }
  const inner = { width: 0, height: 13, borderWidth: '3px 3px 0', borderRadius: '3px 3px 0 0' }
  return (
    <table {...layoutTable}>
      <tbody>
        <tr>
          <td style={{ paddingRight: 11, lineHeight: 0, ...hiddenInOutlook }}>
            <span className="ink" style={{ ...arch, ...outer }}>
              <span className="ink" style={{ ...arch, ...inner, margin: '3px auto 0' }} />
            </span>
          </td>
          <td className="ink" style={{ font: `400 21px/24px ${serif}`, color: colour.ink }}>
            {siteSettings().company.name}
          </td>
        </tr>
      </tbody>
    </table>
  )
}

/** The coloured bars below the head, as rows of a table. */
export function LetterheadStrata() {
  const layers: [string, number][] = [
    [colour.ink, 6],
    [colour.stone, 4],
    [colour.cotto, 2],
  ]
  // The class lets dark mode recolour the bar in ink, which would not be seen on the dark ground.
  return layers.map(([backgroundColor, height]) => (
    <tr key={height} data-skip-in-text="true">
      <td
        className={backgroundColor === colour.ink ? 'stratum' : undefined}
        height={height}
        style={{
          height,
          backgroundColor,
          fontSize: 1,
          lineHeight: `${height}px`,
          ...outlookStyle({ msoLineHeightRule: 'exactly' }),
        }}
      >
        {/* Outlook gives an empty cell the height of a line. */}
        {'\u00a0'}
      </td>
    </tr>
  ))
}

export function EmailFoot({ reason }: { reason: string }) {
  const small = { margin: '0 0 10px', font: `400 14px/1.5 ${sans}`, color: colour.quiet }
  return (
    <>
      <p className="quiet" style={small}>
        <strong className="ink" style={{ fontWeight: 600, color: colour.ink }}>
          {siteSettings().company.name}
        </strong>
        <br />
        {siteSettings().company.tagline}
      </p>
      <p className="quiet" style={small}>
        {siteSettings().offices.map(({ id, street, postcode, city, province }) => (
          <span key={id}>
            {`${street}, ${postcode} ${city} (${province})`}
            <br />
          </span>
        ))}
        {`${siteSettings().company.email} · ${siteSettings().company.phone}`}
      </p>
      <p className="quiet" style={{ ...small, margin: 0 }}>
        {reason}
      </p>
    </>
  )
}
