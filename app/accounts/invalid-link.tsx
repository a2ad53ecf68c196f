import type { ReactNode } from 'react'
import { PageHead } from '../ui/page-head'

/** In place of the form of an e-mail's link that was used, is too old or was cut. */
export function InvalidLink({ children }: { children: ReactNode }) {
  return (
    <div className="page narrow">
      <PageHead title="Link non valido" noindex />
      <h1>Il link non è valido o è scaduto</h1>
      {children}
    </div>
  )
}
