import { instalmentsInWords } from '../instalments.rules'
import { agreedPriceInWords } from '../rules'
import type { Enrolment } from './queries.server'

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
