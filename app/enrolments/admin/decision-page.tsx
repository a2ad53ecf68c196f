import type { ReactNode } from 'react'
import { PageHead } from '../../ui/page-head'
import { type Toast, Toasts } from '../../ui/toast'

type Answer = { toasts?: Toast[]; errors?: object } | undefined

/** A page that asks for one decision. `about`: what it concerns; `refusal`: why it is not possible, instead of a form. */
export function DecisionPage({
  title,
  about,
  answer,
  refusal,
  children,
}: {
  title: string
  about: ReactNode
  answer: Answer
  refusal?: string | undefined
  children: ReactNode
}) {
  return (
    <section className="admin-row narrow" aria-labelledby="decisione">
      {answer?.toasts && <Toasts toasts={answer.toasts} />}
      <PageHead title={title} noindex error={answer?.errors !== undefined} />
      <h2 id="decisione">{title}</h2>
      {about}
      {refusal ? <p>{refusal}.</p> : children}
    </section>
  )
}
