import type { ReactNode } from 'react'
import { personPage } from '../accounts/pages.rules'
import { QuestionDialog } from '../ui/overlays/question-dialog'

/**
 * Asks for a confirmation, over the page of a person, before the person's access changes. `refusal`: why the change is
 * impossible; undefined for one that is possible.
 */
export function PersonQuestion({
  person,
  title,
  action,
  button,
  refusal,
  children,
}: {
  person: { id: string; firstName: string; lastName: string; email: string }
  title: string
  action: string
  button: string
  refusal: string | undefined
  children: ReactNode
}) {
  return (
    <QuestionDialog
      title={title}
      closeTo={personPage(person.id)}
      action={action}
      about={
        <p>
          <b>{`${person.firstName} ${person.lastName}`}</b>, {person.email}
        </p>
      }
      refusal={refusal}
      busy="Salvataggio..."
      button={button}
    >
      {children}
    </QuestionDialog>
  )
}
