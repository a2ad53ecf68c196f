import { useRef } from 'react'
import './upload.css'

/** Why a form was aborted whose page or dialog was left, besides a click on 'Interrompi'. */
export const LEFT_PAGE = 'left'

/** `body`: the parsed JSON of the response; null if it is not JSON. */
export type UploadResponse = { status: number; body: unknown }

/**
 * Sends a form by XMLHttpRequest, which reports the fraction sent (0 to 1). Rejects without a connection, or with the
 * signal's reason, before sending if it is aborted already. Once everything is sent the signal stops nothing: the
 * server has the form, and its response says what became of it.
 */
export function sendForm(
  action: string,
  form: FormData,
  { onProgress, signal }: { onProgress: (fraction: number) => void; signal: AbortSignal },
): Promise<UploadResponse> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const request = new XMLHttpRequest()
    request.open('POST', action)
    request.setRequestHeader('Accept', 'application/json')
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => resolve({ status: request.status, body: fromJson(request.responseText) })
    request.onerror = () => reject(new Error('The server was not reached'))
    request.onabort = () => reject(signal.reason)
    const abort = () => request.abort()
    signal.addEventListener('abort', abort, { once: true })
    request.upload.onload = () => signal.removeEventListener('abort', abort)
    request.send(form)
  })
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The progress of an upload. `fraction`: how much of it was sent, 0 to 1; at 1 the server checks the file. */
export function UploadProgress({ name, fraction }: { name: string; fraction: number }) {
  const percent = Math.floor(fraction * 100)
  return (
    <div className="upload-progress">
      <progress aria-label={`Caricamento: ${name}`} max={1} {...(fraction < 1 && { value: fraction })} />
      <span className="num quiet">{fraction < 1 ? `${percent}%` : 'Controllo del file…'}</span>
    </div>
  )
}

/**
 * The button that sends, and while sending the button that cancels. They are only `aria-disabled`: `disabled` would take
 * the focus from them. `isSent`: everything was sent, and the server checks it, so that nothing can be cancelled.
 */
export function UploadButtons({
  label,
  busy,
  isSent,
  onCancel,
}: {
  label: string
  busy: boolean
  isSent: boolean
  onCancel: () => void
}) {
  const sender = useRef<HTMLButtonElement>(null)
  return (
    <div className="actions full">
      <button ref={sender} className="button button-main" type="submit" aria-disabled={busy}>
        {busy ? 'Caricamento...' : label}
      </button>
      {busy && (
        <button
          className="button"
          type="button"
          aria-disabled={isSent}
          onClick={() => {
            sender.current?.focus()
            if (!isSent) onCancel()
          }}
        >
          Interrompi
        </button>
      )}
    </div>
  )
}
