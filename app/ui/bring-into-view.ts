/** A `ref` for what appears in a scrolled dialog. */
export const bringIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })
