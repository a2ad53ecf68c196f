import type { ComponentProps, ReactNode } from 'react'
import { personPage } from '../accounts/pages.rules'
import { QuestionDialog } from '../ui/overlays/question-dialog'

/** Asks, over the page of a person, before something about the person changes. `summary`: of the errors of the form. */
export function PersonQuestion({
  person,
  summary,
  ...question
}: {
  person: { id: string; firstName: string; lastName: string; email: string }
  summary?: ReactNode
} & Omit<ComponentProps<typeof QuestionDialog>, 'closeTo' | 'about' | 'busy'> & { busy?: string }) {
  return (
    <QuestionDialog
      closeTo={personPage(person.id)}
      about={
        <>
          {summary}
          <p>
            <b>{`${person.firstName} ${person.lastName}`}</b>, {person.email}
          </p>
        </>
      }
      busy="Salvataggio..."
      {...question}
    />
  )
}
