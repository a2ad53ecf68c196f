import { useRef, useState } from 'react'
import { Icon } from './icon'
import './copy-field.css'

/** A text to take elsewhere: it can be selected, and copied with a button once a script can serve it. */
export function CopyField({ label, value }: { label: string; value: string }) {
  const input = useRef<HTMLInputElement>(null)
  const [told, setTold] = useState('')

  async function copy() {
    input.current?.select()
    try {
      await navigator.clipboard.writeText(value)
      setTold('Copiato')
    } catch {
      setTold('Selezionato: ora copialo con la tastiera') // the clipboard is closed to a page without TLS
    }
  }

  return (
    <div className="copy-field">
      <input
        ref={input}
        className="input"
        type="text"
        readOnly
        value={value}
        aria-label={label}
        onFocus={(event) => event.target.select()}
      />
      <button className="button needs-script" type="button" onClick={copy}>
        <Icon name="copy" /> Copia
      </button>
      <p className="hint" aria-live="polite">
        {told}
      </p>
    </div>
  )
}
