import { useEffect } from 'react'

/** Milliseconds within which a second press at the same place was meant for the button that stood there before. */
const SLOW_DOUBLE_CLICK = 1000
/** Pixels by which a resting hand moves the pointer. */
const REST_DISTANCE = 12

/**
 * Ignores a press that follows another one at the same place within a second, but hits another button: a list, a dialog
 * or a toast has moved under a resting pointer. A press elsewhere in between shows that the pointer has moved.
 * `buttons`: the selector of the buttons and links that count, as the first press and as the second.
 */
export function useSlipGuard(buttons: string): void {
  useEffect(() => {
    let last: { target: Element; x: number; y: number; at: number } | undefined
    const press = (event: MouseEvent) => {
      const byKeyboard = event.detail === 0
      if (byKeyboard) return
      const { clientX: x, clientY: y } = event
      if (last && Math.hypot(x - last.x, y - last.y) >= REST_DISTANCE) last = undefined
      const target = event.target instanceof Element ? event.target.closest(buttons) : null
      if (!target) return
      const isSlip = last && last.target !== target && performance.now() - last.at < SLOW_DOUBLE_CLICK
      if (isSlip) {
        event.preventDefault()
        event.stopPropagation()
      } else last = { target, x, y, at: performance.now() }
    }
    document.addEventListener('click', press, { capture: true })
    return () => document.removeEventListener('click', press, { capture: true })
  }, [buttons])
}
