import { StrictMode, startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

declare global {
  interface Window {
    /** The button that was pressed before the application could answer (ui/hydrate-on-intent). */
    pressed?: HTMLElement | undefined
  }
}

/** Presses it again, once it is there to answer. */
function AnswerEarlyPress() {
  useEffect(() => {
    window.pressed?.click()
    window.pressed = undefined
  }, [])
  return null
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
      <AnswerEarlyPress />
    </StrictMode>,
  )
})
