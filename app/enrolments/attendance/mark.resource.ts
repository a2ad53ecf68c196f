import { data, href, redirect } from 'react-router'
import { staffFrom } from '../../accounts/session/session.server'
import { courseByKey } from '../../courses/office.queries.server'
import type { Route } from './+types/mark.resource'
import { answerMarkForm, answerWithCurrentMarks } from './form.server'

/** The current marks for the script of an open page; a browser that opens the address is led to the register. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const marks = await answerWithCurrentMarks(request, await requestedRegister(params, context))
  return marks ?? redirect(href('/admin/courses/:course/lezioni/:lesson', params))
}

export async function action({ request, params, context }: Route.ActionArgs) {
  return answerMarkForm(request, await requestedRegister(params, context))
}

/** What the address says of the register, for its member of staff. Throws 404 for an unknown course. */
async function requestedRegister(params: Route.LoaderArgs['params'], context: Route.LoaderArgs['context']) {
  const actor = staffFrom(context)
  const course = await courseByKey(actor, params.course)
  if (!course) throw data(null, { status: 404 })
  return { actor, course: course.id, lesson: params.lesson }
}
