/**
 * The markup of legal pages. A section begins with '## Titolo', with or without '{#ancora}'. A block is a paragraph, a
 * list of lines with '- ', or '[tabella: cookie]'; it ends at an empty line, or where another kind of block begins.
 * Within a block: **grassetto**, which may contain the others, `codice`, [testo](indirizzo), and placeholders such as
 * [azienda]. Everything else, HTML included, is shown as typed.
 */

/**
 * The placeholders of legal texts, in lower case and without brackets; `app/public/legal/legal-facts.server.ts` has
 * their values.
 */
const LEGAL_PLACEHOLDERS = [
  'azienda',
  'ragione sociale',
  'sede legale',
  'partita iva',
  'rea',
  'pec',
  'email',
  'telefono',
  'giorni nelle copie di sicurezza',
  'giorni delle email',
  'giorni di recesso',
  'condizioni di rimborso',
  'fornitore della mappa',
  'valore cancellato',
] as const
export type LegalPlaceholder = (typeof LEGAL_PLACEHOLDERS)[number]

/**
 * The tables that the program fills in, by the name after 'tabella:': how data are processed, the cookies, and the
 * session storage of the browser.
 */
const LEGAL_TABLES = ['trattamenti', 'cookie', 'memoria della scheda'] as const
export type LegalTableName = (typeof LEGAL_TABLES)[number]

/** A piece of a paragraph or of an item of a list. */
export type LegalPart =
  | { kind: 'text' | 'code'; text: string }
  | { kind: 'strong'; parts: LegalPart[] }
  | { kind: 'placeholder'; name: LegalPlaceholder }
  | { kind: 'link'; text: string; address: string }

export type LegalBlock =
  | { kind: 'paragraph'; parts: LegalPart[] }
  | { kind: 'list'; items: LegalPart[][] }
  | { kind: 'table'; name: LegalTableName }

/**
 * `id`: the anchor; `blocks`: what stands below the heading. Both `id` and `heading` are '' before the first heading.
 */
export type LegalSection = { id: string; heading: string; blocks: LegalBlock[] }

const HEADING = /^##(?!#) *(.*?) *(?:\{#([^{}]*)\})?$/
const TABLE = /^\[tabella: *([^\][]*?) *\]$/i
const ANCHOR = /^[a-z\d][a-z\d-]*$/
const INLINE_MARKUP = /\*\*([^*]+)\*\*|`([^`]+)`|\[([^\][]+)\]\(([^()]*)\)|\[([^\][]+)\]/g

/** Reads the markup of a legal text. Whatever is not markup becomes text as typed. */
export function parseLegalText(text: string): LegalSection[] {
  const sections: LegalSection[] = []
  for (const lines of groupLines(text)) {
    const [, heading, anchor] = HEADING.exec(lines[0] ?? '') ?? []
    if (heading !== undefined) sections.push({ id: anchor || anchorOf(heading), heading, blocks: [] })
    else if (sections.length === 0) sections.push({ id: '', heading: '', blocks: [] })
    const block = heading === undefined ? parseBlock(lines) : undefined
    if (block) sections.at(-1)?.blocks.push(block)
  }
  return sections
}

/** Groups lines that belong together: a heading, or the lines of a paragraph, of a list, or of a table. */
function groupLines(text: string): string[][] {
  const groups: string[][] = []
  let lineBefore = ''
  for (const line of text.split('\n').map((raw) => raw.trim())) {
    const continuesGroup = kindOf(line) === kindOf(lineBefore) && kindOf(line) !== 'single'
    if (line && continuesGroup) groups.at(-1)?.push(line)
    else if (line) groups.push([line])
    lineBefore = line
  }
  return groups
}

/** 'single': a heading or a table, which has one line. */
function kindOf(line: string): 'none' | 'single' | 'item' | 'prose' {
  if (line === '') return 'none'
  if (HEADING.test(line) || TABLE.test(line)) return 'single'
  return line.startsWith('- ') ? 'item' : 'prose'
}

function parseBlock(lines: string[]): LegalBlock {
  const [first = ''] = lines
  const table = tableOf(first)
  if (table) return { kind: 'table', name: table }
  if (first.startsWith('- '))
    return { kind: 'list', items: lines.map((line) => parseParts(line.slice(2).trim())) }
  return { kind: 'paragraph', parts: parseParts(lines.join(' ')) }
}

function tableOf(line: string): LegalTableName | undefined {
  const typed = TABLE.exec(line)?.[1]?.toLowerCase()
  return LEGAL_TABLES.find((name) => name === typed)
}

function parseParts(prose: string): LegalPart[] {
  const parts: LegalPart[] = []
  let end = 0
  for (const found of prose.matchAll(INLINE_MARKUP)) {
    const part = partOf(found)
    if (!part) continue
    if (found.index > end) parts.push({ kind: 'text', text: prose.slice(end, found.index) })
    parts.push(part)
    end = found.index + found[0].length
  }
  return end < prose.length ? [...parts, { kind: 'text', text: prose.slice(end) }] : parts
}

/** Reads one piece of inline markup; undefined if it is shown as typed (refused address, unknown placeholder). */
function partOf([, strong, code, text, address, placeholder]: RegExpExecArray): LegalPart | undefined {
  if (strong) return { kind: 'strong', parts: parseParts(strong) }
  if (code) return { kind: 'code', text: code }
  if (text && address !== undefined) return mayLinkTo(address) ? { kind: 'link', text, address } : undefined
  const name = LEGAL_PLACEHOLDERS.find((known) => known === placeholder?.toLowerCase())
  return name && { kind: 'placeholder', name }
}

/** Whether a link may lead to this address: https, mailto, a path of this site, or an anchor of the page. */
function mayLinkTo(address: string): boolean {
  if (/[\s\\()]/.test(address)) return false
  if (/^(\/(?!\/)|#)/.test(address)) return true
  const url = URL.parse(address)
  return url?.protocol === 'mailto:' ? url.pathname.includes('@') : url?.protocol === 'https:'
}

/** 'Chi li riceve' → 'chi-li-riceve' */
function anchorOf(heading: string): string {
  const plain = heading.toLowerCase().replace(/[àèéìòù]/g, (letter) => UNACCENTED[letter] ?? letter)
  return plain.replace(/[^a-z\d]+/g, '-').replace(/^-+|-+$/g, '') || 'sezione'
}

/** Removes the anchors of the headings: the text as the office edits it. */
export const withoutAnchors = (text: string) => text.replace(/^([ \t]*##(?!#).*?) *\{#[^{}]*\}$/gm, '$1')

/**
 * Gives the headings of a text the anchors that the office does not see, so that links to a section go on working. A
 * heading without an anchor gets that of the section of `former` with the same heading, or else the same content, or
 * else, if both texts have as many sections, the same place; that of a new section is one that is not used. No anchor
 * is written where the words of the heading give the same one (`anchorOf`).
 */
export function withAnchorsOf(former: string, text: string): string {
  const formerSections = parseLegalText(former).filter(({ heading }) => heading)
  const sections = parseLegalText(text).filter(({ heading }) => heading)
  const typed = text.split('\n').flatMap((line) => {
    const [, heading, anchor] = HEADING.exec(line.trim()) ?? []
    return heading ? [anchor] : []
  })
  const anchors = matchSections(formerSections, sections).map((match, i) => typed[i] ?? match?.id)
  const usedAnchors = new Set(anchors)
  let place = -1
  return text.replace(/^[ \t]*##(?!#).*$/gm, (line) => {
    const [, heading, anchor] = HEADING.exec(line.trim()) ?? []
    if (!heading) return line
    place += 1
    const id = anchors[place] ?? unusedAnchor(anchorOf(heading), usedAnchors)
    usedAnchors.add(id)
    return anchor !== undefined || id === anchorOf(heading) ? line : `${line} {#${id}}`
  })
}

/**
 * Returns for each section the section of `former` that it continues; undefined for a new section. Each section of
 * `former` has one continuation at most.
 */
function matchSections(
  former: readonly LegalSection[],
  sections: readonly LegalSection[],
): (LegalSection | undefined)[] {
  const matches: (LegalSection | undefined)[] = sections.map(() => undefined)
  const matchBy = (continues: (section: LegalSection, formerSection: LegalSection, i: number) => boolean) => {
    for (const [i, section] of sections.entries())
      matches[i] ??= former.find(
        (formerSection) => !matches.includes(formerSection) && continues(section, formerSection, i),
      )
  }
  matchBy((section, formerSection) => section.heading === formerSection.heading)
  matchBy((section, formerSection) => JSON.stringify(section.blocks) === JSON.stringify(formerSection.blocks))
  if (former.length === sections.length) matchBy((_, formerSection, i) => formerSection === former[i])
  return matches
}

/** 'diritti', or 'diritti-2' if it is used already, and so on. */
function unusedAnchor(anchor: string, used: ReadonlySet<string | undefined>, number = 2): string {
  if (!used.has(anchor)) return anchor
  return used.has(`${anchor}-${number}`) ? unusedAnchor(anchor, used, number + 1) : `${anchor}-${number}`
}

const UNACCENTED: Record<string, string> = { à: 'a', è: 'e', é: 'e', ì: 'i', ò: 'o', ù: 'u' }

/** Most characters of a legal text. */
export const LEGAL_TEXT_MOST = 60_000

/** Says why a text cannot be published, or a draft saved; undefined if it can. A draft may only be too long. */
export function legalTextProblem(text: string, isDraft = false): string | undefined {
  if (text.length > LEGAL_TEXT_MOST) return `Al massimo ${LEGAL_TEXT_MOST} caratteri: ora sono ${text.length}`
  if (isDraft) return undefined
  const sections = parseLegalText(text)
  const [first] = sections
  if (!first) return 'Scrivi il testo'
  if (!first.heading) return 'Comincia con un titolo: una riga con «## » davanti'
  const ids = new Set<string>()
  for (const { id, heading, blocks } of sections) {
    if (!heading) return 'Un titolo è vuoto'
    if (blocks.length === 0) return `Sotto «${heading}» non c’è nulla`
    if (!ANCHOR.test(id))
      return `L’ancora {#${id}} di «${heading}» si scrive con lettere minuscole, cifre e trattini`
    if (ids.has(id)) return `Due titoli portano a «#${id}»: scrivi un’altra ancora, come {#${id}-2}`
    ids.add(id)
  }
  return linkProblem(text) ?? bracketProblem(sections)
}

function linkProblem(text: string): string | undefined {
  for (const [, label, address = ''] of text.matchAll(/\[([^\][]+)\]\(([^)]*)\)/g)) {
    if (!mayLinkTo(address))
      return `Il link «${label}» non porta a un indirizzo: comincia con https://, mailto: o /`
  }
  return undefined
}

const BRACKETS = /\[[^\][]+\]/

/** Says which brackets would be shown as typed. */
function bracketProblem(sections: readonly LegalSection[]): string | undefined {
  for (const { heading, blocks } of sections) {
    const [inHeading] = BRACKETS.exec(heading) ?? []
    if (inHeading) return `In un titolo il sito non sostituisce ${inHeading}: scrivi le parole`
    for (const block of blocks) {
      const parts = block.kind === 'list' ? block.items.flat() : block.kind === 'paragraph' ? block.parts : []
      const [whole] = parts.flatMap(unreadBrackets)
      if (whole && TABLE.test(whole))
        return `${whole} non va qui: le tabelle sono ${LEGAL_TABLES.join(', ')}, ciascuna da sola su una riga`
      if (whole)
        return `Il sito non sa che cosa scrivere al posto di ${whole}: correggi, o togli le parentesi`
    }
  }
  return undefined
}

function unreadBrackets(part: LegalPart): string[] {
  if (part.kind === 'strong') return part.parts.flatMap(unreadBrackets)
  return part.kind === 'text' ? (BRACKETS.exec(part.text)?.slice(0, 1) ?? []) : []
}
