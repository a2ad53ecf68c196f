import { Form } from '../ui/form'
import { Submit } from '../ui/submit'

export function WithdrawForm({
  id,
  course,
  label,
}: {
  id: string
  course: { slug: string; title: string }
  label: string
}) {
  return (
    <Form method="post" action="/dashboard">
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
