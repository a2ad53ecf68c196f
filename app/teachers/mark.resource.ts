import { href } from 'react-router'
import { answerMarkForm, answerWithCurrentMarks } from '../enrolments/attendance/form.server'
import type { Route } from './+types/mark.resource'
import { teacherFrom } from './guard.server'

/** Serves the marks of a register to the script of its page. */
export function loader({ request, params, context }: Route.LoaderArgs) {
  const page = href('/docente/:edition/lezioni/:lesson', params)
  return answerWithCurrentMarks(request, teacherFrom(context), params.edition, params.lesson, page)
}

export function action({ request, params, context }: Route.ActionArgs) {
  return answerMarkForm(request, teacherFrom(context), params.edition, params.lesson)
}
