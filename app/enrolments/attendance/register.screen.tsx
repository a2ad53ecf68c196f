import { data, href } from 'react-router'
import { staffFrom } from '../../accounts/session/session.server'
import { courseFrom, courseOrRedirect } from '../../courses/office.queries.server'
import { courseTablePage } from '../../courses/table/rules'
import { readForm } from '../../http/form.server'
import { redirectWith, withErrorToast } from '../../http/toasts.server'
import { capitalize } from '../../italian/words'
import type { Route } from './+types/register.screen'
import { emptyRegister, reopenRegister } from './commands.server'
import {
  answerRegisterForm,
  REGISTER_FAILED,
  readChangedRows,
  redirectToRegister,
  registerOr404,
} from './form.server'
import { readRegister } from './queries.server'
import { type RefusedRegister, RegisterPage } from './register-page'
import { explainRegisterRefusal } from './rules'

export async function loader({ params, context, url }: Route.LoaderArgs) {
  const staff = staffFrom(context)
  const course = await courseOrRedirect(courseFrom(context, params.course), courseTablePage(url.search))
  const register = await readRegister(staff, course, params.lesson)
  if (!register) throw data(null, { status: 404 })
  return { register }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const staff = staffFrom(context)
  const form = await readForm(request)
  const page = href('/admin/courses/:course/lezioni/:lesson', params)
  const reason = String(form.get('reason') ?? '')
  const typed: RefusedRegister =
    form.get('intent') === 'reopen' ? { reason } : { rows: readChangedRows(form), errors: {} }
  const work = async () => {
    const { course, lesson } = await registerOr404(staff, params)
    switch (form.get('intent')) {
      case 'reopen': {
        const opened = await reopenRegister(staff, course.id, lesson.number, reason)
        if (!opened.ok && (opened.refusal === 'no-reason' || opened.refusal === 'long-reason')) {
          const problem = capitalize(explainRegisterRefusal(opened))
          return data<RefusedRegister>({ reason, problem }, { status: 400 })
        }
        // The button was pressed twice, or a colleague was faster.
        if (!opened.ok && opened.refusal === 'open')
          return redirectWith(page, { tone: 'neutral', title: capitalize(explainRegisterRefusal(opened)) })
        return redirectToRegister(page, opened, 'Registro riaperto')
      }
      case 'empty':
        return redirectToRegister(
          page,
          await emptyRegister(staff, course.id, lesson.number),
          'Registro svuotato',
        )
      default:
        return answerRegisterForm(staff, course.id, lesson, form, page)
    }
  }
  return withErrorToast(REGISTER_FAILED, work, typed)
}

export default function Register({ loaderData, actionData }: Route.ComponentProps) {
  const result: RefusedRegister | undefined = actionData
  return <RegisterPage register={loaderData.register} result={result} isOffice />
}
