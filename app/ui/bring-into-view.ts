/** A `ref` for what appears in a scrolled dialog. */
export const bringIntoView = (told: HTMLElement | null) => told?.scrollIntoView({ block: 'nearest' })
