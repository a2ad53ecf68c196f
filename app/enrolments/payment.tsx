import type { Instalments } from '../courses/price.rules'
import { formatPrice } from '../italian/numbers'
import type { Enrolment } from './queries.server'
import { agreedPriceInWords } from './rules'

/** '450,00 € - 400,00 € - 400,00 €', or their number. */
export function instalmentsInWords({ count, amounts }: Instalments): string {
  return amounts
    ? amounts.map(formatPrice).join('\u00a0- ')
    : `In ${count} soluzioni: gli importi te li comunica la segreteria`
}

/** What the person pays, how, and in the words of the office. */
export function Payment({ enrolment: { price, instalments, course } }: { enrolment: Enrolment }) {
  return (
    <>
      <dl className="mine-facts">
        <div>
          <dt>Prezzo</dt>
          <dd className="num">{agreedPriceInWords(price)}</dd>
        </div>
        {instalments && (
          <div>
            <dt>Rate</dt>
            <dd className="num">{instalmentsInWords(instalments)}</dd>
          </div>
        )}
      </dl>
      {course.afterApproval && <p className="mine-note">{course.afterApproval}</p>}
    </>
  )
}
