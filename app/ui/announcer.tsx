import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/**
 * Says the title of a page that was reached inside the application, as the browser does for a page it loads; a
 * focus that went away with the old page, or stayed at its foot with the number of the next, begins again at the main
 * part.
 */
export function Announcer() {
  const { pathname, hash, key } = useLocation()
  const shown = useRef({ pathname, key })
  const [title, setTitle] = useState('')

  useEffect(() => {
    if (shown.current.key === key) return
    if (shown.current.pathname !== pathname) setTitle(document.title)
    shown.current = { pathname, key }
    // The browser does so for a page that it loads.
    document.getElementById(hash.slice(1))?.focus({ preventScroll: true })
    const { activeElement, body } = document
    if (activeElement === body || activeElement?.closest('.pager, .steps')) {
      document.getElementById('main')?.focus({ preventScroll: true })
    }
  }, [pathname, hash, key])

  return (
    <p className="visually-hidden" aria-live="polite">
      {title}
    </p>
  )
}
