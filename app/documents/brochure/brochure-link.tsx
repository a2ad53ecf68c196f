import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { href } from 'react-router'
import { Icon } from '../../ui/icon'
import { Toasts } from '../../ui/overlays/toasts'
import type { Toast } from '../../ui/toast'

/** The address of a brochure with its version, so that a cache never shows one that was replaced. */
export function brochureAddress(slug: string, path: string): string {
  return `${href('/corsi/:slug/brochure', { slug })}?v=${brochureVersion(path)}`
}

/**
 * The version of a brochure: the last characters of its random file name, before '.pdf'. A new brochure has another.
 */
export function brochureVersion(path: string): string {
  return path.slice(-16, -4)
}

/**
 * A link to a brochure. A script fetches the file to report the result; without one the server redirects on failure.
 * `path`: of the file in the store.
 */
export function BrochureLink({ slug, path }: { slug: string; path: string }) {
  const [toasts, setToasts] = useState<Toast[]>()
  const address = brochureAddress(slug, path)
  const link = useRef<HTMLAnchorElement>(null)

  useEffect(() => {
    // The link was followed before the script ran (`ui/hydrate-on-intent.ts`): the browser saves the file by itself. The
    // script cannot learn whether that succeeds, and says that it does.
    if (!window.missed?.some((element) => element === link.current)) return
    setToasts([])
    setTimeout(() => setToasts([DOWNLOADED]))
  }, [])

  async function onSave(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    setToasts([]) // screen readers read a toast only if its region exists before it
    setToasts([await saveFile(address, `${slug}.pdf`)])
  }

  return (
    <div>
      <a className="link" href={address} onClick={onSave} ref={link} data-tells="">
        <Icon name="down" /> Scarica la brochure
      </a>
      {toasts && <Toasts toasts={toasts} />}
    </div>
  )
}

/** Says that the download has succeeded, also where only its start is known. */
const DOWNLOADED: Toast = {
  tone: 'success',
  title: 'Download avviato',
  description: 'Il PDF del corso è stato scaricato con successo',
}

/** Fetches the file and saves it under the name that the server sends, else `fallback`. @returns the toast about it */
async function saveFile(address: string, fallback: string): Promise<Toast> {
  try {
    // Revalidated: the file may have been replaced since the page was opened.
    const response = await fetch(address, { cache: 'no-cache' })
    if (!response.ok) throw new Error(String(response.status))
    const url = URL.createObjectURL(await response.blob())
    const named = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1]
    Object.assign(document.createElement('a'), { href: url, download: named ?? fallback }).click()
    setTimeout(() => URL.revokeObjectURL(url), 60_000)
    return DOWNLOADED
  } catch {
    return {
      tone: 'destructive',
      title: 'Errore durante il download',
      description: 'Non è stato possibile scaricare il PDF',
    }
  }
}
