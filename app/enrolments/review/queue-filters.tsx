import { useEffect, useRef } from 'react'
import { href, Link } from 'react-router'
import { formatCount } from '../../italian/numbers'
import { withEdition } from '../../ui/edition'
import { Form } from '../../ui/forms/form'
import type { QueueCounts } from './queue.queries.server'
import { AGES, QUEUE_ORDERS, type QueueView, queueAddress, SEATS } from './queue.rules'

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
  const isFiltered = corso !== '' || eta !== '' || posti !== ''
  const numbered = (labels: Record<string, string>, numbers: Record<string, number>) =>
    Object.entries(labels).map(([word, label]): [string, string] => [word, `${label} (${numbers[word]})`])
  return (
    <Form
      className="queue-filters"
      action={href('/admin/richieste')}
      ref={form}
      onChange={() => form.current?.requestSubmit()}
      preventScrollReset
    >
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
      <Choice name="eta" label="In attesa" value={eta} options={numbered(AGES, counts.ages)} />
      <Choice name="posti" label="Posti" value={posti} options={numbered(SEATS, counts.seats)} />
      <Choice name="ordine" label="Prima" value={ordine} options={Object.entries(QUEUE_ORDERS)} />
      <button className="button without-script" type="submit">
        Filtra
      </button>
      <p className="quiet" aria-live="polite">
        <span>{formatCount(counts.total, 'richiesta', 'richieste')}</span>
        {isFiltered && (
          <Link className="link" to={queueAddress({ ordine })} preventScrollReset>
            Mostra tutte
          </Link>
        )}
      </p>
    </Form>
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
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <select ref={select} className="input" id={name} name={name} defaultValue={value}>
        {options.map(([word, label]) => (
          <option key={word} value={word}>
            {label}
          </option>
        ))}
      </select>
    </div>
  )
}
