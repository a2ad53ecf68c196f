/**
 * Workarounds for Outlook on Windows, which renders e-mails with the engine of Word.
 * Word ignores padding except of cells, margins of tables, `max-width`, `white-space` and `border-radius`, and gives an
 * empty cell the height of a line.
 */

import type { CSSProperties } from 'react'

/** The name of an element that `forOutlook` replaces by a table of `width` pixels, which only Outlook sees. */
export const OUTLOOK_TABLE_TAG = 'outlook-table'

/** Lets inline styles contain properties that only Outlook knows. */
export function outlookStyle(properties: {
  msoHide?: 'all'
  msoPaddingAlt?: string
  msoLineHeightRule?: 'exactly'
}): CSSProperties {
  return properties as CSSProperties
}

/** HTML in a comment that only Outlook reads. */
const onlyForOutlook = (html: string) => `<!--[if mso]>${html}<![endif]-->`

/** Makes Outlook keep pixel sizes on dense screens, and leave no space between nested tables. */
const HEAD = onlyForOutlook(
  '<xml><o:OfficeDocumentSettings xmlns:o="urn:schemas-microsoft-com:office:office">' +
    '<o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml>' +
    '<style>table{border-collapse:collapse;mso-table-lspace:0pt;mso-table-rspace:0pt}</style>',
)

/** Adds the parts for Outlook to the HTML of an e-mail, in comments that other clients skip. */
export function forOutlook(html: string): string {
  return html
    .replace('</head>', `${HEAD}</head>`)
    .replace(/<outlook-table width="(\d+)">/g, (_tag, width) =>
      onlyForOutlook(
        `<table role="presentation" align="center" width="${width}" cellpadding="0" cellspacing="0" border="0"><tr><td>`,
      ),
    )
    .replaceAll('</outlook-table>', onlyForOutlook('</td></tr></table>'))
}
