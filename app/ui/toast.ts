export type Toast = {
  title: string
  description?: string
  tone: 'success' | 'destructive' | 'neutral'
  /** Posts `fields` to `action`. `until`: the minutes in which this is possible, and what happens then. */
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
