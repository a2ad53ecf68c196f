import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/** Announces the title of a page after a client navigation, and moves a lost focus to the main part. */
export function Announcer() {
  const { pathname, hash, key } = useLocation()
  const shown = useRef({ pathname, key })
  const [title, setTitle] = useState('')

  useEffect(() => {
    if (shown.current.key === key) return
    if (shown.current.pathname !== pathname) setTitle(document.title)
    shown.current = { pathname, key }
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
