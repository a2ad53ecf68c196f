import { data, href } from 'react-router'
import { answerRegisterForm, REGISTER_FAILED, readChangedRows } from '../enrolments/attendance/form.server'
import { readRegister, registerOf } from '../enrolments/attendance/queries.server'
import { type RefusedRegister, RegisterPage } from '../enrolments/attendance/register-page'
import { readForm } from '../http/form.server'
import { withErrorToast } from '../http/toasts.server'
import type { Route } from './+types/register.screen'
import { taughtEdition, teacherFrom } from './guard.server'

export async function loader({ params, context }: Route.LoaderArgs) {
  const teacher = teacherFrom(context)
  const register = await readRegister(teacher, await taughtEdition(teacher), params.lesson)
  if (!register) throw data(null, { status: 404 })
  return { register }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const teacher = teacherFrom(context)
  const form = await readForm(request)
  const page = href('/docente/:edition/lezioni/:lesson', params)
  const work = async () => {
    const register = await registerOf(teacher, teacher.taughtEditionId, params.lesson)
    if (!register) throw data(null, { status: 404 })
    return answerRegisterForm(teacher, teacher.taughtEditionId, register.lesson, form, page)
  }
  return withErrorToast(REGISTER_FAILED, work, { rows: readChangedRows(form), errors: {} })
}

export default function TeachersRegister({ loaderData, actionData }: Route.ComponentProps) {
  const result: RefusedRegister | undefined = actionData
  return <RegisterPage register={loaderData.register} result={result} />
}
