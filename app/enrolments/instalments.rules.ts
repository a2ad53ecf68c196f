import { amountsInWords, type Instalments } from '../courses/price.rules'

/**
 * The amounts of instalments, '450 € - 400 € - 400 €'; unknown amounts: a clause that says that the office tells them.
 */
export function instalmentsInWords({ amounts }: Instalments): string {
  return amounts ? amountsInWords(amounts) : 'gli importi te li comunica la segreteria'
}
