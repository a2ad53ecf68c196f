import { useRef, useState } from 'react'
import { Icon } from '../icon'
import './copy-field.css'

/**
 * A button that copies `text`; needs a script. `failure`: the sentence to show where the browser forbids it; `subject`:
 * what it copies, for screen readers.
 */
export function CopyButton({ text, failure, subject }: { text: string; failure: string; subject: string }) {
  const [announcement, setAnnouncement] = useState('')

  async function copy() {
    // A second copy is announced too.
    setAnnouncement('')
    try {
      await navigator.clipboard.writeText(text)
      setAnnouncement('Copiato')
    } catch {
      // The clipboard is closed to a page without TLS.
      setAnnouncement(failure)
    }
  }

  return (
    <>
      <button className="button needs-script" type="button" onClick={copy}>
        <Icon name="copy" /> Copia<span className="visually-hidden">: {subject}</span>
      </button>
      <p className="hint" aria-live="polite">
        {announcement}
      </p>
    </>
  )
}

/** A text that cannot be changed, with a button that copies it. Any click selects the text, for the keyboard. */
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
      <CopyButton text={value} subject={label} failure="Selezionato: ora copialo con la tastiera" />
    </div>
  )
}
