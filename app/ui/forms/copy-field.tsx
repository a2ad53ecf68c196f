import { useRef, useState } from 'react'
import { Icon } from '../icon'
import './copy-field.css'

/**
 * A button that copies `text`; needs a script. `otherwise`: the sentence to show where the browser forbids it; `of`: what
 * it copies, for screen readers.
 */
export function CopyButton({ text, otherwise, of }: { text: string; otherwise: string; of?: string }) {
  const [announcement, setAnnouncement] = useState('')

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setAnnouncement('Copiato')
    } catch {
      setAnnouncement(otherwise) // the clipboard is closed to a page without TLS
    }
  }

  return (
    <>
      <button className="button needs-script" type="button" onClick={copy}>
        <Icon name="copy" /> Copia{of && <span className="visually-hidden">: {of}</span>}
      </button>
      <p className="hint" aria-live="polite">
        {announcement}
      </p>
    </>
  )
}

export function CopyField({ label, value }: { label: string; value: string }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="copy-field" onClickCapture={() => input.current?.select()}>
      <input
        ref={input}
        className="input"
        type="text"
        readOnly
        value={value}
        aria-label={label}
        onFocus={(event) => event.target.select()}
      />
      <CopyButton text={value} otherwise="Selezionato: ora copialo con la tastiera" />
    </div>
  )
}
