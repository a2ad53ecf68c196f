import { data, href, redirect } from 'react-router'
import type { Staff } from '../accounts/rules'
import { staffFrom } from '../accounts/session/session.server'
import { courseByKey } from '../courses/office.queries.server'
import { explainCourseRefusal } from '../courses/refusals.rules'
import { readForm } from '../http/form.server'
import { readOrRedirect, redirectWith } from '../http/toasts.server'
import { officePage } from '../parsing/office-page.rules'
import { errorToast } from '../ui/toast'
import type { Route } from './+types/restore.resource'
import { restoreCourse } from './commands.server'

export function loader() {
  return redirect(href('/admin'))
}

/** Restores an archived course and redirects to the page in the field `torna`. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const staff = staffFrom(context)
  const page = officePage(String((await readForm(request)).get('torna') ?? ''))
  return readOrRedirect(page, FAILED, restore(staff, params.course, page))
}

async function restore(staff: Staff, key: string, page: string) {
  const course = await courseByKey(staff, key)
  if (!course) throw data(null, { status: 404 })
  const outcome = await restoreCourse(staff, course.id)
  return redirectWith(
    page,
    outcome.ok
      ? { tone: 'success', title: 'Corso ripristinato', description: course.title }
      : errorToast(`${FAILED}: ${explainCourseRefusal(outcome)}`),
  )
}

const FAILED = 'Impossibile ripristinare il corso'
