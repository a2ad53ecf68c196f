import { href, redirect } from 'react-router'
import { answerMarkForm, answerWithCurrentMarks } from '../enrolments/attendance/form.server'
import type { Route } from './+types/mark.resource'
import { teacherFrom } from './guard.server'

/**
 * Serves the marks of a register to the script of its page, which reads them from time to time. Redirects a browser
 * that opens this address to that page.
 */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const marks = await answerWithCurrentMarks(request, requestedRegister(params, context))
  return marks ?? redirect(href('/docente/:edition/lezioni/:lesson', params))
}

export function action({ request, params, context }: Route.ActionArgs) {
  return answerMarkForm(request, requestedRegister(params, context))
}

/** What the address says of the register, for its teacher. */
function requestedRegister(params: Route.LoaderArgs['params'], context: Route.LoaderArgs['context']) {
  const actor = teacherFrom(context)
  return { actor, course: actor.taughtEditionId, lesson: params.lesson }
}
