/** A `ref` of what appears in a dialog, which may be scrolled elsewhere. */
export const bringIntoView = (told: HTMLElement | null) => told?.scrollIntoView({ block: 'nearest' })
