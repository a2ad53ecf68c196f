import { tidy, tooLong } from '../parsing/text.rules'
import { placeholdersIn } from '../site/placeholders.rules'

const NO_BREAK = '\u00a0'
/** Tidies a paragraph like `tidy`, but keeps no-break spaces, which the texts of a new site contain. */
export const tidyParagraph = (text: string) => text.split(NO_BREAK).map(tidy).join(NO_BREAK).trim()

/** Placeholders for data of the company (`companyValues`), by the label of the button that writes them. */
export const COMPANY_PLACEHOLDERS = { Azienda: 'azienda', Ateneo: 'ateneo', Anno: 'anno' }
/** Placeholders for how to reach the office, by the label of the button that writes them. */
export const CONTACT_PLACEHOLDERS = { Email: 'email', Telefono: 'telefono' }

/**
 * Says why a paragraph is refused: empty, too long, or with a placeholder that is not among `known`. Undefined if it is
 * accepted.
 */
export function paragraphProblem(text: string, most: number, known: readonly string[]): string | undefined {
  if (text.length > most) return tooLong(most, text.length)
  if (!tidyParagraph(text)) return 'Serve: il sito lo mostra'
  const unknown = placeholdersIn(text).find((name) => !known.includes(name))
  return (
    unknown && `Il sito non sa che cosa scrivere al posto di [${unknown}]: correggi, o togli le parentesi`
  )
}
