import { type MouseEvent, useEffect, useState } from 'react'
import { href, useRouteLoaderData } from 'react-router'
import { Icon, IconDrawing } from '../../ui/icon'

type ShareProps = { course: { slug: string; title: string } }

const SECTION_ID = 'condividi'

const SHARE_ICON = 'M10 12V3m-3 3 3-3 3 3M5 9H4v8h12V9h-1'

/** Opens the share sheet of the system. Without one the link leads to the section `Share`. */
export function ShareLink({ course: { title } }: ShareProps) {
  return (
    <a
      className="button button-quiet button-icon"
      href={`#${SECTION_ID}`}
      aria-label="Condividi questo corso"
      onClick={(event) => openSheet(event, title)}
    >
      <IconDrawing path={SHARE_ICON} />
    </a>
  )
}

function openSheet(event: MouseEvent, title: string) {
  if (!('share' in navigator)) return
  event.preventDefault()
  // The promise also rejects when the reader closes the sheet.
  navigator.share({ title, url: window.location.pathname }).catch(() => {})
}

/** Ways to share a course. Without a script they are plain links: to this page, and to a new e-mail. */
export function Share({ course: { slug, title } }: ShareProps) {
  const origin = useRouteLoaderData<{ site: { origin: string } }>('root')?.site.origin ?? ''
  const [hasSheet, setHasSheet] = useState(false)
  const [announcement, announce] = useState('')
  useEffect(() => setHasSheet('share' in navigator), [])
  const address = origin + href('/corsi/:slug', { slug })

  async function copy(event: MouseEvent) {
    event.preventDefault()
    try {
      await navigator.clipboard.writeText(address)
      announce('Link copiato')
    } catch {
      announce('Copialo dalla barra degli indirizzi') // the clipboard is closed to a page without TLS
    }
  }

  return (
    <section className="panel share" id={SECTION_ID} aria-labelledby="condividi-titolo">
      <h2 id="condividi-titolo">Mandalo a qualcuno</h2>
      <div className="actions">
        {hasSheet && (
          <button className="button" type="button" onClick={(event) => openSheet(event, title)}>
            <IconDrawing path={SHARE_ICON} /> Condividi
          </button>
        )}
        <a className="button" href={address} onClick={copy}>
          <Icon name="copy" /> Copia il link
        </a>
        <a
          className="button"
          href={`mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(address)}`}
        >
          <Icon name="mail" /> Email
        </a>
      </div>
      <p className="small-print" aria-live="polite">
        {announcement}
      </p>
    </section>
  )
}
