import { StrictMode, startTransition, useEffect, useLayoutEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

declare global {
  interface Window {
    /** The button that was pressed before the application could answer (ui/hydrate-on-intent). */
    pressed?: HTMLElement | undefined
  }
}

/**
 * What is pressed or typed while React takes the page over is the browser's alone, as it was before: for each of these
 * React would drop its small steps to be there at once, and the key would wait for the whole page.
 */
const HURRYING =
  'mousedown mouseup touchcancel touchend touchstart auxclick dblclick pointercancel pointerdown pointerup dragend dragstart drop compositionend compositionstart keydown keypress keyup input textInput copy cut paste click change contextmenu reset'
const meanwhile = new AbortController()
const missed = new Map<string, EventTarget | null>()
for (const name of HURRYING.split(' '))
  addEventListener(
    name,
    (event) => {
      event.stopPropagation()
      if (name === 'input' || name === 'change') missed.set(name, event.target)
    },
    { capture: true, signal: meanwhile.signal },
  )

/** Answers from now on; first the last field that was filled in meanwhile, and a press that came too early. */
function Answering() {
  useLayoutEffect(() => meanwhile.abort(), [])
  useEffect(() => {
    for (const [name, field] of missed) field?.dispatchEvent(new Event(name, { bubbles: true }))
    missed.clear()
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
