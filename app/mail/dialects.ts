/**
 * What Outlook on Windows, which draws with the engine of Word, needs to know, and what the text version needs to know.
 * Word knows no padding but that of cells, no margins of tables, no greatest width, no `white-space`, no radius, and gives an
 * empty cell the height of a line.
 */

import type { CSSProperties } from 'react'

/** Around a table, in Outlook alone, a table of `width` pixels (`forOutlook`). */
export const OUTLOOK_TABLE = 'outlook-table'

/** The class of links whose text is their address: the text version has it once. */
export const IS_ADDRESS = 'address'

/** Properties that only Outlook knows. */
export function outlook(properties: {
  msoHide?: 'all'
  msoPaddingAlt?: string
  msoLineHeightRule?: 'exactly'
}): CSSProperties {
  return properties as CSSProperties
}

const only = (html: string) => `<!--[if mso]>${html}<![endif]-->`

/** Pixels as pixels on screens of more than 96 dots per inch, and no space between nested tables. */
const HEAD = only(
  '<xml><o:OfficeDocumentSettings xmlns:o="urn:schemas-microsoft-com:office:office">' +
    '<o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml>' +
    '<style>table{border-collapse:collapse;mso-table-lspace:0pt;mso-table-rspace:0pt}</style>',
)

/** The HTML of an e-mail with its parts for Outlook, in comments that other programs skip. */
export function forOutlook(html: string): string {
  return html
    .replace('</head>', `${HEAD}</head>`)
    .replace(/<outlook-table width="(\d+)">/g, (_tag, width) =>
      only(
        `<table role="presentation" align="center" width="${width}" cellpadding="0" cellspacing="0" border="0"><tr><td>`,
      ),
    )
    .replaceAll('</outlook-table>', only('</td></tr></table>'))
}
