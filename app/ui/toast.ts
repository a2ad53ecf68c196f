export type Toast = {
  title: string
  description?: string
  tone: 'success' | 'destructive' | 'neutral'
  /**
   * A button that posts `fields` to `action`. `until`: for how many minutes this is possible, and what happens after.
   */
  undo?: {
    label: string
    action: string
    fields: Record<string, string>
    until?: { minutes: number; words: string }
  }
  link?: { label: string; to: string }
}

/** The label of a button that takes back what was done. */
export const RESTORE = 'Ripristina'

export const errorToast = (description: string): Toast => ({
  tone: 'destructive',
  title: 'Errore',
  description,
})
