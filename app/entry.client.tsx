/// <reference types="react-dom/experimental" />
import { StrictMode, startTransition, useEffect, useLayoutEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

declare global {
  interface Window {
    /** Replays recorded input in order (ui/hydrate-on-intent): fields, buttons, links, Escape. */
    missed?: (HTMLElement | null)[] | undefined
  }
}

/** During hydration input stays native: React would hydrate synchronously for each event. */
const HURRYING =
  'mousedown mouseup touchcancel touchend touchstart auxclick dblclick pointercancel pointerdown pointerup dragend dragstart drop compositionend compositionstart keydown keypress keyup input textInput copy cut paste click change contextmenu reset'
const meanwhile = new AbortController()
for (const event of HURRYING.split(' '))
  addEventListener(event, (given) => given.stopPropagation(), { capture: true, signal: meanwhile.signal })

/** Answers from now on; first what came too early: fields that were filled in, and buttons as often as pressed. */
function Answering() {
  useLayoutEffect(() => meanwhile.abort(), [])
  useEffect(() => {
    const used = window.missed?.filter((each) => each !== null) ?? []
    const missed = used.filter((each) => !each.matches('[data-tells]'))
    window.missed = undefined
    const isButton = (each: HTMLElement) => each.matches('.needs-script, .dialog-close')
    for (const field of new Set(missed.filter((each) => !isButton(each))))
      for (const event of ['input', 'change']) field.dispatchEvent(new Event(event, { bubbles: true }))
    // Whoever goes on typing after Escape does not want to leave any more.
    const lastField = missed.findLastIndex((each) => !isButton(each))
    for (const [i, each] of missed.entries())
      if (each.matches('.needs-script') || (isButton(each) && i > lastField)) each.click()
  }, [])
  return null
}

// React's default indicator navigates to the same page; a real navigation aborts that with an error in the console.
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
      <Answering />
    </StrictMode>,
    { onDefaultTransitionIndicator: () => {} },
  )
})
