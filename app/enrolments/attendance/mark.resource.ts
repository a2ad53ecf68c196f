import { href, redirect } from 'react-router'
import { staffFrom } from '../../accounts/session/session.server'
import { courseByKey } from '../../courses/office.queries.server'
import { readForm } from '../../http/form.server'
import { log } from '../../runtime/log.server'
import type { Route } from './+types/mark.resource'
import { markAttendance } from './commands.server'
import { readMarks, replacedInWords } from './form.server'
import { registerOf } from './queries.server'
import { explainRegister, type MarkErrors } from './rules'

/** What the script of the register reads after a mark. */
export type MarkAnswer =
  | { ok: true; savedAt: string; notes: string[] }
  | { ok: false; errors?: Record<string, MarkErrors>; problem?: string }

/** Takes the marks of the rows that the script sends, one at a time. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const staff = staffFrom(context)
  const form = await readForm(request)
  try {
    const course = await courseByKey(staff, params.course)
    const register = course && (await registerOf(staff, course.id, params.lesson))
    if (!course || !register)
      return answer({ ok: false, problem: explainRegister({ refusal: 'unknown' }) }, 404)
    const { marks, errors } = readMarks(form, register.lesson)
    if (Object.keys(errors).length > 0) return answer({ ok: false, errors }, 400)
    const marked = await markAttendance(staff, course.id, register.lesson.number, marks)
    if (!marked.ok) return answer({ ok: false, problem: explainRegister(marked) }, 409)
    const notes = replacedInWords(marked.replaced, register.lesson)
    return answer({ ok: true, savedAt: new Date().toISOString(), notes })
  } catch (fault) {
    if (!(fault instanceof Error)) throw fault
    log.error({ err: fault }, 'A mark could not be saved')
    return answer({ ok: false }, 503)
  }
}

const answer = (content: MarkAnswer, status = 200) =>
  new Response(JSON.stringify(content), { status, headers: { 'Content-Type': 'application/json' } })

/** Opened by hand: the register. */
export function loader({ params: { course, lesson } }: Route.LoaderArgs) {
  return redirect(href('/admin/courses/:course/lezioni/:lesson', { course, lesson }))
}
