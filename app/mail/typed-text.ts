import { LinkifyIt } from 'linkify-it'

/** Turns the line ends of forms, old Macs and word processors into LF. */
const withLineFeeds = (text: string) => text.replace(/\r\n|[\r\v\f\u0085\u2028\u2029]/g, '\n')

/** Splits a typed text into paragraphs, at blank lines; none for a blank text. */
export const paragraphsOf = (text: string): string[] =>
  withLineFeeds(text)
    .trim()
    .split(/\n(?:[^\S\n]*\n)+/)
    .filter(Boolean)

/** Splits a paragraph into lines. Spaces that HTML would collapse become no-break spaces. */
export const typedLines = (text: string): string[] =>
  withLineFeeds(text)
    .trimEnd()
    .split('\n')
    .map((line) =>
      line
        .trimEnd()
        .replaceAll('\t', '    ')
        .replace(/^ +| {2,}/g, (blanks) => '\u00a0'.repeat(blanks.length)),
    )

const linkFinder = new LinkifyIt({ fuzzyLink: true }).add('ftp:', null).add('//', null)

/** Splits a line into plain text and the addresses of web pages and mailboxes. `href`: where an address leads. */
export function piecesOf(line: string): { text: string; href?: string }[] {
  const pieces: { text: string; href?: string }[] = []
  let end = 0
  for (const { schema, index, lastIndex, raw, url } of linkFinder.match(line) ?? []) {
    // Without a typed schema ('') only 'www.…' and 'meet.example.com/abc' count: 'venerdì.Se' merely lacks a blank.
    const isAddress = schema !== '' || /^www\.|\//i.test(raw)
    if (!isAddress) continue
    pieces.push({ text: line.slice(end, index) }, { text: raw, href: schema === '' ? `https://${raw}` : url })
    end = lastIndex
  }
  pieces.push({ text: line.slice(end) })
  return pieces.filter(({ text }) => text !== '')
}
