import { data, href } from 'react-router'
import { staffFrom } from '../../accounts/session/session.server'
import { courseByKey } from '../../courses/office.queries.server'
import type { Route } from './+types/mark.resource'
import { answerMarkForm, answerWithCurrentMarks } from './form.server'

/** Serves the marks of a register to the script of its page. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const page = href('/admin/courses/:course/lezioni/:lesson', params)
  return answerWithCurrentMarks(
    request,
    ...(await readStaffAndCourse(params.course, context)),
    params.lesson,
    page,
  )
}

export async function action({ request, params, context }: Route.ActionArgs) {
  return answerMarkForm(request, ...(await readStaffAndCourse(params.course, context)), params.lesson)
}

/** The member of staff, and the id of the course in the address. Throws 404 for an unknown course. */
async function readStaffAndCourse(key: string, context: Route.LoaderArgs['context']) {
  const staff = staffFrom(context)
  const course = await courseByKey(staff, key)
  if (!course) throw data(null, { status: 404 })
  return [staff, course.id] as const
}
