export type Toast = {
  title: string
  description?: string
  tone: 'success' | 'destructive' | 'neutral'
  button?: ToastButton
  link?: { label: string; to: string }
  /** The office can no longer undo its last decision. */
  endsUndo?: boolean
}

/**
 * The button of a toast, which posts `fields` to `action`. `restores`: it takes back what the toast tells. `until`: for
 * how many minutes this is possible, and the sentence that says so.
 */
export type ToastButton = {
  label: string
  action: string
  fields: Record<string, string>
  restores?: boolean
  until?: { minutes: number; sentence: string }
}

/** The button 'Ripristina', which takes back what the toast tells. */
export const restoreButton = (
  action: string,
  fields: ToastButton['fields'],
  until?: ToastButton['until'],
): ToastButton => ({ label: 'Ripristina', action, fields, restores: true, ...(until && { until }) })

export const errorToast = (description: string): Toast => ({
  tone: 'destructive',
  title: 'Errore',
  description,
})
