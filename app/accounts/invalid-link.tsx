import type { ReactNode } from 'react'
import { PageHead } from '../ui/page-head'

/** Shown in place of a form when the link of an e-mail was used before, is too old or was cut off. */
export function InvalidLink({ children }: { children: ReactNode }) {
  return (
    <div className="page narrow">
      <PageHead title="Link non valido" noindex />
      <h1>Il link non è valido o è scaduto</h1>
      {children}
    </div>
  )
}
