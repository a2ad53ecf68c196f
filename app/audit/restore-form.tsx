import { href, useLocation } from 'react-router'
import { Form, Submit } from '../ui/forms/form'

/** The button that restores a deleted course, by its id. `torna`: the page to return to. */
export function RestoreForm({ course, title }: { course: string; title: string }) {
  const { search } = useLocation()
  return (
    <Form method="post" action={href('/admin/courses/:course/ripristina', { course })}>
      <input type="hidden" name="torna" value={`${href('/admin/audit')}${search}`} />
      <Submit
        className="button"
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
