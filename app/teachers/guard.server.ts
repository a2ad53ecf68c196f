import { createContext, data, href, type MiddlewareFunction, type RouterContextProvider } from 'react-router'
import type { Teacher } from '../accounts/rules'
import { memberFrom } from '../accounts/session/session.server'
import { courseById, type StoredCourse } from '../courses/queries.server'
import { redirectWith } from '../http/toasts.server'
import { isId } from '../parsing/text.rules'
import { errorToast } from '../ui/toast'
import { isTeacher } from './queries.server'

const teacherContext = createContext<Teacher>()

/**
 * Admits the teachers of the edition in the address (`isTeacher`). Redirects everybody else, staff too, to their own
 * lessons, or answers 403 to a request for JSON, whether the edition exists or not.
 */
export const admitTeachers: MiddlewareFunction<Response> = async ({ request, params, context }) => {
  const member = memberFrom(context)
  const edition = params.edition ?? ''
  if (isId(edition) && (await isTeacher(member, edition))) {
    context.set(teacherContext, { ...member, taughtEditionId: edition } as Teacher)
    return
  }
  if (request.headers.get('Accept') === 'application/json') return new Response(null, { status: 403 })
  return redirectWith(
    href('/docente'),
    errorToast('Non segni le presenze di questo corso: se è un errore, chiedi alla segreteria'),
  )
}

/** The teacher whom `admitTeachers` has let in. */
export function teacherFrom(context: Readonly<RouterContextProvider>): Teacher {
  return context.get(teacherContext)
}

/** The edition in the address, whose registers the teacher may mark. Throws 404 if it is no longer stored. */
export async function taughtEdition({ taughtEditionId: id }: Teacher): Promise<StoredCourse> {
  const course = await courseById(id)
  if (!course) throw data(null, { status: 404 })
  return course
}
