import { useEffect, useRef } from 'react'
import { href, Link } from 'react-router'
import { formatCount } from '../../italian/numbers'
import { Form } from '../../ui/forms/form'
import { COURSE_FILTERS, COURSE_ORDERS, type TableView } from './rules'

/** Milliseconds without typing before the table follows. */
const REST = 300

/** The filters are in the address; a script applies them while the user types. */
export function CourseFilters({ view, total }: { view: TableView; total: number }) {
  const form = useRef<HTMLFormElement>(null)
  const text = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const follow = (delay: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => form.current?.requestSubmit(), delay)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  // The back button changes the text, unless the field has the focus.
  useEffect(() => {
    if (text.current && document.activeElement !== text.current) text.current.value = view.text
  }, [view.text])

  const ordered = view.order ? `${view.down ? '-' : ''}${view.order}` : ''
  const filtered = view.text !== '' || view.filter !== 'tutti'
  return (
    <Form
      className="course-filters"
      action={href('/admin')}
      ref={form}
      preventScrollReset
      replace
      onSubmit={() => clearTimeout(timer.current)}
    >
      <search className="field">
        <label htmlFor="q">Cerca per titolo</label>
        <input
          className="input"
          id="q"
          ref={text}
          type="search"
          name="q"
          defaultValue={view.text}
          onInput={() => follow(REST)}
        />
      </search>
      <div className="field">
        <label htmlFor="stato">Mostra</label>
        <select
          className="input"
          id="stato"
          name="stato"
          key={view.filter}
          defaultValue={view.filter === 'tutti' ? '' : view.filter}
          onChange={() => follow(0)}
        >
          {Object.entries(COURSE_FILTERS).map(([word, label]) => (
            <option key={word} value={word === 'tutti' ? '' : word}>
              {label}
            </option>
          ))}
        </select>
      </div>
      <div className="field order-field">
        <label htmlFor="ordine">Ordina</label>
        <select
          className="input"
          id="ordine"
          name="ordine"
          key={ordered}
          defaultValue={ordered}
          onChange={() => follow(0)}
        >
          <option value="">Dai più recenti</option>
          {Object.entries(COURSE_ORDERS).flatMap(([word, { up, down }]) => [
            <option key={word} value={word}>
              {up}
            </option>,
            <option key={`-${word}`} value={`-${word}`}>
              {down}
            </option>,
          ])}
        </select>
      </div>
      <button className="button" type="submit">
        Filtra
      </button>
      <p className="quiet found" aria-live="polite">
        {formatCount(total, 'corso', 'corsi')}
        {filtered && (
          <Link className="link" to={href('/admin')} preventScrollReset>
            Mostra tutti
          </Link>
        )}
      </p>
    </Form>
  )
}
