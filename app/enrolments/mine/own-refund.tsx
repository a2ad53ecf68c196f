import { formatEuros } from '../../italian/prices'
import { toEuros } from '../dues/rules'
import type { Enrolment } from './queries.server'
import './own-dues.css'

/**
 * What a person still gets back for an ended enrolment; nothing if no refund is open. The status of the enrolment says
 * why.
 */
export function OwnRefund({ enrolment: { refund } }: { enrolment: Enrolment }) {
  if (!refund || refund.open === 0) return null
  return (
    <section className="own-dues" aria-labelledby="rimborso">
      <div>
        <h2 id="rimborso">Il tuo rimborso</h2>
        <p className="own-sum num">{formatEuros(toEuros(refund.open))}</p>
        <p>Lo fa la segreteria: ti scriviamo quando parte.</p>
      </div>
    </section>
  )
}
