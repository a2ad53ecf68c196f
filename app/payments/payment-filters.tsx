import { href } from 'react-router'
import { formatDate } from '../italian/dates'
import { placeInOffice, withEdition } from '../ui/edition'
import { useFold } from '../ui/fold'
import { Icon } from '../ui/icon'
import { Selects } from '../ui/tables/selects'
import type { PaymentChoices } from './list.queries.server'
import { filterParameters, isDueView, type readPaymentQuery } from './list.rules'

type Option = [value: string, label: string]

/**
 * The form with the filters of the list, folded on a narrow screen. `keep`: the other parameters of the address of the
 * list.
 */
export function PaymentFilters({
  query,
  choices,
  keep,
}: {
  query: ReturnType<typeof readPaymentQuery>
  choices: PaymentChoices
  keep: Record<string, string | null>
}) {
  const { corso, sede, mese, raggruppa } = filterParameters(query)
  const editions = choices.editions.map(({ id, ...edition }): Option => [id, withEdition(edition)])
  const offices = choices.offices.map((place): Option => [place, placeInOffice(place) ?? place])
  const months = choices.months.map((month): Option => [month, formatDate(`${month}-01`, 'MMMM yyyy')])
  const grouping = {
    name: 'raggruppa',
    label: 'Raggruppa',
    value: raggruppa,
    options: [
      ['', 'Per persona'],
      ['azienda', 'Per azienda'],
    ] satisfies Option[],
  }
  const selects = [
    { name: 'corso', label: 'Corso', value: corso, options: withAll('Tutti i corsi', editions, corso) },
    { name: 'sede', label: 'Sede', value: sede, options: withAll('Tutte', offices, sede) },
    { name: 'mese', label: 'Mese', value: mese, options: withAll('Tutti', months, mese) },
    ...(isDueView(query.view) ? [grouping] : []),
  ]
  const fold = useFold(selects.some(({ value }) => value !== ''))
  return (
    <details className="payment-filters" {...fold}>
      <summary className="button button-small">
        <Icon name="filter" /> Filtri
      </summary>
      <Selects action={href('/admin/pagamenti')} keep={keep} selects={selects} />
    </details>
  )
}

/**
 * Adds the option `allLabel`, which filters nothing, and the chosen value if the view has no rows of it, so that the
 * filter stays visible.
 */
function withAll(allLabel: string, options: Option[], chosenValue: string): Option[] {
  const isKnown = !chosenValue || options.some(([value]) => value === chosenValue)
  return [['', allLabel], ...options, ...(isKnown ? [] : [[chosenValue, 'Nessuno qui'] satisfies Option])]
}
