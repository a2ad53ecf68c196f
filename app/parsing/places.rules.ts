/** What people write beside a town, as regular expressions that JavaScript and PostgreSQL both understand. */
export const BESIDE_TOWN = { postcode: '^[0-9]{5}[ -]+', province: '[ -]*[(][A-Za-z]{2}[)]$' } as const

/** Texts whose case PostgreSQL changes like JavaScript: for other letters it depends on the locale. */
export const PLAIN_LETTERS = '^[a-zA-Z0-9 .’-]+$'

/** Words that are in lower case within a name, written here with a capital, as `initcap` of PostgreSQL gives them. */
export const SMALL_WORDS = ['Di', 'Del', 'Della', 'Dei', 'Da', 'In', 'Sul'] as const

/**
 * Returns the one spelling of a town: 'FERMO', 'fermo', 'Fermo (FM)' and '63900 Fermo' give 'Fermo'. A name in mixed
 * case, or with other characters than `PLAIN_LETTERS`, keeps its letters.
 */
export function townOf(text: string): string {
  const name = text
    .trim()
    .replace(new RegExp(BESIDE_TOWN.postcode), '')
    .replace(new RegExp(BESIDE_TOWN.province), '')
  const isOneCase = name === name.toUpperCase() || name === name.toLowerCase()
  if (!isOneCase || !new RegExp(PLAIN_LETTERS).test(name)) return name
  const capitals = name.toLowerCase().replace(/(?<![a-z0-9])[a-z]/g, (letter) => letter.toUpperCase())
  return SMALL_WORDS.reduce((town, word) => town.replaceAll(` ${word} `, ` ${word.toLowerCase()} `), capitals)
}
