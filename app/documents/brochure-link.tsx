import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { Icon } from '../ui/icon'
import { type Toast, Toasts } from '../ui/toast'

/** A brochure that replaces another has another address: no cache shows the old one. */
export function brochureAddress(slug: string, path: string): string {
  return `/corsi/${slug}/brochure?v=${versionOf(path)}`
}

/** The end of its random identifier. */
export function versionOf(path: string): string {
  return path.slice(-16, -4)
}

/**
 * A plain link that the server answers with a file. Once the application runs, it fetches the file itself, so
 * that it can tell how that went. Pressed before that, it is the browser that fetches the file; if that fails, the
 * server leads to another page.
 */
export function BrochureLink({ slug, path }: { slug: string; path: string }) {
  const [toasts, setToasts] = useState<Toast[]>()
  const address = brochureAddress(slug, path)
  const link = useRef<HTMLAnchorElement>(null)

  useEffect(() => {
    if (!window.missed?.includes(link.current)) return
    setToasts([])
    setTimeout(() => setToasts([STARTED]))
  }, [])

  async function save(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    setToasts([]) // the region is there before it speaks
    setToasts([await fetched(address, `${slug}.pdf`)])
  }

  return (
    <div>
      <a className="link" href={address} onClick={save} ref={link} data-tells="">
        <Icon name="down" /> Scarica la brochure
      </a>
      {toasts && <Toasts toasts={toasts} />}
    </div>
  )
}

const STARTED: Toast = {
  tone: 'success',
  title: 'Download avviato',
  description: 'Il PDF del corso è stato scaricato con successo',
}

/** Saves what is at the address under the name that the server gives it, and tells what came of it. */
async function fetched(address: string, fallback: string): Promise<Toast> {
  try {
    // Asked for again each time: on a page that has long been open, the file may have been replaced or removed.
    const response = await fetch(address, { cache: 'no-cache' })
    if (!response.ok) throw new Error(String(response.status))
    const url = URL.createObjectURL(await response.blob())
    const named = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1]
    Object.assign(document.createElement('a'), { href: url, download: named ?? fallback }).click()
    setTimeout(() => URL.revokeObjectURL(url), 60_000)
    return STARTED
  } catch {
    return {
      tone: 'destructive',
      title: 'Errore durante il download',
      description: 'Non è stato possibile scaricare il PDF',
    }
  }
}
