import type { ReactNode } from 'react'
import { QuestionDialog } from '../ui/overlays/question-dialog'

/** Asks before an item of a settings list is removed. `version`: the version of the list when the dialog was opened. */
export function RemovalDialog({
  title,
  closeTo,
  version,
  refusal,
  children,
}: {
  title: string
  closeTo: string
  version: number
  /** Why the item cannot be removed. */
  refusal?: string | undefined
  children: ReactNode
}) {
  return (
    <QuestionDialog title={title} closeTo={closeTo} button="Elimina" busy="Eliminazione..." refusal={refusal}>
      <input type="hidden" name="version" value={version} />
      {children}
    </QuestionDialog>
  )
}
