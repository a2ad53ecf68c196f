import { data, href, redirect } from 'react-router'
import type { Staff } from '../accounts/rules'
import { staffFrom } from '../accounts/session/session.server'
import { courseByKey } from '../courses/office.queries.server'
import { explainCourseRefusal } from '../courses/refusals.rules'
import { readOrRedirect, redirectWith } from '../http/toasts.server'
import { errorToast } from '../ui/toast'
import type { Route } from './+types/publish.resource'
import { updateCourse } from './commands.server'
import { savedCourseSentence } from './course-form.server'
import { readCourse, writeCourse } from './rules'

export function loader() {
  return redirect(href('/admin'))
}

/**
 * Publishes the saved draft, or redirects to its form if something required is missing. A course that is published
 * already stays as it is.
 */
export async function action({ params, context }: Route.ActionArgs) {
  return readOrRedirect(href('/admin'), FAILED, publish(staffFrom(context), params.course))
}

async function publish(staff: Staff, key: string) {
  const stored = await courseByKey(staff, key)
  if (!stored) throw data(null, { status: 404 })
  const { id, slug, version } = stored
  const { course, errors } = readCourse({ ...writeCourse(stored), draft: false })
  if (stored.draft && Object.keys(errors).length > 0)
    return redirect(`${href('/admin/courses/:course', { course: id })}?pubblica`)
  const saved = await updateCourse(staff, id, course, { version, address: slug })
  if (!saved.ok) return redirectWith(href('/admin'), errorToast(`${FAILED}: ${explainCourseRefusal(saved)}`))
  return redirectWith(href('/corsi/:slug', { slug }), {
    tone: 'success',
    title: 'Corso pubblicato',
    description: savedCourseSentence({ ...course, cancelledAt: stored.cancelledAt }),
  })
}

const FAILED = 'Impossibile pubblicare il corso'
