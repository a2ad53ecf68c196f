import type { ReactNode } from 'react'
import { href } from 'react-router'
import { QuestionDialog } from '../ui/overlays/question-dialog'

/**
 * Asks for a confirmation, over the page of a person, before the person's access changes. `refusal`: why the change is
 * impossible; undefined for one that is possible.
 */
export function PersonQuestion({
  person,
  title,
  action,
  intent,
  button,
  refusal,
  children,
}: {
  person: { id: string; firstName: string; lastName: string; email: string }
  title: string
  action: string
  intent: string
  button: string
  refusal: string | undefined
  children: ReactNode
}) {
  return (
    <QuestionDialog
      title={title}
      closeTo={href('/admin/people/:person', { person: person.id })}
      action={action}
      about={
        <p>
          <b>{`${person.firstName} ${person.lastName}`}</b>, {person.email}
        </p>
      }
      refusal={refusal}
      name="intent"
      value={intent}
      busy="Salvataggio..."
      button={button}
    >
      {children}
    </QuestionDialog>
  )
}
