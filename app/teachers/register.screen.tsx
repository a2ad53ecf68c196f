import { data, href } from 'react-router'
import { answerRegisterForm, REGISTER_FAILED, readChangedRows } from '../enrolments/attendance/form.server'
import { readRegister, registerOf } from '../enrolments/attendance/queries.server'
import {
  type RefusedRegister,
  type RegisterAddresses,
  RegisterPage,
} from '../enrolments/attendance/register-page'
import { readForm } from '../http/form.server'
import { withErrorToast } from '../http/toasts.server'
import type { Route } from './+types/register.screen'
import { taughtEdition, teacherFrom } from './guard.server'

export async function loader({ params, context }: Route.LoaderArgs) {
  const teacher = teacherFrom(context)
  const register = await readRegister(teacher, await taughtEdition(teacher), params.lesson)
  if (!register) throw data(null, { status: 404 })
  return { edition: teacher.taughtEditionId, register }
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
  const { edition, register } = loaderData
  const result: RefusedRegister | undefined = actionData
  return <RegisterPage register={register} addresses={addressesIn(edition)} result={result} level="h2" />
}

function addressesIn(edition: string): RegisterAddresses {
  const lesson = (number: number) => ({ edition, lesson: String(number) })
  return {
    lesson: (number) => href('/docente/:edition/lezioni/:lesson', lesson(number)),
    marks: (number) => href('/docente/:edition/lezioni/:lesson/segni', lesson(number)),
    sheet: (number) => href('/docente/:edition/lezioni/:lesson/firme', lesson(number)),
  }
}
