import { amountsInWords, type Instalments } from '../courses/price.rules'

/** The amounts in words, '450 € - 400 € - 400 €'; if they are not known, that the office will tell them. */
export function instalmentsInWords({ amounts }: Instalments): string {
  return amounts ? amountsInWords(amounts) : 'gli importi te li comunica la segreteria'
}
