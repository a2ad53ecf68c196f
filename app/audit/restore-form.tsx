import { Form } from 'react-router'
import { Submit } from '../ui/submit'

/** Takes the deletion of a course back. */
export function RestoreForm({ course, title }: { course: string; title: string }) {
  return (
    <Form method="post" action={`/admin/courses/${course}/ripristina`}>
      <Submit
        className="button button-dense"
        name="course"
        value={course}
        busy="Ripristino..."
        aria-label={`Ripristina: ${title}`}
      >
        Ripristina
      </Submit>
    </Form>
  )
}
