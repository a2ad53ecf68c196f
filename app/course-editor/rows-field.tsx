import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { TextArea } from '../ui/forms/field'
import { setText } from '../ui/forms/set-text'
import { Icon } from '../ui/icon'
import { More } from '../ui/overlays/more'

/**
 * One field of a row. `isLong`: the field wraps its text; `options`: names to choose from, with `none` as the
 * words for no choice, and `picture` as the picture of the chosen name.
 */
type RowPart = {
  label: string
  isLong?: boolean
  options?: { none: string; names: readonly string[]; picture: (name: string) => ReactNode }
}

type Row = readonly string[]

/**
 * Edits a text whose lines have parts, such as 'nome | una riga', as rows of fields. The form always sends the text;
 * without a script it is typed directly.
 */
export function RowsField({
  label,
  name,
  text,
  error,
  hint,
  parts,
  addLabel,
  isTitled = true,
}: {
  label: string
  name: string
  text: string
  error: string | undefined
  /** Says how to type the text without a script. */
  hint: string
  parts: readonly [RowPart, ...RowPart[]]
  /** The words of the button that adds a row. */
  addLabel: string
  /** Whether a title above already shows the label. */
  isTitled?: boolean
}) {
  const area = useRef<HTMLTextAreaElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  /** The text that the script finds in the field at first, which the browser may have restored; undefined before. */
  const [initialText, setInitialText] = useState<string>()
  const [rows, setRows] = useState<Row[]>([])
  useEffect(() => {
    const typed = area.current?.value ?? ''
    setInitialText(typed)
    setRows(rowsOf(typed, parts.length))
  }, [parts.length])
  if (initialText === undefined)
    return (
      <TextArea ref={area} label={label} name={name} hint={hint} error={error} rows={3} defaultValue={text} />
    )

  function change(next: Row[], focus?: () => HTMLElement | null | undefined) {
    flushSync(() => setRows(next))
    if (area.current) setText(area.current, textOf(next))
    focus?.()?.focus()
  }
  const inputOf = (index: number) => list.current?.children[index]?.querySelector('input')

  return (
    // biome-ignore lint/a11y/useSemanticElements: `closest('fieldset')` must find the section of a field, not these rows
    <div className="rows-field" role="group" aria-label={label} aria-describedby={error && `${name}-error`}>
      {!isTitled && <p className="fields-label">{label}</p>}
      <textarea ref={area} hidden name={name} defaultValue={initialText} />
      {rows.length > 0 && (
        <p className="rows-head" aria-hidden="true">
          {parts.map(({ label }) => (
            <span key={label}>{label}</span>
          ))}
        </p>
      )}
      <ul ref={list}>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row has no id: its fields are named by its place
          <li key={index}>
            {parts.map((part, i) => {
              const props = {
                // The first field has the id to which the summary of errors links.
                id: index === 0 && i === 0 ? name : `${name}-${index}-${i}`,
                className: 'input',
                'aria-label': `${part.label}, riga ${index + 1}`,
                'aria-invalid': i === 0 && Boolean(error),
                value: row[i] ?? '',
                onChange: ({ target }: { target: { value: string } }) =>
                  change(rows.with(index, row.with(i, target.value.replace(/\s*\n\s*/g, ' ')))),
              }
              if (part.options) return <Choice key={part.label} {...part.options} field={props} />
              return part.isLong ? (
                <textarea key={part.label} rows={1} placeholder={part.label} {...props} />
              ) : (
                <input key={part.label} type="text" placeholder={part.label} {...props} />
              )
            })}
            <More of={row[0] || `riga ${index + 1}`}>
              {index > 0 && (
                <button
                  type="button"
                  onClick={() => change(moveRow(rows, index, -1), () => inputOf(index - 1))}
                >
                  Sposta su
                </button>
              )}
              {index < rows.length - 1 && (
                <button
                  type="button"
                  onClick={() => change(moveRow(rows, index, 1), () => inputOf(index + 1))}
                >
                  Sposta giù
                </button>
              )}
              <button
                type="button"
                className="more-grave"
                onClick={() => change(rows.toSpliced(index, 1), () => addButton.current)}
              >
                Togli
              </button>
            </More>
          </li>
        ))}
      </ul>
      {error && (
        <p className="error" id={`${name}-error`}>
          {error}
        </p>
      )}
      <button
        ref={addButton}
        type="button"
        className="link"
        onClick={() => change([...rows, parts.map(() => '')], () => inputOf(rows.length))}
      >
        <Icon name="plus" /> {addLabel}
      </button>
    </div>
  )
}

function Choice({
  none,
  names,
  picture,
  field,
}: NonNullable<RowPart['options']> & { field: ComponentProps<'select'> & { value: string } }) {
  const { 'aria-label': label, ...select } = field
  const { value } = select
  const isKnown = value === '' || names.includes(value)
  return (
    <span className="logo-choice">
      <span>{picture(value)}</span>
      <label className="visually-hidden" htmlFor={select.id}>
        {label}
      </label>
      <select {...select}>
        <option value="">{none}</option>
        {(isKnown ? names : [...names, value]).map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </span>
  )
}

/** Splits a text into rows of `partCount` parts; further parts of a line are joined to the last one. */
function rowsOf(text: string, partCount: number): Row[] {
  const lines = text.split('\n').filter((line) => line.trim())
  return lines.map((line) => {
    const parts = line.split('|').map((part) => part.trim())
    const lastPart = parts.slice(partCount - 1).join(' | ')
    return Array.from({ length: partCount }, (_, i) => (i === partCount - 1 ? lastPart : (parts[i] ?? '')))
  })
}

const textOf = (rows: Row[]): string =>
  rows
    .map((row) =>
      row
        .map((part) => part.trim())
        .join(' | ')
        .replace(/[\s|]+$/, ''),
    )
    .join('\n')

/** The rows after one of them has moved up (-1) or down. */
function moveRow(rows: Row[], index: number, by: 1 | -1): Row[] {
  const row = rows[index] ?? []
  return rows.toSpliced(index, 1).toSpliced(index + by, 0, row)
}
