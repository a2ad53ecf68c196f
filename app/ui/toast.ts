export type Toast = {
  title: string
  description?: string
  tone: 'success' | 'destructive' | 'neutral'
  /** Posts `fields` to `action`. */
  undo?: { label: string; action: string; fields: Record<string, string> }
  link?: { label: string; to: string }
}

export const errorToast = (description: string): Toast => ({
  tone: 'destructive',
  title: 'Errore',
  description,
})
