import type { MiddlewareFunction } from 'react-router'
import { redirectWith } from '../http/flash.server'
import { isPlainForm, readForm } from '../http/form.server'
import type { Toast } from '../ui/toast'
import { authorOf, parkForm } from './parked.server'
import { findMember, hasSessionCookie, visitorFrom } from './session.server'

/**
 * Root middleware: what stands on one person's page is not done in the name of another, who has come in meanwhile in the
 * same browser (decision 0028). The form is kept for its author; a logout is nobody's harm.
 */
export const answerAuthorsAlone: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  if (!isPlainForm(request) || !hasSessionCookie(request) || url.pathname === '/logout') return next()
  const member = await findMember(request, context)
  if (!member) return next()
  const author = await authorOf(await readForm(request.clone()))
  if (author === null || author === member.id) return next()
  const parked = await parkForm(visitorFrom(context), request, url)
  return parked
    ? redirectWith('/dashboard', { ...ANOTHERS, description: WAITS }, { headers: { 'Set-Cookie': parked } })
    : redirectWith('/dashboard', ANOTHERS)
}

const ANOTHERS: Toast = {
  tone: 'destructive',
  title: 'Il modulo era di un altro account e non è stato inviato',
}
const WAITS = 'È conservato per mezz’ora: lo ritrova chi lo ha scritto, appena accede da questo browser.'
