import { href } from 'react-router'
import { Form, Submit } from '../ui/forms/form'

/** The form that withdraws a pending request. `listed`: it is on the waiting list, which its words say. */
export function WithdrawForm({
  id,
  course,
  listed = false,
}: {
  id: string
  course: { slug: string; title: string }
  listed?: boolean
}) {
  const label = listed ? 'Esci dalla lista' : 'Ritira la richiesta'
  return (
    <Form method="post" action={href('/dashboard')}>
      <input type="hidden" name="intent" value={listed ? 'leave' : 'withdraw'} />
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
