/** What is written beside a town: regular expressions of JavaScript and PostgreSQL. */
export const BESIDE_TOWN = { postcode: '^[0-9]{5}[ -]+', province: '[ -]*[(][A-Za-z]{2}[)]$' } as const

/** PostgreSQL changes the case of other letters by its locale, or not at all. */
export const PLAIN_LETTERS = '^[a-zA-Z0-9 .’-]+$'

/** Small words within a name, which `initcap` of PostgreSQL capitalises. */
export const SMALL_WORDS = ['Di', 'Del', 'Della', 'Dei', 'Da', 'In', 'Sul'] as const

/** One spelling of a town: 'FERMO', 'fermo', 'Fermo (FM)' and '63900 Fermo' are 'Fermo'. */
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
