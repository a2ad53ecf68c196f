import { href, redirect } from 'react-router'
import { staffFrom } from '../../accounts/session/session.server'
import { exportCsv } from '../../audit/export.server'
import type { VatTreatment } from '../../courses/vat.rules'
import { creditorReference, spacedReference } from '../../enrolments/dues/reference.rules'
import { toCents, toEuros } from '../../enrolments/dues/rules'
import { type Cell, type CellFormat, findCellFormat } from '../../http/csv.server'
import { readOrExplain } from '../../http/read-error.server'
import { today } from '../../runtime/clock'
import { withEdition } from '../../ui/edition'
import { METHOD_LABELS } from '../rules'
import type { Route } from './+types/export.resource'
import { type ExportedPayment, paymentsInBatches } from './queries.server'
import { readPeriod, taxOf, VAT_PERCENT } from './rules'

/** Exports one row for each payment and refund of a period. A wrong period leads to the page, which explains it. */
export async function loader({ context, request, url }: Route.LoaderArgs) {
  const staff = staffFrom(context)
  const { period } = readPeriod(url.searchParams, today())
  if (!period) return redirect(href('/admin/pagamenti/commercialista') + url.search)
  return exportCsv(
    staff,
    { request, url },
    {
      name: `pagamenti_${period.from}_${period.to}`,
      columns: [...PAYMENT_COLUMNS, ...Object.keys(PAYER_COLUMNS), ...MONEY_COLUMNS],
      rows: exportRows(paymentsInBatches(staff, period), findCellFormat(url)),
      filters: period,
      limit: 'lists',
      page: href('/admin/pagamenti/commercialista'),
    },
  )
}

/** The headings of the file, in three groups. 'Pratica' is the reference of the enrolment, which transfers name. */
const PAYMENT_COLUMNS = ['Data incasso', 'Pratica']
/** The billing details by their headings. */
const PAYER_COLUMNS = {
  Cliente: 'name',
  'Codice fiscale': 'taxCode',
  'Partita IVA': 'vatNumber',
  'Codice destinatario': 'sdiCode',
  PEC: 'pec',
  Indirizzo: 'street',
  CAP: 'postcode',
  Comune: 'town',
  Provincia: 'province',
  Nazione: 'country',
} as const
const MONEY_COLUMNS = [
  'Descrizione',
  'Imponibile',
  'Aliquota IVA',
  'Natura',
  'Imposta',
  'Totale',
  'Bollo',
  'Modalità',
  'Riferimento',
  'Totale pratica',
  'Resta da incassare',
  'Scadenze aperte',
]

/** Turns batches of payments into batches of rows. */
async function* exportRows(batches: ReturnType<typeof paymentsInBatches>, format: CellFormat) {
  for (;;) {
    const { done, value } = await readOrExplain('Impossibile caricare i pagamenti', batches.next())
    if (done) return
    yield value.map((payment) => [
      format.day(payment.receivedOn),
      payment.reference === null ? null : spacedReference(creditorReference(payment.reference)),
      ...payerCells(payment),
      ...moneyCells(payment, format),
    ])
  }
}

const nameOf = ({ firstName, lastName }: ExportedPayment) => `${firstName} ${lastName}`

/** Without billing details only the name is known. */
const payerCells = (payment: ExportedPayment): Cell[] =>
  Object.values(PAYER_COLUMNS).map(
    (detail) => payment.details?.[detail] ?? (detail === 'name' ? nameOf(payment) : null),
  )

/**
 * The cells from 'Imponibile' to 'Bollo'. `treatment`: null until the office says how the edition is taxed; only the
 * cell of the total is filled then.
 */
function taxCells(treatment: VatTreatment | null, amount: number, format: CellFormat): Cell[] {
  const figure = (euros: number) => ({ figure: format.euros(euros) ?? '' })
  if (!treatment) return [null, null, null, null, figure(amount), null]
  const { net, tax, stamp } = taxOf(treatment, toCents(amount))
  const [rate, nature] = treatment === 'exempt' ? ['0', 'N4'] : [String(VAT_PERCENT), null]
  return [
    figure(toEuros(net)),
    { figure: rate },
    nature,
    figure(toEuros(tax)),
    figure(amount),
    stamp > 0 ? figure(toEuros(stamp)) : null,
  ]
}

function moneyCells(payment: ExportedPayment, format: CellFormat): Cell[] {
  const { amount, method, bankReference, balance, course } = payment
  const description = `${withEdition(course)} (${nameOf(payment)})`
  const sum = (cents: number) => format.euros(toEuros(cents))
  const openDues = balance?.dues.filter((due) => due.open > 0) ?? []
  return [
    amount < 0 ? `Rimborso: ${description}` : description,
    ...taxCells(course.vatTreatment, amount, format),
    METHOD_LABELS[method],
    bankReference,
    sum(balance?.owed ?? 0),
    sum(balance?.open ?? 0),
    openDues.map((due) => `${format.day(due.dueOn)} ${sum(due.open)}`).join(' | '),
  ]
}
