import { amountsInWords, type Instalments } from '../courses/price.rules'

/**
 * The amounts of instalments, '450 € - 400 € - 400 €'; unknown amounts: a clause that says that the office tells them.
 */
export function instalmentsInWords({ amounts }: Instalments): string {
  return amounts ? amountsInWords(amounts) : 'gli importi te li comunica la segreteria'
}

/** The instalments of a price in a sentence: 'Pagamento rateizzabile in 3 soluzioni: 450 € - 400 € - 400 €'. */
export const instalmentsSentence = (instalments: Instalments) =>
  `Pagamento rateizzabile in ${instalments.count} soluzioni: ${instalmentsInWords(instalments)}`
