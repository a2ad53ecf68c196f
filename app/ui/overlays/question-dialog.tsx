import type { ComponentProps, ReactNode } from 'react'
import { useActionData } from 'react-router'
import { hasErrors } from '../forms/error-summary'
import { Form, type Submit } from '../forms/form'
import { PageHead } from '../page-head'
import { Dialog } from './dialog'
import { QuestionActions } from './question-page'

/**
 * A dialog that asks one question. `about`: what it concerns; `refusal`: why the act is not possible, shown in place of
 * children and button; `stay`: the words of the link that closes it; `head`: the head of the page, if not made of the
 * title.
 */
export function QuestionDialog({
  title,
  head,
  closeTo,
  stay = 'Chiudi',
  action,
  noValidate,
  about,
  refusal,
  button,
  children,
  ...submit
}: {
  title: string
  head?: ReactNode
  closeTo: string
  stay?: string
  action?: string
  noValidate?: boolean
  about?: ReactNode
  refusal?: string | undefined
  button: string
  children?: ReactNode
} & Pick<ComponentProps<typeof Submit>, 'busy' | 'name' | 'value'>) {
  const result = useActionData<unknown>()
  return (
    <Dialog title={title} closeTo={closeTo}>
      {head === undefined ? <PageHead title={title} noindex error={hasErrors(result)} /> : head}
      <Form method="post" action={action} className="form" noValidate={noValidate} preventScrollReset>
        {about}
        {refusal ? <p>{refusal}</p> : children}
        <QuestionActions back={closeTo} stay={stay} preventScrollReset {...submit}>
          {!refusal && button}
        </QuestionActions>
      </Form>
    </Dialog>
  )
}
