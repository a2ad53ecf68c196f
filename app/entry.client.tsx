import { StrictMode, startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

declare global {
  interface Window {
    /** The button that was pressed before the application could answer (ui/hydrate-on-intent). */
    pressed?: HTMLElement | undefined
  }
}

/**
 * What is pressed or typed while React takes the page over is the browser's alone, as it was before: React would drop
 * its small steps to be there at once, and the key would wait for the whole page.
 */
const PRESSED = ['pointerdown', 'pointerup', 'mousedown', 'mouseup', 'touchstart', 'touchend', 'click']
const TYPED = ['keydown', 'keypress', 'keyup', 'textInput', 'input', 'change']
const meanwhile = new AbortController()
for (const event of [...PRESSED, ...TYPED])
  addEventListener(event, (given) => given.stopPropagation(), { capture: true, signal: meanwhile.signal })

/** Answers from now on, first of all a press that came too early. */
function Answering() {
  useEffect(() => {
    meanwhile.abort()
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
      <Answering />
    </StrictMode>,
  )
})
