import { instalmentsSentence } from '../instalments.rules'
import { agreedPriceInWords } from '../rules'
import type { Enrolment } from './queries.server'

/** The price of an enrolment, its instalments, and how to pay in the words of the office. */
export function OwnPrice({ enrolment: { price, instalments, course } }: { enrolment: Enrolment }) {
  return (
    <div className="own-pay">
      <h2>Quanto pago</h2>
      <p className="own-price num">{agreedPriceInWords(price)}</p>
      {instalments && <p className="small-print">{instalmentsSentence(instalments)}</p>}
      {course.afterApproval && <p className="mine-note">{course.afterApproval}</p>}
    </div>
  )
}
