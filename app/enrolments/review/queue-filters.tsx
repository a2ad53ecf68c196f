import { href } from 'react-router'
import { withEdition } from '../../ui/edition'
import { Chips } from '../../ui/tables/chips'
import { Selects } from '../../ui/tables/selects'
import type { QueueCounts } from './queue.queries.server'
import { QUEUE_CHOICES, QUEUE_ORDERS, type QueueView, queueAddress } from './queue.rules'

/** The filters of the queue, as links to the address of each choice, with how many requests it shows. */
export function QueueFilters({ view, counts }: { view: QueueView; counts: QueueCounts }) {
  const { corso, eta, posti, ordine } = view
  return (
    <div className="tools">
      <Chips
        label="Mostra"
        chips={QUEUE_CHOICES.map(({ name, count, ...choice }) => ({
          name,
          to: queueAddress({ ordine, corso, ...choice }),
          isChosen: choice.eta === eta && choice.posti === posti,
          count: counts[count],
          isUrgent: count === 'late' && counts.late > 0,
        }))}
      />
      <Selects
        action={href('/admin/richieste')}
        keep={{ eta, posti }}
        selects={[
          {
            name: 'corso',
            label: 'Corso',
            value: corso,
            options: [
              ['', 'Tutti i corsi'],
              ...counts.courses.map((course): [string, string] => [
                course.id,
                `${withEdition(course)} (${course.requests})`,
              ]),
            ],
          },
          { name: 'ordine', label: 'Prima', value: ordine, options: Object.entries(QUEUE_ORDERS) },
        ]}
      />
    </div>
  )
}
