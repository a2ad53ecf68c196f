import { amountsInWords, type Instalments } from '../courses/price.rules'

/** '450 € - 400 € - 400 €'; without amounts, that the office will tell them. */
export function instalmentsInWords({ amounts }: Instalments): string {
  return amounts ? amountsInWords(amounts) : 'gli importi te li comunica la segreteria'
}
