import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'
import { hasErrors } from '../forms/error-summary'
import { Submit } from '../forms/form'
import { PageHead } from '../page-head'
import type { Toast } from '../toast'
import { Toasts } from './toasts'

type ActionResult = { toasts?: Toast[]; errors?: object; problem?: string } | undefined

/**
 * A page that asks one question. `about`: what it concerns; `result`: what the action returned; `refusal`: why the act
 * is not possible, shown in place of `children`, the form.
 */
export function QuestionPage({
  title,
  about,
  back,
  result,
  refusal,
  children,
}: {
  title: string
  about: ReactNode
  back: string
  result: ActionResult
  refusal?: string | undefined
  children: ReactNode
}) {
  return (
    <section className="admin-section admin-narrow" aria-labelledby="domanda">
      {result?.toasts && <Toasts toasts={result.toasts} />}
      <PageHead title={title} noindex error={hasErrors(result)} />
      <h2 id="domanda">{title}</h2>
      {about}
      {refusal ? (
        <>
          <p>{refusal}.</p>
          <QuestionActions back={back} busy="" />
        </>
      ) : (
        children
      )}
    </section>
  )
}

/** The button that says yes, absent without `children`, and the link back with the words `stay`. */
export function QuestionActions({
  back,
  stay = 'Torna indietro',
  preventScrollReset = false,
  children,
  ...submit
}: { back: string; stay?: string; preventScrollReset?: boolean } & ComponentProps<typeof Submit>) {
  return (
    <div className="actions">
      {children && (
        <Submit className="button button-main" {...submit}>
          {children}
        </Submit>
      )}
      <Link className="button" to={back} preventScrollReset={preventScrollReset}>
        {stay}
      </Link>
    </div>
  )
}
