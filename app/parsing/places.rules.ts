/** What people write beside a town, as regular expressions that JavaScript and PostgreSQL both understand. */
export const BESIDE_TOWN = {
  seat: '^([Pp]resso +)?([Ll]a +)?([Nn]ostra +)?([Ss]ede|SEDE) +(di +|DI +|- *)?',
  postcode: '^[0-9]{5}[ -]+',
  // 'San Benedetto Po' is a town, 'Aula PC' a room.
  province: '([ -]*[(][A-Za-z]{2}[)]|(?<![Aa]ula|[Ss]ala) +[-/]? *((?!PO)[A-Z]{2}|ap|fm|mc|an|te))$',
} as const

/**
 * A room or a street, a comma, and a town of the offices, matched ignoring case; the town is the first group. The
 * generated column `place` cannot read the offices from the settings.
 */
export const TOWN_BEHIND_ROOM =
  '^ *(?:sala|aula|laboratorio|palazzo|villa|centro|hotel|teatro|auditorium|biblioteca|istituto|scuola|via|viale|corso|piazza|piazzale|largo|contrada|zona)[ .][^,]*,(?:[^,]*,)* *((?:[0-9]{5}[ -]+)?(?:fermo|ascoli(?: piceno)?)(?: *[-(]? *(?:fm|ap)[)]?)?) *$'

/** The short name of a town whose office has a longer one. */
export const SHORT_NAME_OF_ASCOLI = {
  pattern: '^(Ascoli|ASCOLI|ascoli)( [Pp][.]?)?$',
  town: 'Ascoli Piceno',
} as const

/** Texts whose case PostgreSQL changes like JavaScript: for other letters it depends on the locale. */
export const PLAIN_LETTERS = '^[a-zA-Z0-9 .’-]+$'

/** Words that are in lower case within a name, written here with a capital, as `initcap` of PostgreSQL gives them. */
export const SMALL_WORDS = ['Di', 'Del', 'Della', 'Dei', 'Da', 'In', 'Sul'] as const

/**
 * Returns the one spelling of a town: 'FERMO', 'fermo', 'Fermo (FM)', 'Fermo - FM', 'sede di Fermo' and '63900 Fermo'
 * give 'Fermo'. A name in mixed case, or with other characters than `PLAIN_LETTERS`, keeps its letters.
 */
export function townOf(text: string): string {
  const name = text
    .trim()
    .replace(new RegExp(BESIDE_TOWN.seat), '')
    .replace(new RegExp(BESIDE_TOWN.postcode), '')
    .replace(new RegExp(BESIDE_TOWN.province), '')
    .replace(new RegExp(SHORT_NAME_OF_ASCOLI.pattern), SHORT_NAME_OF_ASCOLI.town)
  const isOneCase = name === name.toUpperCase() || name === name.toLowerCase()
  if (!isOneCase || !new RegExp(PLAIN_LETTERS).test(name)) return name
  const capitals = name.toLowerCase().replace(/(?<![a-z0-9])[a-z]/g, (letter) => letter.toUpperCase())
  return SMALL_WORDS.reduce((town, word) => town.replaceAll(` ${word} `, ` ${word.toLowerCase()} `), capitals)
}
