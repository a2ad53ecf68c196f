import type { Instalments } from '../courses/price.rules'
import { formatPrice } from '../italian/prices'

/** '450,00 € - 400,00 € - 400,00 €', or their number. */
export function instalmentsInWords({ count, amounts }: Instalments): string {
  return amounts
    ? amounts.map(formatPrice).join('\u00a0- ')
    : `In ${count} soluzioni: gli importi te li comunica la segreteria`
}
