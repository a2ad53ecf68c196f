/// <reference types="react-dom/experimental" />
import { StrictMode, startTransition, useEffect, useLayoutEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { fetchSettings } from './site/settings'

declare global {
  interface Window {
    /**
     * The elements that got input before hydration, in order, recorded by ui/hydrate-on-intent: fields, buttons that
     * need the script, links, and for Escape the link that closes the dialog.
     */
    missed?: HTMLElement[] | undefined
  }
  interface HTMLElement {
    /** React’s record of the value of a field, by which it finds out whether an event changes the value. */
    _valueTracker?: { setValue(value: string): void }
  }
}

/** The events for which React would hydrate synchronously. They do not reach React before the page is hydrated. */
const SYNCHRONOUS_EVENTS =
  'mousedown mouseup touchend touchstart dblclick pointerdown pointerup compositionend compositionstart keydown keypress keyup input textInput paste click change contextmenu reset'
/** Aborted when the page is hydrated. */
const beforeHydration = new AbortController()
const typedTexts = new Map<HTMLTextAreaElement, string>()

/**
 * Keeps an event from React, and remembers what was typed into textareas, since React writes their first text back when
 * it hydrates them.
 */
function recordTexts(event?: Event) {
  event?.stopPropagation()
  for (const field of document.querySelectorAll('textarea'))
    if (field.value !== field.defaultValue) typedTexts.set(field, field.value)
    else typedTexts.delete(field)
}

recordTexts()
for (const event of SYNCHRONOUS_EVENTS.split(' '))
  addEventListener(event, recordTexts, { capture: true, signal: beforeHydration.signal })

/**
 * Lets events reach React again after hydration, and replays those that came before: `input`, `change` and `click` for
 * each field that was filled in or chosen; a click for each press of a button.
 */
function ReplayMissedInput() {
  useLayoutEffect(() => {
    beforeHydration.abort()
    // Not by the setter of `value`, which React watches: it would then see no change in the events below.
    for (const [field, text] of typedTexts) field.setRangeText(text, 0, field.textLength)
  }, [])
  useEffect(() => {
    // A link with `data-tells` reports its download itself (documents/brochure/brochure-link.tsx).
    const missed = window.missed?.filter((element) => !element.matches('[data-tells]')) ?? []
    window.missed = undefined
    const isField = (element: HTMLElement) => !element.matches('button, .dialog-close')
    for (const field of new Set(missed.filter(isField))) {
      const { type, checked } = field as HTMLInputElement
      // Another box of its group was chosen after it.
      if (type === 'radio' && !checked) continue
      // React has recorded the present value as the initial one. With another value in the record it sees a change.
      field._valueTracker?.setValue('\0')
      // Of boxes React listens to the click, which is no `MouseEvent` here, so that it does not change them.
      for (const event of ['input', 'change', 'click'])
        field.dispatchEvent(new Event(event, { bubbles: true }))
    }
    // A dialog closes for Escape only if nothing was typed after it.
    const lastField = missed.findLastIndex(isField)
    for (const [i, element] of missed.entries())
      if (element.matches('button') || (!isField(element) && i > lastField)) element.click()
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
