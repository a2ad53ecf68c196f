import { Link } from 'react-router'
import { paymentFormPage } from '../enrolments/pages.rules'
import { REGISTER_REFUND } from '../enrolments/refund.rules'
import { endedLabel } from '../enrolments/rules'
import { formatDate } from '../italian/dates'
import { formatPriceInBrief } from '../italian/prices'
import { TableHead } from '../ui/tables/table-head'
import type { OpenRefund } from './list.queries.server'
import { PayerCells } from './payer-cells'
import { formatterOfColumn } from './rules'
import './payments.css'

/**
 * Ended enrolments with money to give back, each with a link to the form. `page`: the address that the form leads back
 * to.
 */
export function RefundTable({ rows, page }: { rows: OpenRefund[]; page: string }) {
  const inEuros = formatterOfColumn(rows.map(({ open }) => open))
  return (
    <table className="table dense stack payment-table">
      <TableHead columns={['A chi', 'Per che cosa', 'Finita', 'Da restituire']} hidden="Azioni" />
      <tbody>
        {rows.map(({ id, endedAt, ending, paid, open, person, course }) => (
          <tr key={id}>
            <PayerCells person={person} course={course} />
            <td data-label="Finita">
              <span className="num">{formatDate(endedAt, 'd MMM yyyy')}</span>
              <small>{ending && endedLabel(ending)}</small>
            </td>
            <td data-label="Da restituire" className="num">
              {inEuros(open)}
              {paid !== open && <small>su {formatPriceInBrief(paid)} pagati</small>}
            </td>
            <td className="payment-acts">
              <Link
                className="button button-small"
                to={paymentFormPage(id, page)}
                aria-label={`${REGISTER_REFUND}: ${person.lastName} ${person.firstName}, ${course.title}`}
              >
                Registra
              </Link>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
