import type { RefObject } from 'react'

type Act = (field: HTMLTextAreaElement) => void

/** Buttons that put the markup of legal pages around the selected text of a field, or before its lines. */
export function MarkupButtons({ field }: { field: RefObject<HTMLTextAreaElement | null> }) {
  return (
    <div className="actions insert needs-script">
      {Object.entries(ACTS).map(([label, act]) => (
        <button
          key={label}
          className="button button-small"
          type="button"
          onClick={() => {
            if (!field.current) return
            act(field.current)
            field.current.dispatchEvent(new InputEvent('input', { bubbles: true }))
            field.current.focus()
          }}
        >
          {label}
        </button>
      ))}
    </div>
  )
}

const ACTS: Record<string, Act> = {
  Titolo: (field) => insertAtLineStarts(field, '## '),
  Elenco: (field) => insertAtLineStarts(field, '- '),
  Grassetto: (field) => wrapSelection(field, '**', '**'),
  Link: (field) => {
    const address = 'https://'
    wrapSelection(field, '[', `](${address})`)
    const addressStart = field.value.indexOf(`](${address})`, field.selectionStart) + 2
    field.setSelectionRange(addressStart, addressStart + address.length)
  },
}

/** Writes `mark` before each selected line. */
function insertAtLineStarts(field: HTMLTextAreaElement, mark: string) {
  const { value, selectionStart, selectionEnd } = field
  const start = value.slice(0, selectionStart).lastIndexOf('\n') + 1
  // A selection that ends with a line end does not include the next line.
  const end = value.slice(start, selectionEnd).endsWith('\n') ? selectionEnd - 1 : selectionEnd
  const lines = value.slice(start, end).split('\n')
  field.setRangeText(lines.map((line) => mark + line).join('\n'), start, end, 'end')
}

function wrapSelection(field: HTMLTextAreaElement, before: string, after: string) {
  const { value, selectionStart, selectionEnd } = field
  const selected = value.slice(selectionStart, selectionEnd)
  field.setRangeText(before + selected + after, selectionStart, selectionEnd, 'end')
  const start = selectionStart + before.length
  field.setSelectionRange(start, start + selected.length)
}
