/** A `ref` that scrolls an element into view when it appears, for example in a scrolled dialog. */
export const bringIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })
