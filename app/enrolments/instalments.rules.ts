import { amountsInWords, type Instalments } from '../courses/price.rules'

/** '450 € - 400 € - 400 €', or who tells them. */
export function instalmentsInWords({ amounts }: Instalments): string {
  return amounts ? amountsInWords(amounts) : 'gli importi te li comunica la segreteria'
}
