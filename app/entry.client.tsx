/// <reference types="react-dom/experimental" />
import { StrictMode, startTransition, useEffect, useLayoutEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { fetchSettings } from './site/settings'

declare global {
  interface Window {
    /**
     * The elements of early input in order, recorded by ui/hydrate-on-intent: fields, buttons, links, the closing link
     * for Escape.
     */
    missed?: HTMLElement[] | undefined
  }
  interface HTMLElement {
    /** What React remembers of the value of a field, to find out whether an event changes it. */
    _valueTracker?: { setValue(value: string): void }
  }
}

/** The events for which React would hydrate synchronously. During hydration they do not reach it. */
const SYNCHRONOUS_EVENTS =
  'mousedown mouseup touchend touchstart dblclick pointerdown pointerup compositionend compositionstart keydown keypress keyup input textInput paste click change contextmenu reset'
/** Aborted when the page is hydrated. */
const beforeHydration = new AbortController()
const typedTexts = new Map<HTMLTextAreaElement, string>()

/** Remembers what was typed into textareas, since React writes their first text back when it hydrates them. */
function recordTexts(event?: Event) {
  event?.stopPropagation()
  for (const field of document.querySelectorAll('textarea'))
    if (field.value !== field.defaultValue) typedTexts.set(field, field.value)
}

recordTexts()
for (const event of SYNCHRONOUS_EVENTS.split(' '))
  addEventListener(event, recordTexts, { capture: true, signal: beforeHydration.signal })

/**
 * Lets input through after hydration; first replays what came too early: fields that were filled in, and buttons as
 * often as pressed.
 */
function ReplayMissedInput() {
  useLayoutEffect(() => {
    beforeHydration.abort()
    // The setter of `value` is watched by React: after it, the events below would count as no change.
    for (const [field, text] of typedTexts) field.setRangeText(text, 0, field.textLength)
  }, [])
  useEffect(() => {
    const missed = window.missed?.filter((element) => !element.matches('[data-tells]')) ?? []
    window.missed = undefined
    const isButton = (element: HTMLElement) => element.matches('.needs-script, .dialog-close')
    for (const field of new Set(missed.filter((element) => !isButton(element)))) {
      // React took the typed value for the one at the start. Told of another, it sees that the field has changed.
      field._valueTracker?.setValue('\0')
      for (const event of ['input', 'change']) field.dispatchEvent(new Event(event, { bubbles: true }))
    }
    // Whoever goes on typing after Escape does not want to leave any more.
    const lastField = missed.findLastIndex((element) => !isButton(element))
    for (const [i, element] of missed.entries())
      if (element.matches('.needs-script') || (isButton(element) && i > lastField)) element.click()
  }, [])
  return null
}

await fetchSettings(document.body.dataset.settings ?? '')

// React's default indicator navigates to the same page; a real navigation aborts that with an error in the console.
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
      <ReplayMissedInput />
    </StrictMode>,
    { onDefaultTransitionIndicator: () => {} },
  )
})
