import { href } from 'react-router'
import { Form, Submit } from '../ui/forms/form'

/** The form that withdraws a pending request. `isOnList`: the request is on the waiting list, and the words say so. */
export function WithdrawForm({
  id,
  course,
  isOnList = false,
}: {
  id: string
  course: { slug: string; title: string }
  isOnList?: boolean
}) {
  const label = isOnList ? 'Esci dalla lista' : 'Ritira la richiesta'
  return (
    <Form method="post" action={href('/dashboard')}>
      <input type="hidden" name="intent" value="withdraw" />
      <input type="hidden" name="course" value={course.slug} />
      <Submit
        className="button"
        name="enrolment"
        value={id}
        busy="Invio in corso..."
        aria-label={`${label}: ${course.title}`}
      >
        {label}
      </Submit>
    </Form>
  )
}
