import { useEffect, useRef } from 'react'
import { href } from 'react-router'
import { withEdition } from '../../ui/edition'
import { Form } from '../../ui/forms/form'
import { Chips } from '../../ui/tables/chips'
import type { QueueCounts } from './queue.queries.server'
import { QUEUE_CHOICES, QUEUE_ORDERS, type QueueView, queueAddress } from './queue.rules'

/** The filters stand in the address, each choice with its requests; a script applies a choice at once. */
export function QueueFilters({ view, counts }: { view: QueueView; counts: QueueCounts }) {
  const form = useRef<HTMLFormElement>(null)
  const { corso, eta, posti, ordine } = view
  // biome-ignore lint/correctness/useExhaustiveDependencies: a choice that was made before the script had loaded
  useEffect(() => {
    const selects = [...(form.current?.querySelectorAll('select') ?? [])]
    if (selects.some(({ name, value }) => value !== view[name as keyof QueueView]))
      form.current?.requestSubmit()
  }, [])
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
      <Form
        className="queue-filters"
        action={href('/admin/richieste')}
        ref={form}
        onChange={() => form.current?.requestSubmit()}
        preventScrollReset
      >
        {Object.entries({ eta, posti }).map(
          ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
        )}
        <Choice
          name="corso"
          label="Corso"
          value={corso}
          options={[
            ['', `Tutti i corsi (${counts.everyCourse})`],
            ...counts.courses.map((course): [string, string] => [
              course.id,
              `${withEdition(course)} (${course.requests})`,
            ]),
          ]}
        />
        <Choice name="ordine" label="Prima" value={ordine} options={Object.entries(QUEUE_ORDERS)} />
        <button className="button button-small without-script" type="submit">
          Filtra
        </button>
      </Form>
    </div>
  )
}

function Choice({
  name,
  label,
  value,
  options,
}: {
  name: string
  label: string
  value: string
  options: [value: string, label: string][]
}) {
  const select = useRef<HTMLSelectElement>(null)
  const shown = useRef(value)
  // A choice that comes from the address replaces the one on the screen.
  useEffect(() => {
    if (select.current && shown.current !== value) select.current.value = value
    shown.current = value
  }, [value])
  return (
    <p>
      <label htmlFor={name}>{label}</label>
      <select ref={select} className="input" id={name} name={name} defaultValue={value}>
        {options.map(([word, label]) => (
          <option key={word} value={word}>
            {label}
          </option>
        ))}
      </select>
    </p>
  )
}
