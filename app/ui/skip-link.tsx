import type { MouseEvent } from 'react'

export function SkipLink() {
  return (
    // biome-ignore lint/a11y/useValidAnchor: it does lead to a part of the page
    <a className="skip" href="#main" onClick={skip}>
      Vai al contenuto
    </a>
  )
}

/** Moves the focus by script, since a change of the hash would count as navigation and drop the result of a form. */
function skip(event: MouseEvent) {
  event.preventDefault()
  document.getElementById('main')?.focus()
}
